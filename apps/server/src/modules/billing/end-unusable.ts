import { type Billing, providerOf } from './billing.ts';
import { isRenewing } from './policy.ts';
import { settle } from './settle.ts';
import { listUnusable, noteRead } from './store.ts';

const AT_ONCE = 100;

async function endRenewal(billing: Billing, id: string): Promise<void> {
  const { row } = await settle(billing, id);
  if (!isRenewing(row) || row.provider_id === null) return;
  const provider = providerOf(billing, row.provider);
  await provider.cancelSubscription(row.provider_id, 'The account cannot use it any more.');
  await settle(billing, id);
}

/**
 * Cancels at their providers the subscriptions of those who cannot use them any more: who became commercial, lost their
 * access or shares a main user's. What a provider does not do now is asked for again by the next run.
 */
export async function endUnusable(billing: Billing, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = billing;
  for (const { id } of await listUnusable(db, AT_ONCE)) {
    if (signal.aborted) return;
    await endRenewal(billing, id).catch(async (err: unknown) => {
      log.error({ err, subscription: id }, 'WHO CANNOT USE A SUBSCRIPTION IS STILL CHARGED FOR IT');
      await noteRead(db, id, clock.now());
    });
  }
}
