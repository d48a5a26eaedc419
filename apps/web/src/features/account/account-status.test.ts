import type { Subscription } from '@moneytrail/contract';
import { describe, expect, it } from 'vitest';
import type { PaidAccount } from '../../lib/payment-of.ts';
import { paymentStatus, subscriptionStatus } from './account-status.ts';

/** 12:00 on the 12th in Johannesburg. */
const NOON = Date.UTC(2026, 10, 12, 10);

const unpaid: PaidAccount = {
  isSubUser: false,
  hasPaid: false,
  paymentValidUntil: null,
  parentHasPaid: null,
  parentPaymentValidUntil: null,
};
const paid = (until: string): PaidAccount => ({
  ...unpaid,
  hasPaid: true,
  paymentValidUntil: until,
});

describe('the payment of a commercial account', () => {
  it.each([
    ['is active within it', paid('2026-12-01'), 'Active', '2026-12-02'],
    [
      'is active on its last day, one day after the noted one',
      paid('2026-11-11'),
      'Active',
      '2026-11-12',
    ],
    ['is not active the day after', paid('2026-11-10'), 'Not Active', '2026-11-11'],
    ['is not active where none is noted', unpaid, 'Not Active', null],
    [
      'is not active where it was taken back',
      { ...paid('2026-12-01'), hasPaid: false },
      'Not Active',
      null,
    ],
    ['is not active with a text that is no day', paid('soon'), 'Not Active', null],
    [
      "of a sub-user is its main user's",
      { ...unpaid, isSubUser: true, parentHasPaid: true, parentPaymentValidUntil: '2026-11-30' },
      'Active',
      '2026-12-01',
    ],
    [
      'of a sub-user is not its own',
      { ...paid('2026-12-01'), isSubUser: true },
      'Not Active',
      null,
    ],
  ])('%s', (_, user, status, lastDay) => {
    expect(paymentStatus(user, NOON)).toEqual({ status, lastDay });
  });

  it('ends at midnight in Johannesburg', () => {
    const midnight = Date.UTC(2026, 10, 12, 22);
    const statusAt = (timeMs: number) => paymentStatus(paid('2026-11-11'), timeMs).status;
    expect(statusAt(midnight - 1)).toBe('Active');
    expect(statusAt(midnight)).toBe('Not Active');
  });
});

const plan: Subscription = {
  displayName: 'Yearly',
  plan: 'YEARLY',
  isActive: true,
  isInTrial: false,
  trialEnds: null,
  isProcessing: false,
  isPastDue: false,
  isPaused: false,
  hasUsedTrial: false,
  provider: 'paypal',
  startDate: null,
  endDate: null,
  renewsAt: null,
  amount: 29.99,
  currency: 'USD',
  canResume: false,
  permissions: { isDetailedSummaryAllowed: false, isSuffixAllowed: false },
  paypalStatus: 'ACTIVE',
  lemonStatus: null,
};

const trial = { ...plan, isInTrial: true };
const cancelled = { ...plan, paypalStatus: 'CANCELLED' };
const byCard = { ...plan, provider: 'lemon', paypalStatus: null, lemonStatus: 'active' } as const;

describe('U13: the state of a subscription', () => {
  it.each([
    ['none', null, 'Not Active'],
    ['processing', { ...plan, isActive: false, isProcessing: true }, 'Processing'],
    ['processing before cancelled', { ...cancelled, isProcessing: true }, 'Processing'],
    ['processing before a trial', { ...trial, isProcessing: true }, 'Processing'],
    ['cancelled, still active', cancelled, 'Cancelled'],
    ['cancelled in the trial', { ...cancelled, isInTrial: true }, 'Cancelled'],
    ['cancelled, by card', { ...byCard, lemonStatus: 'cancelled' }, 'Cancelled'],
    ['in the trial', trial, 'Trial Active'],
    ['active', plan, 'Active'],
    ['active, by card', byCard, 'Active'],
    ['active while a payment is late', { ...plan, paypalStatus: 'SUSPENDED' }, 'Active'],
    ['cancelled and ended', { ...cancelled, isActive: false }, 'Cancelled'],
    ['ended', { ...plan, isActive: false, paypalStatus: 'EXPIRED' }, 'Not Active'],
    ['ended with its trial', { ...trial, isActive: false }, 'Not Active'],
  ] as const)('%s', (_, subscription, status) => {
    expect(subscriptionStatus(subscription)).toBe(status);
  });
});
