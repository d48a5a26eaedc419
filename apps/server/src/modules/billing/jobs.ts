import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import * as z from 'zod';
import { defineJob, defineScheduled, type Job } from '../../jobs/index.ts';
import { type Billing, providerOf } from './billing.ts';
import { APPLY_EVENT, applyEvent, claimPurchases } from './events.ts';
import { refreshStanding, sendNotices } from './notices.ts';
import { removeStaleEvents, storePlans } from './payments-store.ts';
import { hasBegun, isCharging } from './policy.ts';
import { settle } from './settle.ts';
import {
  eachLive,
  findSubscription,
  type LookPlan,
  listOpen,
  listUnusable,
  maySubscribe,
  noteEndTried,
  noteRead,
} from './subscriptions-store.ts';

const NOTHING = z.object({});
export const READ_PLANS = { name: 'billing.read-plans', payload: NOTHING };
/** Enqueued only with a simulated payment provider. */
export const BUY_DEMO_PLAN = { name: 'billing.buy-demo-plan', payload: NOTHING };

/** Requests not approved within a day are read daily, as long as an approval page could still be open. */
const LOOKS: LookPlan = [
  { askedWithinMs: 15 * MINUTE_MS, everyMs: 30 * SECOND_MS },
  { askedWithinMs: DAY_MS + HOUR_MS, everyMs: 15 * MINUTE_MS },
  { askedWithinMs: 8 * DAY_MS, everyMs: DAY_MS },
];
const OPEN_AT_ONCE = 100;
/** Longer than any provider resends an event. */
const EVENTS_KEPT_MS = 90 * DAY_MS;

/** Settles open requests, including those approved while no process was running. */
async function settleOpen(billing: Billing, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = billing;
  await claimPurchases(billing, signal);
  for (const row of await listOpen(db, LOOKS, clock.now(), OPEN_AT_ONCE)) {
    if (signal.aborted) return;
    await settle(billing, row.id).catch(async (err: unknown) => {
      log.warn({ err, subscription: row.id }, 'an open subscription is not settled');
      await noteRead(db, row.id, clock.now());
    });
  }
}

/** Compares every live subscription with its provider; differences are logged as an error and repaired. */
async function reconcile(billing: Billing, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = billing;
  const found = { compared: 0, differences: 0, failures: 0 };
  for await (const row of eachLive(db, clock.now())) {
    signal.throwIfAborted();
    try {
      await settle(billing, row.id);
      const now = await findSubscription(db, row.id);
      if (now && now.version !== row.version) found.differences += 1;
    } catch (err) {
      found.failures += 1;
      log.warn({ err, subscription: row.id }, 'a subscription could not be compared');
    }
    found.compared += 1;
  }
  if (found.differences > 0) log.error(found, 'SUBSCRIPTIONS DIFFERED FROM THEIR PROVIDER');
  else if (found.failures > 0) log.error(found, 'SUBSCRIPTIONS COULD NOT BE COMPARED');
}

async function tellUnclaimed(billing: Billing, signal: AbortSignal): Promise<void> {
  const subscriptions = await claimPurchases(billing, signal);
  if (subscriptions.length === 0) return;
  billing.log.error({ subscriptions }, 'NOBODY HERE IS KNOWN TO HAVE BOUGHT WHAT WAS SOLD');
}

/** Stores the plans on offer. If the configuration gives them other rights, their subscribers get those at once. */
async function readPlans(billing: Billing, signal: AbortSignal): Promise<void> {
  const { db, payments, clock, planRights } = billing;
  let hasChanged = false;
  for (const { name, listPlans } of Object.values(payments.providers)) {
    hasChanged = (await storePlans(db, name, await listPlans(), planRights)) || hasChanged;
  }
  if (!hasChanged) return;
  for await (const { user_id: userId } of eachLive(db, clock.now())) {
    signal.throwIfAborted();
    await refreshStanding(billing, userId);
  }
}

/** None without a payment provider. */
export function billingJobs({ billing }: { billing: Billing }): Job[] {
  if (Object.keys(billing.payments.providers).length === 0) return [];
  return [
    defineJob({
      ...APPLY_EVENT,
      retry: { limit: 20, delaySeconds: 5 },
      concurrency: 4,
      handler: (event) => applyEvent(billing, event),
    }),
    defineScheduled({
      name: 'billing.settle-open',
      schedule: '* * * * *',
      handler: (run) => settleOpen(billing, run.signal),
    }),
    defineScheduled({
      name: 'billing.end-unusable',
      schedule: '* * * * *',
      handler: (run) => endUnusable(billing, run.signal),
    }),
    defineScheduled({
      name: 'billing.reconcile',
      schedule: '40 1 * * *',
      expireInSeconds: 4 * 60 * 60,
      handler: async (run) => {
        await removeStaleEvents(billing.db, billing.clock.now() - EVENTS_KEPT_MS);
        await reconcile(billing, run.signal);
        await tellUnclaimed(billing, run.signal);
      },
    }),
    defineScheduled({
      name: 'billing.send-notices',
      schedule: '11 * * * *',
      handler: (run) => sendNotices(billing, run.signal),
    }),
    defineJob({
      ...READ_PLANS,
      schedule: '30 0 * * *',
      singleton: true,
      handler: (_payload, run) => readPlans(billing, run.signal),
    }),
    defineJob({
      ...BUY_DEMO_PLAN,
      singleton: true,
      handler: async () => {
        const { buyDemoPlan } = await import('./demo/buy-demo-plan.ts');
        await buyDemoPlan(billing);
      },
    }),
  ];
}

const AT_ONCE = 100;
/** Interval between tries to end a subscription at its provider. */
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
 * Cancels subscriptions whose owners may no longer have one (now commercial, without access, or a sub-user), and those
 * that never began while another one renews. Retried until the provider has cancelled.
 */
async function endUnusable(billing: Billing, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = billing;
  for (const { id } of await listUnusable(db, clock.now() - RETRY_MS, AT_ONCE)) {
    if (signal.aborted) return;
    await endRenewal(billing, id).catch(async (err: unknown) => {
      log.error({ err, subscription: id }, 'WHO CANNOT USE A SUBSCRIPTION IS STILL CHARGED FOR IT');
      await noteEndTried(db, id, clock.now());
    });
  }
}
