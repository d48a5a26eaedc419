import { MINUTE_MS } from '@moneytrail/calendar';
import { type Billing, providerOf } from './billing.ts';
import { hasBegun, isCharging } from './policy.ts';
import { settle } from './settle.ts';
import { maySubscribe } from './store.ts';
import { listUnusable, noteEndTried } from './unusable-store.ts';

const AT_ONCE = 100;
/** A provider that does not end one is asked again after so long. */
const RETRY_MS = 15 * MINUTE_MS;

async function endRenewal(billing: Billing, id: string): Promise<void> {
  const { row } = await settle(billing, id);
  if (!isCharging(row) || row.provider_id === null) return;
  const why = (await maySubscribe(billing.db, row.user_id)) ? 'second' : 'no-use';
  const provider = providerOf(billing, row.provider);
  await provider.cancelSubscription(row.provider_id, 'The account cannot use it.');
  await settle(billing, id, hasBegun(row) ? null : why);
}

/**
 * Cancels at their providers the subscriptions of those who cannot use them any more: who became commercial, lost their
 * access or shares a main user's; and what never began where another one has meanwhile. What a provider does not do now
 * is asked for again.
 */
export async function endUnusable(billing: Billing, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = billing;
  for (const { id } of await listUnusable(db, clock.now() - RETRY_MS, AT_ONCE)) {
    if (signal.aborted) return;
    await endRenewal(billing, id).catch(async (err: unknown) => {
      log.error({ err, subscription: id }, 'WHO CANNOT USE A SUBSCRIPTION IS STILL CHARGED FOR IT');
      await noteEndTried(db, id, clock.now());
    });
  }
}
