import { DAY_MS } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import {
  type PaymentProvider,
  PaymentProviderError,
} from '../../outside/payments/payment-provider.ts';
import { applyReading, type Reading, renewStanding } from './apply-reading.ts';
import { type Billing, providerOf } from './billing.ts';
import type { Refusal } from './may-begin.ts';
import { hasBegun, type SubscriptionRow } from './policy.ts';
import {
  changeSubscription,
  endSubscription,
  findSubscription,
  lockUser,
  noteRead,
} from './store.ts';

/** A reading is made again where something else changed the row meanwhile; more often than this nothing does. */
const MOST_READINGS = 5;
/** Nobody approves what they asked for so long ago; should they all the same, it is found later. */
const FORGOTTEN_MS = DAY_MS;
/** A running subscription that its provider does not know for so long is over. */
const MISSING_MS = 7 * DAY_MS;

const REASONS: Record<Refusal, string> = {
  'not-as-asked': 'Not what was asked for.',
  'no-use': 'The account cannot use it.',
  second: 'There is another subscription already.',
  'trial-used': 'The free trial has been used before.',
};

async function readAll(
  provider: PaymentProvider,
  row: SubscriptionRow & { provider_id: string },
): Promise<Omit<Reading, 'refusal'> | null> {
  const subscription = await provider.readSubscription(row.provider_id);
  if (!subscription) return null;
  const payments =
    subscription.state === 'pending'
      ? []
      : await provider.listPayments(row.provider_id, (row.start_ms ?? row.asked_at_ms) - DAY_MS);
  return { subscription, payments };
}

/** Ends what its provider does not know, or nobody approved. False where the row has changed meanwhile. */
async function giveUp(billing: Billing, row: SubscriptionRow): Promise<boolean> {
  const { db, clock, log } = billing;
  const nowMs = clock.now();
  if (hasBegun(row))
    log.error({ subscription: row.id }, 'A SUBSCRIPTION IS NOT KNOWN TO ITS PROVIDER');
  const missingMs = row.missing_since_ms ?? nowMs;
  const isOver = hasBegun(row)
    ? nowMs - missingMs >= MISSING_MS
    : nowMs - row.asked_at_ms > FORGOTTEN_MS;
  const changed = await db.transaction().execute(async (trx) => {
    await lockUser(trx, row.user_id);
    const now = await findSubscription(trx, row.id, 'for update');
    if (!now || now.version !== row.version) return null;
    if (!isOver || now.state === 'expired') {
      const isMissing = hasBegun(row) && row.missing_since_ms === null;
      if (isMissing) await changeSubscription(trx, row.id, { missing_since_ms: nowMs });
      await noteRead(trx, row.id, nowMs);
      return false;
    }
    await endSubscription(trx, now, nowMs, nowMs);
    await noteRead(trx, row.id, nowMs);
    return renewStanding(billing, trx, row.user_id);
  });
  if (changed) billing.tellAccessChanged([row.user_id]);
  return changed !== null;
}

/** The row after it was settled, and why it was cancelled instead of granted. */
export type Settled = { row: SubscriptionRow; refusal: Refusal | null };

/** Reads once and applies it: null where that has to be done again. */
async function settleOnce(
  billing: Billing,
  row: SubscriptionRow & { provider_id: string },
  refusal: Refusal | null,
): Promise<{ refusal: Refusal | null; isDone: boolean }> {
  const { db, clock, log } = billing;
  const provider = providerOf(billing, row.provider);
  const reading = await readAll(provider, row);
  const tellsNothing = reading?.subscription.state === 'pending';
  if (tellsNothing && hasBegun(row)) {
    const { status } = reading.subscription;
    log.error({ subscription: row.id, status }, 'A PROVIDER SAYS WHAT IS NOT UNDERSTOOD');
    await noteRead(db, row.id, clock.now());
    return { refusal, isDone: true };
  }
  const isLate = clock.now() - row.asked_at_ms > FORGOTTEN_MS;
  if (!reading || (tellsNothing && isLate)) return { refusal, isDone: await giveUp(billing, row) };
  const applied = await applyReading(billing, row, { ...reading, refusal });
  if (applied.kind !== 'refused') {
    const isDone = applied.kind === 'applied';
    if (isDone && applied.accessChanged) billing.tellAccessChanged([row.user_id]);
    return { refusal, isDone };
  }
  if (refusal) throw new PaymentProviderError('unavailable', 'it was cancelled and goes on');
  log.error({ subscription: row.id, why: applied.why }, 'A SUBSCRIPTION IS CANCELLED, NOT GRANTED');
  await provider.cancelSubscription(row.provider_id, REASONS[applied.why]);
  return { refusal: applied.why, isDone: false };
}

/**
 * Reads a subscription from its provider and applies what it says: whatever told us that something changed, this is
 * what decides. What may not begin is cancelled at its provider; `refused` says why it was already. Rejects with a
 * `PaymentProviderError` where the provider cannot be read, or does not cancel.
 */
export async function settle(
  billing: Billing,
  id: string,
  refused: Refusal | null = null,
): Promise<Settled> {
  let refusal = refused;
  let isDone = false;
  for (let readings = 0; readings <= MOST_READINGS; readings += 1) {
    const row = await findSubscription(billing.db, id);
    if (!row) throw new AppError('NOT_FOUND', 'The requested resource was not found.');
    const { provider_id } = row;
    if (isDone || provider_id === null) return { row, refusal };
    ({ refusal, isDone } = await settleOnce(billing, { ...row, provider_id }, refusal));
  }
  throw new PaymentProviderError('unavailable', 'the subscription is being changed');
}
