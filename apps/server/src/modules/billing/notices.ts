import { DAY_MS } from '@moneytrail/calendar';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/index.ts';
import { findUser } from '../accounts/index.ts';
import { renewStanding } from './apply-reading.ts';
import type { Billing } from './billing.ts';
import { endsSoonMail, paymentFailedMail } from './messages.ts';
import { findPlan } from './plan-store.ts';
import { accessEndsMs, isRunning, type SubscriptionRow } from './policy.ts';
import { changeSubscription, findSubscription, listLive, lockUser } from './store.ts';

/** Days after a failed payment on which its owner is reminded; the first mail goes out when it fails. */
const REMINDER_DAYS = [0, 3, 5, 7] as const;
const NOTICE_MS = 3 * DAY_MS;
/** Shorter periods would be announced all the time. */
const SHORTEST_PERIOD_MS = 14 * DAY_MS;
const PAGE = 200;

/** Reminders of a failed payment that are due by a moment. */
function remindersDue(failedSinceMs: number, nowMs: number): number {
  return REMINDER_DAYS.filter((days) => nowMs >= failedSinceMs + days * DAY_MS).length;
}

/** The end of a trial or a period that its owner is to be told of now; null where there is none. */
function endToTell(
  row: SubscriptionRow,
  nowMs: number,
): { endMs: number; isTrial: boolean; isRenewed: boolean } | null {
  if (!isRunning(row, nowMs) || row.failed_since_ms !== null) return null;
  const isRenewed = row.state === 'active';
  const inTrial = row.trial_ends_ms !== null && nowMs < row.trial_ends_ms;
  const endMs = inTrial ? row.trial_ends_ms : (accessEndsMs(row) ?? row.paid_until_ms);
  if (endMs === null || nowMs < endMs - NOTICE_MS || nowMs >= endMs) return null;
  if (row.start_ms !== null && endMs - row.start_ms < SHORTEST_PERIOD_MS && !inTrial) return null;
  return row.end_noticed_ms === endMs ? null : { endMs, isTrial: inTrial, isRenewed };
}

async function aboutOf(billing: Billing, trx: Transaction<Database>, row: SubscriptionRow) {
  const to = await findUser(trx, row.user_id);
  const plan = await findPlan(trx, row.plan_id);
  return to && plan && { publicUrl: billing.publicUrl, to, planName: plan.name };
}

/** Sends what is due of one subscription, once, and lets go of access that has ended by itself. */
async function noticeOne(billing: Billing, id: string): Promise<void> {
  const { db, clock, outbox } = billing;
  const nowMs = clock.now();
  const changed = await db.transaction().execute(async (trx) => {
    const found = await findSubscription(trx, id);
    if (!found) return null;
    await lockUser(trx, found.user_id);
    const row = (await findSubscription(trx, id, 'for update')) ?? found;
    const about = await aboutOf(billing, trx, row);
    if (!about) return null;
    const { failed_since_ms: failedMs } = row;
    const due = failedMs === null ? 0 : remindersDue(failedMs, nowMs);
    if (failedMs !== null && due > row.reminders) {
      const mail = paymentFailedMail(about, { untilMs: accessEndsMs(row) ?? nowMs, nowMs });
      await outbox.add(trx, { channel: 'email', ...mail });
      await changeSubscription(trx, id, { reminders: due });
    }
    const end = endToTell(row, nowMs);
    if (end) {
      await outbox.add(trx, { channel: 'email', ...endsSoonMail(about, end) });
      await changeSubscription(trx, id, { end_noticed_ms: end.endMs });
    }
    return (await renewStanding(billing, trx, row.user_id)) ? row.user_id : null;
  });
  if (changed !== null) billing.tellAccessChanged([changed]);
}

/** Reminds of failed payments and of ends that are near, and makes what has ended by itself show it. */
export async function sendNotices(billing: Billing, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted; ) {
    const rows = await listLive(billing.db, after, PAGE);
    for (const row of rows) {
      if (signal.aborted) return;
      await noticeOne(billing, row.id);
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}
