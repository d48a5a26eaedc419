import { DAY_MS, wallToUtcMs } from '@moneytrail/calendar';
import { isPaid, lastGraceDay, paidDay, paymentValidUntilOf } from '@moneytrail/contract';
import { describe, expect, test } from 'vitest';
import { type AccessUser, fullTier } from './entitlement.ts';
import { makeAccessUser } from './testing/users.ts';

/** Noted until the 11th of March 2026; the last day with access is the 12th, Johannesburg is two hours ahead of UTC. */
const PAID = { hasPaid: true, paymentValidUntil: '2026-03-11' };
const LAST_MOMENT = Date.parse('2026-03-12T21:59:59.999Z');
const NOW = Date.parse('2026-03-01T12:00:00Z');

function commercial(changes: Partial<AccessUser> = {}): AccessUser {
  return makeAccessUser({ userType: 'commercial', ...changes });
}

function subUserOf(parent: { hasPaid: boolean; paymentValidUntil: string | null }): AccessUser {
  const { permissions, feedAccess } = makeAccessUser();
  return commercial({ isSubUser: true, parent: { ...parent, permissions, feedAccess } });
}

const running = { isActive: true, endDate: null };

test.each<[string, AccessUser, boolean]>([
  ['a super admin', makeAccessUser({ isSuperAdmin: true }), true],
  ['a commercial user who paid', commercial(PAID), true],
  ['a commercial user who did not pay', commercial(), false],
  ['a commercial user marked as paid without a day', commercial({ hasPaid: true }), false],
  [
    'a commercial user with a day, not marked as paid',
    commercial({ ...PAID, hasPaid: false }),
    false,
  ],
  [
    'a commercial user with a day that is none',
    commercial({ hasPaid: true, paymentValidUntil: 'soon' }),
    false,
  ],
  [
    'a commercial user with an override alone',
    commercial({ hasSubscriptionOverride: true }),
    false,
  ],
  ['a commercial user with a subscription alone', commercial({ subscription: running }), false],
  ['a sub-user whose parent paid', subUserOf(PAID), true],
  [
    'a sub-user whose parent did not pay',
    subUserOf({ hasPaid: false, paymentValidUntil: null }),
    false,
  ],
  [
    'a sub-user who paid, with an unpaid parent',
    { ...subUserOf({ hasPaid: false, paymentValidUntil: null }), ...PAID },
    false,
  ],
  ['a sub-user whose parent is not known', commercial({ ...PAID, isSubUser: true }), false],
  ['a retail user without a plan', makeAccessUser(), false],
  ['a retail user with a payment alone', makeAccessUser(PAID), false],
  ['a retail user with an override', makeAccessUser({ hasSubscriptionOverride: true }), true],
  ['a retail user with a running subscription', makeAccessUser({ subscription: running }), true],
  [
    'a retail user whose subscription was ended',
    makeAccessUser({ subscription: { isActive: false, endDate: null } }),
    false,
  ],
  [
    'a retail user whose subscription ends on text that is no date',
    makeAccessUser({ subscription: { isActive: true, endDate: 'never' } }),
    false,
  ],
])('%s has the full tier: %#', (_who, user, expected) => {
  expect(fullTier(user, NOW)).toBe(expected);
});

describe.each<[string, AccessUser]>([
  ['a commercial user', commercial(PAID)],
  ['a sub-user', subUserOf(PAID)],
])('the payment of %s', (_who, user) => {
  test('lasts to the end of the day after the noted one, in Johannesburg', () => {
    expect(fullTier(user, LAST_MOMENT)).toBe(true);
    expect(fullTier(user, LAST_MOMENT + 1)).toBe(false);
  });
});

test('U7: the typed day is stored as the next one, read back as typed, and followed by two days of grace', () => {
  expect(paymentValidUntilOf('2026-12-31')).toBe('2027-01-01');
  expect(paidDay('2027-01-01')).toBe('2026-12-31');
  expect(lastGraceDay('2027-01-01')).toBe('2027-01-02');
  expect([paidDay('2026-13-01'), lastGraceDay('soon'), paymentValidUntilOf('')]).toEqual([
    null,
    null,
    null,
  ]);
});

test("a payment ends with the day of Johannesburg's clocks, on every day of these years", () => {
  for (let dayMs = Date.UTC(2020, 0, 1); dayMs < Date.UTC(2040, 0, 1); dayMs += DAY_MS) {
    const paymentValidUntil = new Date(dayMs).toISOString().slice(0, 10);
    const endMs = wallToUtcMs('Africa/Johannesburg', dayMs + 2 * DAY_MS);
    const payment = { hasPaid: true, paymentValidUntil };
    expect([isPaid(payment, endMs - 1), isPaid(payment, endMs)]).toEqual([true, false]);
  }
});

test('a subscription lasts until its end, to the millisecond', () => {
  const endDate = '2026-03-01T12:00:00.000Z';
  const user = makeAccessUser({ subscription: { isActive: true, endDate } });
  expect(fullTier(user, NOW - 1)).toBe(true);
  expect(fullTier(user, NOW)).toBe(false);
});
