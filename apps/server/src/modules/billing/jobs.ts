import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import * as z from 'zod';
import { defineJob, defineScheduled, type Job } from '../../jobs/index.ts';
import type { Billing } from './billing.ts';
import { claimPurchases } from './claim-purchases.ts';
import { endUnusable } from './end-unusable.ts';
import { removeStaleEvents } from './event-store.ts';
import { eachLive } from './live-store.ts';
import { sendNotices } from './notices.ts';
import { type LookPlan, listOpen } from './open-store.ts';
import { storePlans } from './plan-store.ts';
import { APPLY_EVENT, applyEvent } from './receive-event.ts';
import { settle } from './settle.ts';
import { findSubscription, noteRead } from './store.ts';

const NOTHING = z.object({});
export const READ_PLANS = { name: 'billing.read-plans', payload: NOTHING };
/** Asked for where a simulator takes the money, and only there. */
export const BUY_DEMO_PLAN = { name: 'billing.buy-demo-plan', payload: NOTHING };

/** What nobody approves for a day is looked at once a day, as long as an approval page could lie open somewhere. */
const LOOKS: LookPlan = [
  { askedWithinMs: 15 * MINUTE_MS, everyMs: 30 * SECOND_MS },
  { askedWithinMs: DAY_MS + HOUR_MS, everyMs: 15 * MINUTE_MS },
  { askedWithinMs: 8 * DAY_MS, everyMs: DAY_MS },
];
const OPEN_AT_ONCE = 100;
/** No provider repeats an event for so long. */
const EVENTS_KEPT_MS = 90 * DAY_MS;

/** Settles what is open: also what was approved while no process was there to be told. */
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

/** Compares every live subscription with its provider; each difference is an alarm, and mended. */
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

/** What was sold and is nobody's is an alarm each night. */
async function tellUnclaimed(billing: Billing, signal: AbortSignal): Promise<void> {
  const subscriptions = await claimPurchases(billing, signal);
  if (subscriptions.length === 0) return;
  billing.log.error({ subscriptions }, 'NOBODY HERE IS KNOWN TO HAVE BOUGHT WHAT WAS SOLD');
}

/** Reads what every provider sells. */
async function readPlans({ db, payments }: Billing): Promise<void> {
  for (const provider of Object.values(payments.providers)) {
    await storePlans(db, provider.name, await provider.listPlans());
  }
}

/** Events, what is open, the nightly comparison, notices and plans. */
export function billingJobs({ billing }: { billing: Billing }): Job[] {
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
      handler: () => readPlans(billing),
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
