import { describe, expect, it } from 'vitest';
import type { PaidAccount } from '../../../lib/payment-of.ts';
import { paymentStatus } from './payment-status.ts';

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

  it('ends with the day in Johannesburg', () => {
    const midnight = Date.UTC(2026, 10, 12, 22);
    const statusAt = (timeMs: number) => paymentStatus(paid('2026-11-11'), timeMs).status;
    expect(statusAt(midnight - 1)).toBe('Active');
    expect(statusAt(midnight)).toBe('Not Active');
  });
});
