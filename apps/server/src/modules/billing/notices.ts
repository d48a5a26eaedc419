import { DAY_MS } from '@moneytrail/calendar';
import type { Trx } from '../../db/index.ts';
import { findUser, listOvertaken } from '../accounts/index.ts';
import type { Billing } from './billing.ts';
import { endsSoonMail, paymentFailedMail } from './messages.ts';
import { findPlan } from './payments-store.ts';
import { accessEndsMs, isRenewing, isRunning, type SubscriptionRow } from './policy.ts';
import { renewStanding } from './settle.ts';
import {
  changeSubscription,
  eachDue,
  endSubscription,
  findSubscription,
  lockUser,
} from './subscriptions-store.ts';

/** The reminder of day 0 is sent when the payment fails. */
const PLAN = { reminderDays: [0, 3, 5, 7], noticeMs: 3 * DAY_MS } as const;
/** Ends of shorter periods are not announced: there would be too many mails. */
const SHORTEST_PERIOD_MS = 14 * DAY_MS;

function remindersDue(failedSinceMs: number, nowMs: number): number {
  return PLAN.reminderDays.filter((days) => nowMs >= failedSinceMs + days * DAY_MS).length;
}

/** The end of a trial or period to announce now; null if there is none. */
function endToTell(
  row: SubscriptionRow,
  nowMs: number,
): { endMs: number; isTrial: boolean; isRenewed: boolean } | null {
  if (!isRunning(row, nowMs) || row.failed_since_ms !== null) return null;
  const isRenewed = row.state === 'active';
  const inTrial = row.trial_ends_ms !== null && nowMs < row.trial_ends_ms;
  const endMs = inTrial ? row.trial_ends_ms : (accessEndsMs(row) ?? row.paid_until_ms);
  if (endMs === null || nowMs < endMs - PLAN.noticeMs || nowMs >= endMs) return null;
  if (row.start_ms !== null && endMs - row.start_ms < SHORTEST_PERIOD_MS && !inTrial) return null;
  return row.end_noticed_ms === endMs ? null : { endMs, isTrial: inTrial, isRenewed };
}

async function aboutOf(billing: Billing, trx: Trx, row: SubscriptionRow) {
  const to = await findUser(trx, row.user_id);
  const plan = await findPlan(trx, row.plan_id);
  if (!to || !plan) return null;
  const { amount_cents, currency } = row;
  return {
    publicUrl: billing.publicUrl,
    to,
    planName: plan.name,
    price: { amount_cents, currency },
    interval: plan.billing_interval,
  };
}

type About = NonNullable<Awaited<ReturnType<typeof aboutOf>>>;

/** Sends a subscription's due notices and records them in the same transaction. */
async function sendDue(
  { clock, sendNotice }: Billing,
  trx: Trx,
  row: SubscriptionRow,
  about: About,
): Promise<void> {
  const nowMs = clock.now();
  const due = row.failed_since_ms === null ? 0 : remindersDue(row.failed_since_ms, nowMs);
  if (due > row.reminders) {
    const untilMs = accessEndsMs(row) ?? nowMs;
    // No reminder after a cancellation.
    const mail = isRenewing(row) ? paymentFailedMail(about, { untilMs, nowMs }) : null;
    if (mail) await sendNotice(trx, mail);
    await changeSubscription(trx, row.id, { reminders: due });
  }
  const end = endToTell(row, nowMs);
  if (!end) return;
  await sendNotice(trx, endsSoonMail(about, end));
  await changeSubscription(trx, row.id, { end_noticed_ms: end.endMs });
}

/** Sends a subscription's due notices once, and ends it if it is cancelled and over. */
async function noticeOne(billing: Billing, id: string): Promise<void> {
  const { db, clock } = billing;
  const nowMs = clock.now();
  const changed = await db.transaction().execute(async (trx) => {
    const found = await findSubscription(trx, id);
    if (!found) return null;
    await lockUser(trx, found.user_id);
    const row = (await findSubscription(trx, id, 'for update')) ?? found;
    const about = await aboutOf(billing, trx, row);
    if (!about) return null;
    await sendDue(billing, trx, row, about);
    const isOver = row.state === 'cancelled' && row.ends_ms !== null && row.ends_ms <= nowMs;
    if (isOver) await endSubscription(trx, row, row.ends_ms ?? nowMs, nowMs);
    return (await renewStanding(billing, trx, row.user_id)) ? row.user_id : null;
  });
  if (changed !== null) billing.tellAccessChanged([changed]);
}

/** Updates the stored state of a user's subscriptions, as after a trial or access has ended by time alone. */
export async function refreshStanding(billing: Billing, userId: string): Promise<void> {
  const hasChanged = await billing.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    return renewStanding(billing, trx, userId);
  });
  if (hasChanged) billing.tellAccessChanged([userId]);
}

/** Sends reminders of failed payments and coming ends, and updates what has ended by time alone. */
export async function sendNotices(billing: Billing, signal: AbortSignal): Promise<void> {
  const { db, clock } = billing;
  for await (const { id } of eachDue(db, PLAN, clock.now())) {
    if (signal.aborted) return;
    await noticeOne(billing, id);
  }
  for (const userId of await listOvertaken(db, clock.now())) {
    if (signal.aborted) return;
    await refreshStanding(billing, userId);
  }
}
