import { MINUTE_MS } from '@moneytrail/calendar';
import { findUserByName } from '../../accounts/index.ts';
import type { Billing } from '../billing.ts';
import { listOffered, storePlans } from '../payments-store.ts';
import { settle } from '../settle.ts';
import { startSubscription } from '../subscribe.ts';
import { subscriptionsOf } from '../subscriptions-store.ts';

/** The demo account that has a yearly plan. */
const SUBSCRIBER = 'subscriber@demo.test';
const LOOPBACK = '127.0.0.1';
/** Required by the API, but no browser is ever redirected there. */
const PAGE = 'http://localhost/';

/** Presses the button of the simulated provider's page; false for a real provider's page. */
async function approve(approveUrl: string): Promise<boolean> {
  if (new URL(approveUrl).hostname !== LOOPBACK) return false;
  const answer = await fetch(approveUrl, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'approve' }),
    redirect: 'manual',
    signal: AbortSignal.timeout(MINUTE_MS / 2),
  });
  await answer.body?.cancel();
  return answer.status === 303;
}

/**
 * Gives the demo subscriber what their standing tells: a yearly subscription at the simulated PayPal, paid from its
 * start. Once begun it is theirs, whatever becomes of it; doing it twice is the same as once.
 */
export async function buyDemoPlan(billing: Billing): Promise<void> {
  const { db, payments } = billing;
  const { paypal } = payments.providers;
  const subscriber = await findUserByName(db, SUBSCRIBER);
  if (!paypal || !subscriber?.is_demo) return;
  const rows = await subscriptionsOf(db, subscriber.id);
  if (rows.some(({ start_ms }) => start_ms !== null)) return;
  await storePlans(db, paypal.name, await paypal.listPlans(), billing.planRights);
  const plans = await listOffered(db, [paypal.name]);
  const plan = plans.find((each) => each.billing_interval === 'YEAR' && each.trial_days === null);
  if (!plan) return;
  const buyer = { _id: subscriber.id, username: subscriber.username };
  const { approve: approveUrl } = await startSubscription(billing, buyer, {
    plan_id: plan.id,
    interval: plan.billing_interval,
    return_url: PAGE,
    cancel_url: PAGE,
  });
  const [asked] = await subscriptionsOf(db, subscriber.id);
  if (asked && (await approve(approveUrl))) await settle(billing, asked.id);
}
