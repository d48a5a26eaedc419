import type { Subscription } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { PAID_MONTHLY } from '../../../testing/subscriptions.ts';
import { type LapsingAccount, lapsedPayment } from './lapsed-payment.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const plan: Subscription = {
  ...PAID_MONTHLY,
  displayName: 'Monthly',
  hasUsedTrial: false,
  startDate: '2026-10-01T00:00:00Z',
  renewsAt: '2026-12-01T00:00:00Z',
};
const nobody: LapsingAccount = {
  userType: 'retail',
  isSuperAdmin: false,
  isSubUser: false,
  hasPaid: false,
  paymentValidUntil: null,
  parentHasPaid: null,
  parentPaymentValidUntil: null,
  hasSubscriptionOverride: false,
  subscription: null,
};
const failing = {
  ...plan,
  isPastDue: true,
  renewsAt: null,
  endDate: '2026-11-27T10:00:00Z',
  paypalStatus: 'SUSPENDED',
};
const ended = { ...failing, isActive: false };
const paidBack = { ...plan, isActive: false, endDate: '2026-11-19T10:00:00Z' };
const company: LapsingAccount = { ...nobody, userType: 'commercial' };
const overdue = { ...company, hasPaid: true, paymentValidUntil: '2026-11-10' };
const seat = { ...company, isSubUser: true };

test.each<[string, LapsingAccount, RegExp | null, ('tab' | 'support')?]>([
  ['who never subscribed', nobody, null],
  ['whose plan renews', { ...nobody, subscription: plan }, null],
  ['whose payment failed', { ...nobody, subscription: failing }, /access until.* 2026/, 'tab'],
  ['whose plan ended for it', { ...nobody, subscription: ended }, /payment is missing/, 'tab'],
  [
    'whose payment was refunded',
    { ...nobody, subscription: paidBack },
    /^Your last payment was refunded\. Your plan renews on .*2026\.$/,
    'tab',
  ],
  [
    'who has access without a plan',
    { ...nobody, subscription: ended, hasSubscriptionOverride: true },
    null,
  ],
  [
    'who cancelled',
    { ...nobody, subscription: { ...failing, isPastDue: false, paypalStatus: 'CANCELLED' } },
    null,
  ],
  [
    'who cancelled by card, and whose paid time is over',
    {
      ...nobody,
      subscription: {
        ...plan,
        isActive: false,
        provider: 'lemon',
        paypalStatus: null,
        lemonStatus: 'expired',
        endDate: '2026-11-01T00:00:00Z',
        renewsAt: null,
      },
    },
    null,
  ],
  ['whose plan is on its way', { ...nobody, subscription: { ...ended, isProcessing: true } }, null],
  ['a company that never paid', company, null],
  ['a company that has paid', { ...overdue, paymentValidUntil: '2026-12-31' }, null],
  ['a company whose payment has ended', overdue, /^Your payment ended on .*2026\.$/, 'support'],
  [
    'a company whose payment was taken back',
    { ...overdue, hasPaid: false },
    /no longer recorded/,
    'support',
  ],
  ['an administrator', { ...overdue, isSuperAdmin: true }, null],
  [
    'a sub-user whose main user has paid',
    { ...seat, parentHasPaid: true, parentPaymentValidUntil: '2026-12-31' },
    null,
  ],
  [
    'a sub-user who became retail, and whose main user has not',
    { ...seat, userType: 'retail', parentHasPaid: true, parentPaymentValidUntil: '2026-11-10' },
    /^Your main user's payment ended/,
    'support',
  ],
  [
    'a sub-user whose main user has not',
    { ...seat, parentHasPaid: true, parentPaymentValidUntil: '2026-11-10' },
    /^Your main user's payment ended/,
    'support',
  ],
])('%s is told what is wrong', (_, user, text, leadsTo) => {
  const lapsed = lapsedPayment(user, NOW);
  if (text === null) return expect(lapsed).toBeNull();
  expect(lapsed?.text).toMatch(text);
  expect(lapsed?.leadsTo).toBe(leadsTo);
});
