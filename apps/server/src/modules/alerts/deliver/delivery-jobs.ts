import { DAY_MS, HOUR_MS, isResolution, SECOND_MS } from '@moneytrail/calendar';
import { barAddress, storable } from '@moneytrail/contract';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Db, Trx } from '../../../db/index.ts';
import { defineJob, defineScheduled, type Job, type Jobs } from '../../../jobs/index.ts';
import type { Outbox } from '../../../outbox/index.ts';
import type { GuardedPost } from '../../../outside/guarded-post.ts';
import { createPushSender, isGone, vapidKeysOf } from '../../../outside/web-push.ts';
import { findSignedIn, findUser, letter } from '../../accounts/index.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import { type AlertLimits, keepLimits } from '../alert-limits.ts';
import { expireAlerts } from '../alert-states.ts';
import { timeText } from '../engine/alert-words.ts';
import { keepRights } from '../keep-rights.ts';
import { resumeReadable } from '../resume-readable.ts';
import {
  changeWebhook,
  countMails,
  deleteOldFirings,
  deletePushSubscription,
  failWaiting,
  findPushSubscriptions,
  findWaiting,
  findWebhook,
  insertAttempt,
  lateOf,
  noteAttempt,
  type PushRow,
  type WaitingDelivery,
  type WebhookRow,
} from './ways-store.ts';
import { callWebhook, type Webhooks } from './webhooks.ts';

/** A failing receiver is tried for this long, then its webhook is disabled. */
const TRIED_MS = DAY_MS;
/** The delay before a failing receiver is tried again grows with the time for which it has failed. */
const LEAST_DELAY_MS = 5 * SECOND_MS;
const MOST_DELAY_MS = HOUR_MS;
const DELAY_SHARE = 1 / 3;
const RETRY_PUSH_MS = 30 * SECOND_MS;
/** A slow receiver gives its place to others after this time. */
const TURN_MS = 10 * SECOND_MS;
/** Receivers that are waited for at once in each process. */
const RECEIVERS_AT_ONCE = 32;
/** The pause after failures of ours, such as of the database. */
const RETRY = { limit: 200, delaySeconds: 5 };
/** An account gets at most this many alert mails an hour; further ones fail and say so. */
const MOST_MAILS_AN_HOUR = 30;
const AT_ONCE = 100;
const FIRINGS_KEPT_MS = 365 * DAY_MS;
const MOST_FIRINGS = 10_000;
const LONGEST_PROBLEM = 200;

const ofUser = z.object({ userId: z.string() });
const SEND_MAILS = { name: 'alerts.send-mails', payload: ofUser };
const SEND_PUSHES = { name: 'alerts.send-pushes', payload: ofUser };
const CALL_WEBHOOK = { name: 'alerts.call-webhook', payload: z.object({ webhookId: z.int() }) };

/** A way on which something waits to be told. */
export type Way = {
  channel: 'mail' | 'push' | 'webhook';
  userId: string;
  webhookId: number | null;
};

/**
 * Plans the sending of deliveries that the transaction has inserted: one job for the mails of a user, for their browsers, and
 * for a webhook, so that nobody's failures or slow receivers hold back others.
 */
export async function enqueueWays(
  jobs: Pick<Jobs, 'enqueue'>,
  trx: Trx,
  ways: readonly Way[],
): Promise<void> {
  const usersOf = (channel: Way['channel']) =>
    [...new Set(ways.flatMap((way) => (way.channel === channel ? way.userId : [])))].sort();
  for (const userId of usersOf('mail')) {
    await jobs.enqueue(SEND_MAILS, { userId }, { trx, singletonKey: userId });
  }
  for (const userId of usersOf('push')) {
    await jobs.enqueue(SEND_PUSHES, { userId }, { trx, singletonKey: userId });
  }
  const webhookIds = new Set(ways.flatMap(({ webhookId }) => webhookId ?? []));
  for (const webhookId of [...webhookIds].sort((a, b) => a - b)) {
    await jobs.enqueue(CALL_WEBHOOK, { webhookId }, { trx, singletonKey: String(webhookId) });
  }
}

/** Plans the sending of deliveries for now, even if another try is planned for later. */
export async function sendNow(
  jobs: Pick<Jobs, 'enqueue' | 'hasten'>,
  trx: Trx,
  ways: readonly Way[],
): Promise<void> {
  await enqueueWays(jobs, trx, ways);
  for (const { channel, userId, webhookId } of ways) {
    if (channel === 'push') await jobs.hasten(SEND_PUSHES, userId, trx);
    if (webhookId !== null) await jobs.hasten(CALL_WEBHOOK, String(webhookId), trx);
  }
}

type DeliveryDeps = {
  db: Db;
  jobs: Pick<Jobs, 'enqueue'>;
  catalogue: Pick<Catalogue, 'byId'>;
  clock: { now: () => number };
  log: Pick<Logger, 'warn'>;
  outbox: Pick<Outbox, 'add'>;
  webhooks: Webhooks;
  alertLimits: AlertLimits;
  post: GuardedPost;
  /** The installation's secret, from which the key of push messages is derived. */
  secret: string;
  /** Base of links, without a trailing slash. */
  publicUrl: string;
  /** The address for complaints of push services: `mailto:` or a page. */
  contact: string;
};

const problemOf = (error: unknown) =>
  storable((error instanceof Error ? error.message : String(error)).slice(0, LONGEST_PROBLEM));

const chartUrl = (
  publicUrl: string,
  { symbol, resolution, bar_time }: WaitingDelivery['firing'],
): string => {
  const at = isResolution(resolution) ? barAddress(bar_time, resolution) : '';
  const query = new URLSearchParams({ symbol, resolution, at });
  return `${publicUrl}/dashboard/live-chart?${query}`;
};

/** The jobs that tell firings by mail, push and webhook, and those that end and clear away. */
export function deliveryJobs(deps: DeliveryDeps): Job[] {
  const { db, clock } = deps;
  const push = createPushSender({
    post: deps.post,
    keys: vapidKeysOf(deps.secret),
    contact: deps.contact,
  });

  async function sendMail(user: User, { id, firing }: WaitingDelivery): Promise<void> {
    const late = lateOf(firing);
    const lines = [firing.text, `This was at ${timeText(firing.time_ms)} UTC.`];
    if (late) {
      const span = `from ${timeText(late.fromMs)} UTC to ${timeText(late.toMs)} UTC`;
      lines.push(`This is late: ${span} the price was not watched.`);
    }
    if (firing.message !== firing.text) lines.push(firing.message);
    lines.push(
      'You get this mail because an alert of yours asks for it. Change or delete it under Alerts.',
    );
    const action = { label: 'Open the chart', url: chartUrl(deps.publicUrl, firing) };
    const subject = firing.name === '' ? firing.text : firing.name;
    await db.transaction().execute(async (trx) => {
      const isOurs = await noteAttempt(trx, id, { state: 'sent', status: null, problem: null });
      const mail = letter(user, oneLine(subject), lines, { action, heading: oneLine(subject) });
      if (isOurs) await deps.outbox.add(trx, { channel: 'email', ...mail });
    });
  }

  /** Sends to one browser; resolves to the status, or to the problem in words. */
  async function pushTo(
    { endpoint, p256dh, auth }: PushRow,
    userId: string,
    payload: string,
    signal: AbortSignal,
  ): Promise<{ status: number | null; problem: string | null }> {
    try {
      const answer = await push({ endpoint, keys: { p256dh, auth } }, payload, signal);
      const { status } = answer;
      if (isGone(answer)) await deletePushSubscription(db, { endpoint, userId });
      return { status, problem: status < 300 ? null : `The push service answered ${status}.` };
    } catch (error) {
      return { status: null, problem: problemOf(error) };
    }
  }

  /** Sends to all browsers of a user at once; resolves to false if it is to be tried again. */
  async function sendPush(
    { id, userId, firing, createdAtMs }: WaitingDelivery,
    signal: AbortSignal,
  ): Promise<boolean> {
    const browsers = await findPushSubscriptions(db, userId);
    const url = chartUrl('', firing);
    const payload = JSON.stringify({ title: firing.name || firing.symbol, body: firing.text, url });
    const sent = await Promise.all(
      browsers.map((browser) => pushTo(browser, userId, payload, signal)),
    );
    signal.throwIfAborted();
    const best = sent.find(({ problem }) => problem === null) ?? sent[0];
    const problem = best ? best.problem : 'No browser is subscribed to push messages.';
    const isLast = clock.now() - createdAtMs > HOUR_MS || browsers.length === 0;
    const state = problem === null ? 'sent' : isLast ? 'failed' : 'waiting';
    await noteAttempt(db, id, { state, status: best?.status ?? null, problem });
    return state !== 'waiting';
  }

  /** Sends the mails of a user, oldest first; those that may not be sent fail together. */
  async function drainMails(userId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const [account] = await findSignedIn(db, [userId], clock.now());
      const user = account ? await findUser(db, userId) : null;
      if (!user) return failWaiting(db, { mailsOf: userId }, 'The account cannot sign in.');
      const left = MOST_MAILS_AN_HOUR - (await countMails(db, userId, clock.now() - HOUR_MS));
      if (left <= 0) {
        const problem = `No mail was sent: ${MOST_MAILS_AN_HOUR} alert mails were sent within an hour.`;
        return failWaiting(db, { mailsOf: userId }, problem);
      }
      const waiting = await findWaiting(db, 'mail', { userId, limit: left });
      if (waiting.length === 0) return;
      for (const delivery of waiting) {
        signal.throwIfAborted();
        await sendMail(user, delivery);
      }
    }
  }

  /**
   * Sends what waits for the browsers of a user, oldest first, for a while; what is left gets another job, so that others
   * have their turn. A failing receiver is no failure of ours: the job ends well.
   */
  async function drainPushes(userId: string, signal: AbortSignal): Promise<void> {
    const untilMs = clock.now() + TURN_MS;
    for (;;) {
      const waiting = await findWaiting(db, 'push', { userId, limit: AT_ONCE });
      if (waiting.length === 0) return;
      for (const delivery of waiting) {
        signal.throwIfAborted();
        const isTriedAgain = !(await sendPush(delivery, signal));
        if (!isTriedAgain && clock.now() < untilMs) continue;
        const startAfterMs = clock.now() + (isTriedAgain ? RETRY_PUSH_MS : 0);
        await deps.jobs.enqueue(SEND_PUSHES, { userId }, { singletonKey: userId, startAfterMs });
        return;
      }
    }
  }

  /** Calls a webhook for what waits, in order, until its receiver fails; another job goes on after a while. */
  async function drainWebhook(webhookId: number, signal: AbortSignal): Promise<void> {
    const untilMs = clock.now() + TURN_MS;
    for (;;) {
      signal.throwIfAborted();
      if (clock.now() >= untilMs) {
        await deps.jobs.enqueue(CALL_WEBHOOK, { webhookId }, { singletonKey: String(webhookId) });
        return;
      }
      const webhook = await findWebhook(db, { id: webhookId });
      if (!webhook) return;
      if (webhook.disabled_for !== null) {
        return failWaiting(db, { webhookId }, 'The webhook is disabled.');
      }
      if (!(await callNext(webhook, signal))) return;
    }
  }

  /** Calls a webhook for the oldest delivery that waits; false if there is none, or if its receiver has failed. */
  async function callNext(webhook: WebhookRow, signal: AbortSignal): Promise<boolean> {
    const webhookId = webhook.id;
    const [next] = await findWaiting(db, 'webhook', { webhookId, limit: 1 });
    if (!next) return false;
    const attempt = await callWebhook(deps, webhook, next, signal);
    const { status, answer } = attempt;
    const isTaken = status !== null && status >= 200 && status < 300;
    const problem = status === null ? answer : `The receiver answered ${status}.`;
    await db.transaction().execute(async (trx) => {
      await insertAttempt(trx, { ...attempt, webhookId });
      await noteAttempt(
        trx,
        next.id,
        isTaken ? { state: 'sent', status, problem: null } : { state: 'waiting', status, problem },
      );
      if (isTaken) await changeWebhook(trx, webhookId, { failing_since_ms: null });
    });
    if (!isTaken) await noteFailing(webhook, status);
    return isTaken;
  }

  /** Disables a webhook that has failed for long enough; otherwise plans another try. */
  async function noteFailing(webhook: WebhookRow, status: number | null): Promise<void> {
    const sinceMs = webhook.failing_since_ms ?? clock.now();
    // 410 says that the receiver wants no more, by the Standard Webhooks specification.
    if (status === 410 || clock.now() - sinceMs >= TRIED_MS) return disable(webhook);
    if (webhook.failing_since_ms === null) {
      await changeWebhook(db, webhook.id, { failing_since_ms: sinceMs });
    }
    const failedMs = Math.round(DELAY_SHARE * (clock.now() - sinceMs));
    const delayMs = Math.min(MOST_DELAY_MS, Math.max(LEAST_DELAY_MS, failedMs));
    await deps.jobs.enqueue(
      CALL_WEBHOOK,
      { webhookId: webhook.id },
      { singletonKey: String(webhook.id), startAfterMs: clock.now() + delayMs },
    );
  }

  async function disable({ id: webhookId, user_id: userId, name }: WebhookRow): Promise<void> {
    await changeWebhook(db, webhookId, { disabled_for: 'failing' });
    await failWaiting(db, { webhookId }, 'The webhook was disabled, as its receiver failed.');
    const user = await findUser(db, userId);
    if (!user) return;
    const subject = 'a webhook of yours was disabled';
    const lines = [
      `“${oneLine(name)}” was called for a day without an answer that says it was taken.`,
      'Alerts go on by the other ways. Enable the webhook under Alerts once its receiver works again.',
    ];
    await db
      .transaction()
      .execute((trx) =>
        deps.outbox.add(trx, { channel: 'email', ...letter(user, subject, lines) }),
      );
  }

  return [
    defineJob({
      ...SEND_MAILS,
      retry: RETRY,
      singleton: true,
      handler: ({ userId }, { signal }) => drainMails(userId, signal),
    }),
    defineJob({
      ...SEND_PUSHES,
      retry: RETRY,
      singleton: true,
      concurrency: RECEIVERS_AT_ONCE,
      handler: ({ userId }, { signal }) => drainPushes(userId, signal),
    }),
    defineJob({
      ...CALL_WEBHOOK,
      retry: RETRY,
      singleton: true,
      concurrency: RECEIVERS_AT_ONCE,
      handler: ({ webhookId }, { signal }) => drainWebhook(webhookId, signal),
    }),
    defineScheduled({
      name: 'alerts.end-alerts',
      schedule: '* * * * *',
      handler: async () => {
        await expireAlerts(db, clock.now());
      },
    }),
    defineScheduled({
      name: 'alerts.resume-alerts',
      schedule: '* * * * *',
      handler: async () => {
        await resumeReadable(deps);
        await keepRights(deps);
        await keepLimits(deps);
      },
    }),
    defineScheduled({
      name: 'alerts.clear-firings',
      schedule: '40 3 * * *',
      handler: () => deleteOldFirings(db, clock.now() - FIRINGS_KEPT_MS, MOST_FIRINGS),
    }),
  ];
}

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/** A header has one line. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_PROBLEM);
