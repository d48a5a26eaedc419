import type { Db, Reader } from '../../db/index.ts';
import type {
  PaymentProviderName,
  ProviderEvent,
} from '../../outside/payments/payment-provider.ts';

type Writer = Pick<Db, 'insertInto' | 'updateTable' | 'deleteFrom'>;

/** Whether the event was not known. */
export async function insertEvent(
  db: Writer,
  provider: PaymentProviderName,
  event: ProviderEvent,
  nowMs: number,
): Promise<boolean> {
  const result = await db
    .insertInto('webhook_events')
    .values({
      provider,
      key: event.key,
      type: event.type,
      subscription_id: event.subscriptionId,
      user_id: event.userId,
      received_at_ms: nowMs,
      applied_at_ms: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1;
}

export async function findEvent(db: Reader, provider: PaymentProviderName, key: string) {
  const row = await db
    .selectFrom('webhook_events')
    .select(['provider', 'key', 'type', 'subscription_id', 'user_id', 'applied_at_ms'])
    .where('provider', '=', provider)
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

/** The notices of a subscription, oldest first. */
export async function eventsOf(db: Reader, provider: PaymentProviderName, subscriptionId: string) {
  return db
    .selectFrom('webhook_events')
    .select(['provider', 'key', 'applied_at_ms'])
    .where('provider', '=', provider)
    .where('subscription_id', '=', subscriptionId)
    .orderBy('received_at_ms')
    .execute();
}

export async function markApplied(
  db: Writer,
  { provider, key }: { provider: PaymentProviderName; key: string },
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ applied_at_ms: nowMs })
    .where('provider', '=', provider)
    .where('key', '=', key)
    .execute();
}

/** Removes events that no provider sends again. */
export async function removeStaleEvents(db: Writer, beforeMs: number): Promise<void> {
  await db
    .deleteFrom('webhook_events')
    .where('received_at_ms', '<', beforeMs)
    .where('applied_at_ms', 'is not', null)
    .execute();
}
