import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProviderSubscription } from '../../outside/payments/payment-provider.ts';
import {
  accessEndsMs,
  GRACE_MS,
  isRunning,
  type PlanRow,
  type SubscriptionRow,
  shownSubscription,
  standingOf,
  stateAfter,
} from './policy.ts';

const DAY = 86_400_000;
const moment = fc.integer({ min: 0, max: 400 }).map((day) => day * DAY);
const maybe = fc.option(moment);
const state = fc.constantFrom(
  ...(['pending', 'active', 'past-due', 'paused', 'cancelled', 'expired'] as const),
);

const row: fc.Arbitrary<SubscriptionRow> = fc.record({
  id: fc.uuid(),
  user_id: fc.constant('u'),
  plan_id: fc.constant('P'),
  provider: fc.constantFrom('paypal', 'lemon'),
  provider_id: fc.uuid(),
  amount_cents: fc.constant(2_999),
  currency: fc.constant('USD'),
  state,
  status: fc.constant('X'),
  asked_at_ms: moment,
  returned_at_ms: maybe,
  start_ms: maybe,
  trial_ends_ms: maybe,
  paid_until_ms: maybe,
  ends_ms: maybe,
  failed_since_ms: maybe,
  reminders: fc.nat(4),
  end_noticed_ms: maybe,
  missing_since_ms: maybe,
  refusal: fc.constant(null),
  read_at_ms: maybe,
  version: fc.nat(9),
});

const reading: fc.Arbitrary<ProviderSubscription> = fc.record({
  id: fc.constant('I-1'),
  state,
  status: fc.string(),
  planId: fc.constant('P'),
  userId: fc.constant(null),
  payerId: fc.constant(null),
  email: fc.constant(null),
  startMs: maybe,
  trialEndsMs: maybe,
  renewsMs: maybe,
  endsMs: maybe,
  price: fc.constant(null),
  failedPayments: fc.nat(3),
  updatedMs: fc.constant(null),
});

const UNPAID = {
  planId: 'P',
  lastPaidMs: null,
  paidThroughMs: null,
  isRefunded: false,
  isRefused: false,
  isOwed: false,
};

/** Possible payment summaries at a reading. */
const knowledge = fc
  .record({
    lastPaidMs: maybe,
    periods: fc.nat(12),
    isRefunded: fc.boolean(),
    isRefused: fc.boolean(),
    isOwed: fc.boolean(),
  })
  .map(({ lastPaidMs, periods, ...rest }) => {
    const paidThroughMs = lastPaidMs === null ? null : lastPaidMs + periods * 30 * DAY;
    return { planId: 'P', lastPaidMs, paidThroughMs, ...rest };
  });

const plan: PlanRow = {
  id: 'P',
  provider: 'paypal',
  provider_plan_id: 'P',
  name: 'Monthly',
  description: '',
  billing_interval: 'MONTH',
  amount_cents: 2_999,
  currency: 'USD',
  trial_days: null,
  is_offered: true,
  gives_summary: false,
  gives_suffix: false,
};

test('the same reading applied again changes nothing, whenever it is made', () => {
  fc.assert(
    fc.property(row, reading, knowledge, moment, moment, (before, said, known, nowMs, laterMs) => {
      const once = { ...before, ...stateAfter(before, said, { ...known, nowMs }) };
      const again = stateAfter(once, said, { ...known, nowMs: nowMs + laterMs });
      expect({ ...once, ...again }).toEqual(once);
    }),
    { numRuns: 1_000 },
  );
});

test('before the beginning and after the end there is no access; a failed payment gives seven days at most', () => {
  fc.assert(
    fc.property(row, reading, moment, (before, said, nowMs) => {
      const after = stateAfter(before, said, { ...UNPAID, nowMs });
      if (after.start_ms === null || said.state === 'expired') {
        expect(isRunning(after, nowMs)).toBe(false);
      }
      if (before.start_ms === null && said.state !== 'active') {
        expect(isRunning(after, nowMs)).toBe(false);
      }
      if (after.failed_since_ms !== null) {
        expect(accessEndsMs(after)).toBeLessThanOrEqual(after.failed_since_ms + GRACE_MS);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('without payment, no sequence of readings gives more than seven days after a failure', () => {
  fc.assert(
    fc.property(row, fc.array(reading, { minLength: 1, maxLength: 8 }), (first, said) => {
      const begun = { ...first, state: 'active' as const, start_ms: 0, failed_since_ms: 0 };
      let now = 0;
      let last: SubscriptionRow = begun;
      for (const each of said) {
        now += 2 * DAY;
        last = { ...last, ...stateAfter(last, each, { ...UNPAID, nowMs: now }) };
      }
      expect(isRunning(last, GRACE_MS)).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

test('without a trial, a subscription never paid for gives no access once a payment fails or it stops', () => {
  fc.assert(
    fc.property(row, reading, moment, (before, said, nowMs) => {
      const untried = { ...before, trial_ends_ms: null };
      const after = stateAfter(untried, { ...said, trialEndsMs: null }, { ...UNPAID, nowMs });
      const isStopped = after.failed_since_ms !== null || said.state !== 'active';
      // A reading without information changes nothing.
      if (isStopped && said.state !== 'pending') expect(isRunning(after, nowMs)).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

test('a buyer who cancels or pauses keeps the period of payments that were not refunded', () => {
  const stopped = fc.constantFrom(...(['cancelled', 'paused'] as const));
  fc.assert(
    fc.property(row, reading, stopped, knowledge, moment, (before, said, state, known, nowMs) => {
      const begun = { ...before, start_ms: 0, state: 'active' as const, failed_since_ms: null };
      const told = { ...said, state, endsMs: null, failedPayments: 0 };
      const after = stateAfter(begun, told, { ...known, nowMs });
      const paidMs = known.paidThroughMs ?? 0;
      if (nowMs < paidMs) expect(isRunning(after, nowMs)).toBe(true);
      if (known.isRefunded && nowMs >= paidMs) expect(isRunning(after, nowMs)).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

test('a buyer who cancels or pauses does not keep an unpaid period that the provider reports', () => {
  const stopped = fc.constantFrom(...(['cancelled', 'paused'] as const));
  fc.assert(
    fc.property(row, reading, stopped, knowledge, moment, (before, said, state, known, nowMs) => {
      const begun = { ...before, start_ms: 0, state: 'active' as const, ends_ms: null };
      const told = { ...said, state, endsMs: null };
      const owed = { ...known, ...(known.isOwed ? {} : { lastPaidMs: null, paidThroughMs: null }) };
      const after = stateAfter(begun, told, { ...owed, nowMs });
      const keptMs = [owed.paidThroughMs, after.trial_ends_ms, nowMs];
      expect(after.ends_ms).toBeLessThanOrEqual(Math.max(...keptMs.map((ms) => ms ?? 0)));
    }),
    { numRuns: 1_000 },
  );
});

test('a page never shows less than a user has', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), moment, (rows, nowMs) => {
      const shown = shownSubscription(rows, nowMs);
      const hasAccess = rows.some((each) => each.start_ms !== null && isRunning(each, nowMs));
      if (!hasAccess) return;
      expect(
        shown &&
          standingOf(shown, plan, { hasUsedTrial: false, isResumable: false, nowMs }).is_active,
      ).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
