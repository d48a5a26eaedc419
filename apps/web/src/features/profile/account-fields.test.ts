import type { Account, Subscription } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { formatDate } from '../../lib/format-time.ts';
import { dayText } from '../../lib/subscription-dates.ts';
import { COMMERCIAL, RETAIL } from '../../testing/accounts.ts';
import { accountFields } from './account-fields.ts';

const NOW_MS = Date.UTC(2026, 10, 27);

const PLAN: Subscription = {
  displayName: 'Moneytrail Yearly',
  plan: 'YEARLY',
  isActive: true,
  isInTrial: false,
  trialEnds: null,
  isProcessing: false,
  isPastDue: false,
  isPaused: false,
  hasUsedTrial: true,
  provider: 'paypal',
  startDate: '2026-11-27T08:00:00.000Z',
  endDate: null,
  renewsAt: '2027-11-27T08:00:00.000Z',
  amount: 299.9,
  currency: 'USD',
  canResume: false,
  permissions: { isDetailedSummaryAllowed: false, isSuffixAllowed: false },
  paypalStatus: 'ACTIVE',
  lemonStatus: null,
};

const nowOf = (user: Account, name: keyof Account) =>
  accountFields(user, NOW_MS).find((field) => field.name === name)?.now;

test.each([
  ['retail', RETAIL],
  ['commercial', COMMERCIAL],
])('every field of a %s account is explained, in its order', (_, user) => {
  expect(accountFields(user, NOW_MS).map(({ name }) => name)).toEqual(Object.keys(user));
});

test('a person who pays by a plan reads that the plan counts', () => {
  const user = { ...RETAIL, subscription: PLAN };
  const plan = `Moneytrail Yearly: active, next payment ${dayText(PLAN.renewsAt)}`;
  expect(nowOf(user, 'subscription')).toBe(plan);
  expect(nowOf(user, 'hasPaid')).toBe(`No. Your plan counts: ${plan}`);
});

test.each([
  [
    { endDate: '2026-12-24T08:00:00.000Z', renewsAt: null },
    `active until ${dayText('2026-12-24T08:00:00.000Z')}`,
  ],
  [{ isInTrial: true }, `trial, next payment ${dayText(PLAN.renewsAt)}`],
  [{ isActive: false }, 'not active'],
  [{ isProcessing: true, isActive: false }, 'being processed'],
])('a plan says how it stands: %o', (state, words) => {
  const user = { ...RETAIL, subscription: { ...PLAN, ...state } };
  expect(nowOf(user, 'subscription')).toBe(`Moneytrail Yearly: ${words}`);
});

test('a recorded payment says until when it gives access, and that it is over', () => {
  expect(nowOf(COMMERCIAL, 'paymentValidUntil')).toBe(
    `${formatDate(Date.UTC(2090, 3, 9))}, access through ${formatDate(Date.UTC(2090, 3, 11))}`,
  );
  expect(nowOf(COMMERCIAL, 'hasPaid')).toBe('Yes');
  const past = { ...COMMERCIAL, paymentValidUntil: '2026-01-01' };
  expect(nowOf(past, 'hasPaid')).toBe('Yes, but the paid time is over');
  expect(nowOf(RETAIL, 'hasPaid')).toBe('No');
});

test('rights and sources are named', () => {
  const permissions = { isDetailedSummaryAllowed: true, isSuffixAllowed: false };
  expect(nowOf({ ...RETAIL, permissions }, 'permissions')).toBe('summary panel');
  expect(nowOf(RETAIL, 'feedAccess')).toBe('None');
});
