import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/index.ts';
import type {
  ProviderPayment,
  ProviderSubscription,
} from '../../outside/payments/payment-provider.ts';
import { findStanding, findUser, setStanding } from '../accounts/index.ts';
import type { Billing } from './billing.ts';
import { assertMayBegin, type Refusal, RefusedError } from './may-begin.ts';
import { findPaid, storePayments } from './payment-store.ts';
import { findPlan, planIdOf, plansBefore } from './plan-store.ts';
import {
  hasBegun,
  type SubscriptionRow,
  type SubscriptionState,
  shownSubscription,
  standingOf,
} from './policy.ts';
import { stateAfter } from './state-after.ts';
import {
  addState,
  changeSubscription,
  findSubscription,
  lockUser,
  maySubscribe,
  noteRead,
  subscriptionsOf,
} from './store.ts';
import { type Change, tellOwner } from './tell-owner.ts';

/** What was read of a subscription at its provider. */
export type Reading = {
  subscription: ProviderSubscription;
  payments: readonly ProviderPayment[];
  /** Why it was cancelled instead of granted; null where it was not. */
  refusal: Refusal | null;
};

/** `stale`: the row has changed since the reading began, which has to be made again. */
export type Applied =
  | { kind: 'applied'; accessChanged: boolean }
  | { kind: 'stale' }
  | { kind: 'refused'; why: Refusal };

const HISTORY = ['plan_id', 'state', 'status', 'ends_ms'] as const;
const STATE = [
  ...HISTORY,
  'start_ms',
  'trial_ends_ms',
  'paid_until_ms',
  'failed_since_ms',
] as const;

const differs = (
  keys: readonly (keyof SubscriptionState)[],
  a: SubscriptionState,
  b: SubscriptionState,
) => keys.some((key) => a[key] !== b[key]);

/** Works out anew what a user's subscriptions come to; answers whether that has changed. Call it after `lockUser`. */
export async function renewStanding(
  { clock, trials }: Pick<Billing, 'clock' | 'trials'>,
  trx: Transaction<Database>,
  userId: string,
): Promise<boolean> {
  const user = await findUser(trx, userId);
  const before = await findStanding(trx, userId);
  const nowMs = clock.now();
  const shown = shownSubscription(await subscriptionsOf(trx, userId), nowMs);
  const plan = shown && (await findPlan(trx, shown.plan_id));
  if (!user) return false;
  if (!shown || !plan) {
    // What only waited for its provider is not shown any more.
    if (before?.is_processing) await setStanding(trx, userId, null);
    return before?.is_processing === true;
  }
  const hasUsedTrial = await trials.isUsed(trx, { emails: [user.username], payer: null });
  const standing = standingOf(shown, plan, { hasUsedTrial, nowMs });
  if (before && isDeepStrictEqual({ ...before }, { user_id: userId, ...standing })) return false;
  await setStanding(trx, userId, standing);
  return true;
}

async function store(
  billing: Billing,
  trx: Transaction<Database>,
  change: Change,
  nowMs: number,
): Promise<void> {
  const { isUsable, before, after } = change;
  const { id, user_id: userId } = before;
  if (differs(STATE, before, after) || before.missing_since_ms !== null) {
    const { plan_id, state, status, start_ms, trial_ends_ms } = after;
    const { paid_until_ms, ends_ms, failed_since_ms } = after;
    await changeSubscription(trx, id, {
      ...{ plan_id, state, status, start_ms, trial_ends_ms },
      ...{ paid_until_ms, ends_ms, failed_since_ms },
      reminders: failed_since_ms === null ? 0 : Math.max(before.reminders, 1),
      missing_since_ms: null,
      refusal: change.refusal ?? before.refusal,
      read_at_ms: nowMs,
    });
    await tellOwner(billing, trx, change);
  } else await noteRead(trx, id, nowMs);
  if (!differs(HISTORY, before, after)) return;
  await addState(trx, id, after, nowMs);
  await billing.audit.append(trx, {
    action: 'subscription.changed',
    actorId: null,
    subjectId: userId,
    before: { state: before.state, planId: before.plan_id, endsMs: before.ends_ms },
    after: { state: after.state, planId: after.plan_id, endsMs: after.ends_ms },
    ...(isUsable ? {} : { reason: 'The account cannot use a subscription.' }),
  });
}

/** What is charged for and gives nothing has to be paid back, by hand. */
async function recordRefusedPayment(
  { audit, log }: Billing,
  trx: Transaction<Database>,
  { id, user_id: userId }: SubscriptionRow,
  reason: Refusal,
): Promise<void> {
  log.error(
    { subscription: id, reason },
    'WHAT WAS REFUSED IS CHARGED FOR AND HAS TO BE PAID BACK',
  );
  await audit.append(trx, {
    action: 'subscription.refused-payment',
    actorId: null,
    subjectId: userId,
    after: { subscription: id },
    reason,
  });
}

/**
 * Stores what a provider said of a subscription, with everything that follows, in one transaction. The same reading
 * twice is the same as once. What may not begin is not stored: it has to be cancelled at its provider.
 */
export async function applyReading(
  billing: Billing,
  row: SubscriptionRow,
  reading: Reading,
): Promise<Applied> {
  const nowMs = billing.clock.now();
  const work = async (trx: Transaction<Database>): Promise<Applied> => {
    await lockUser(trx, row.user_id);
    const before = await findSubscription(trx, row.id, 'for update');
    if (!before || before.version !== row.version) return { kind: 'stale' };
    const readPlanId = planIdOf(row.provider, reading.subscription.planId);
    const planBefore = await findPlan(trx, row.plan_id);
    if (!planBefore) throw new Error(`subscription ${row.id} has no plan`);
    const plan = (await findPlan(trx, readPlanId)) ?? planBefore;
    const [first = { plan: planBefore, fromMs: row.asked_at_ms }, ...later] = await plansBefore(
      trx,
      row.id,
    );
    const spans = [first, ...later, { plan, fromMs: nowMs }] as const;
    const paidBefore = await findPaid(trx, row.id);
    await storePayments(trx, row, spans, reading.payments);
    const paid = await findPaid(trx, row.id);
    const refusal = reading.refusal ?? before.refusal;
    const after = stateAfter(before, reading.subscription, {
      ...paid,
      ...{ planId: plan.id, nowMs, isRefused: refusal !== null },
    });
    if (!hasBegun(before) && hasBegun(after)) {
      await assertMayBegin(billing, trx, before, reading.subscription);
    }
    const isCharged = paidBefore.lastPaidMs === null && paid.lastPaidMs !== null;
    const isUsable = await maySubscribe(trx, row.user_id);
    await store(billing, trx, { isUsable, before, after, plan, refusal: reading.refusal }, nowMs);
    // After the mails, which lock the limits of their recipient: accounts locks these before the audit too.
    if (refusal && isCharged && !hasBegun(after))
      await recordRefusedPayment(billing, trx, row, refusal);
    return { kind: 'applied', accessChanged: await renewStanding(billing, trx, row.user_id) };
  };
  try {
    return await billing.db.transaction().execute(work);
  } catch (error) {
    if (error instanceof RefusedError) return { kind: 'refused', why: error.why };
    throw error;
  }
}
