import type { Account, Subscription } from '@moneytrail/contract';
import { describe, expect, it } from 'vitest';
import type { PaidAccount } from '../../lib/payment-of.ts';
import { dayText } from '../../lib/subscription-dates.ts';
import { RETAIL } from '../../testing/accounts.ts';
import { PAID_MONTHLY } from '../../testing/subscriptions.ts';
import {
  paymentStatus,
  rightSource,
  subscriptionDate,
  subscriptionStatus,
} from './account-status.ts';

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
  ])('%s', (_, user, status, graceUntil) => {
    expect(paymentStatus(user, NOON)).toMatchObject({ status, graceUntil });
  });

  it('is paid until the typed day, and lasts two days longer', () => {
    expect(paymentStatus(paid('2027-01-01'), NOON)).toEqual({
      status: 'Active',
      paidUntil: '2026-12-31',
      graceUntil: '2027-01-02',
    });
  });

  it('ends at midnight in Johannesburg', () => {
    const midnight = Date.UTC(2026, 10, 12, 22);
    const statusAt = (timeMs: number) => paymentStatus(paid('2026-11-11'), timeMs).status;
    expect(statusAt(midnight - 1)).toBe('Active');
    expect(statusAt(midnight)).toBe('Not Active');
  });
});

const plan: Subscription = {
  ...PAID_MONTHLY,
  displayName: 'Yearly',
  plan: 'YEARLY',
  hasUsedTrial: false,
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

describe('what belongs to a status', () => {
  const day = (moment: string) => dayText(moment);
  const END = '2026-12-11T10:00:00Z';

  it('the date of the next payment, of the first after a trial, or of the end', () => {
    const renewing = { ...plan, renewsAt: END };
    expect(subscriptionDate(renewing)).toBe(`, next payment ${day(END)}`);
    expect(subscriptionDate({ ...renewing, isInTrial: true })).toBe(`, first payment ${day(END)}`);
    const over = { ...plan, endDate: END, paypalStatus: 'CANCELLED' };
    expect(subscriptionDate(over)).toBe(`, access until ${day(END)}`);
    expect(subscriptionDate({ ...over, isActive: false })).toBe('');
    expect(subscriptionDate(null)).toBe('');
  });

  it('a right names its source, or who can add it', () => {
    const of = (user: Partial<Account>) => rightSource({ ...RETAIL, ...user }, 'isSuffixAllowed');
    const given = { isDetailedSummaryAllowed: false, isSuffixAllowed: true };
    expect(of({})).toMatch(/^An account without a plan does not include it\. An administrator can/);
    expect(of({ subscription: plan })).toMatch(
      /^Your plan does not include it\. .*write to support@/,
    );
    const byPlan = { ...plan, permissions: given };
    expect(of({ permissions: given, subscription: byPlan })).toMatch(/^It comes with your plan/);
    expect(of({ permissions: given, subscription: plan })).toMatch(/^An administrator has added/);
    expect(of({ permissions: given, isSubUser: true })).toBe('You have it from your main user.');
  });
});
