import { randomBytes } from 'node:crypto';
import { isJsonTemplate } from '@moneytrail/alerts';
import { HOUR_MS } from '@moneytrail/calendar';
import {
  AppError,
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listWebhookAttempts,
  listWebhooks,
  MOST_WEBHOOKS,
  rotateWebhook,
  storable,
  testWebhook,
  WEBHOOK_ROTATION_HOURS,
  type WebhookAttempt,
} from '@moneytrail/contract';
import type { Db, Trx } from '../../../db/index.ts';
import { callerName, createCallerBudget } from '../../../http/caller-budget.ts';
import { signedIn } from '../../../http/check-access.ts';
import type { Router } from '../../../http/route.ts';
import { AddressRefused, type GuardedPost, parseReceiver } from '../../../outside/guarded-post.ts';
import { newWebhookSecret, sendWebhook } from '../../../outside/webhooks.ts';
import { createPayloadCipher } from '../../../payload-cipher.ts';
import type { Clock } from '../../../steady-clock.ts';
import { lockOwner } from '../alert-store.ts';
import {
  changeWebhook,
  findAttempts,
  findWebhook,
  findWebhooks,
  insertAttempt,
  insertWebhook,
  lateOf,
  presentWebhook,
  deleteWebhook as removeWebhook,
  type WaitingDelivery,
  type WebhookRow,
} from './ways-store.ts';

const LONGEST_ANSWER = 200;
const TEST_TIMEOUT_MS = 10_000;
/** Test calls of an account in each process, so that none floods or searches other servers through ours. */
const TESTS = { atOnce: 2, aMinute: 10 };
const NOT_FOUND = 'The webhook was not found.';

/** The secrets of webhooks, which are stored encrypted, each for its account. */
export type Webhooks = {
  encrypt: (userId: string, secret: string) => Buffer;
  /**
   * The secrets that sign at a moment: two during a rotation. A former one that cannot be read, as after a change of the
   * installation's own secret, is left out; throws `UnreadableSecret` for the present one.
   */
  secretsOf: (row: WebhookRow, nowMs: number) => string[];
};

/** The stored secret was encrypted with another secret of the installation. */
class UnreadableSecret extends Error {}

export function createWebhooks(secret: string): Webhooks {
  const cipher = createPayloadCipher(secret, 'moneytrail webhook secret');
  function read(userId: string, stored: Buffer): string | null {
    try {
      return cipher.decrypt(userId, stored);
    } catch {
      return null;
    }
  }
  return {
    encrypt: (userId, value) => cipher.encrypt(userId, value),
    secretsOf: (row, nowMs) => {
      const present = read(row.user_id, row.secret);
      if (present === null) throw new UnreadableSecret('the secret of a webhook cannot be read');
      const isOldValid = row.old_secret !== null && (row.old_secret_ends_ms ?? 0) > nowMs;
      const former = isOldValid && row.old_secret ? read(row.user_id, row.old_secret) : null;
      return former === null ? [present] : [present, former];
    },
  };
}

type CallDeps = {
  clock: { now: () => number };
  webhooks: Webhooks;
  post: GuardedPost;
};

/** The body of a firing: the owner's own message, or our fields. */
function bodyOf({ firingId, firing }: WaitingDelivery) {
  if (firing.message !== firing.text) {
    const contentType = isJsonTemplate(firing.message) ? 'application/json' : 'text/plain';
    return { body: firing.message, contentType } as const;
  }
  const late = lateOf(firing);
  const body = JSON.stringify({
    type: 'alert.fired',
    version: 1,
    timestamp: isoOf(firing.time_ms),
    data: {
      firing: firingId,
      alert: firing.alert_id,
      name: firing.name,
      symbol: firing.symbol,
      resolution: firing.resolution,
      bar: isoOf(firing.bar_time),
      price: firing.price,
      text: firing.text,
      late: late && { from: isoOf(late.fromMs), to: isoOf(late.toMs) },
    },
  });
  return { body, contentType: 'application/json' } as const;
}

const isoOf = (ms: number) => new Date(ms).toISOString();

/** Calls a webhook; a receiver that cannot be reached has no status. */
async function attempt(
  { clock, webhooks, post }: CallDeps,
  row: WebhookRow,
  message: {
    id: string;
    firingId: number | null;
    body: string;
    contentType: 'application/json' | 'text/plain';
  },
  signal: AbortSignal,
): Promise<WebhookAttempt> {
  const atMs = clock.now();
  const { firingId, id, body, contentType } = message;
  try {
    const receiver = { url: row.url, secrets: webhooks.secretsOf(row, atMs) };
    const sent = { id, sentAtMs: atMs, body, contentType };
    const { status, ms, beginning: answer } = await sendWebhook(post, receiver, sent, signal);
    return { atMs, firingId, status, ms, answer };
  } catch (error) {
    signal.throwIfAborted();
    const ms = Math.max(0, clock.now() - atMs);
    return { atMs, firingId, status: null, ms, answer: wordsOf(error) };
  }
}

/** A failure in words that repeat neither the address nor its secret parts. */
function wordsOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  if (error instanceof UnreadableSecret) {
    return 'The secret of this webhook cannot be read any more. Make a new one.';
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof Error && error.name === 'TimeoutError') {
    return 'The receiver did not answer within 5 s.';
  }
  return storable(`The receiver was not reached (${code || 'no code'}).`.slice(0, LONGEST_ANSWER));
}

/** Calls the webhook of a delivery. Every attempt has the same id, by which the receiver knows a repetition. */
export function callWebhook(
  deps: CallDeps,
  row: WebhookRow,
  delivery: WaitingDelivery,
  signal: AbortSignal,
): Promise<WebhookAttempt> {
  const id = `firing_${delivery.firingId}`;
  return attempt(deps, row, { id, firingId: delivery.firingId, ...bodyOf(delivery) }, signal);
}

/** Throws `BAD_REQUEST` in words for an address that may not be called. */
function checkedUrl(url: string, mayReachLoopback: boolean): string {
  try {
    return parseReceiver(url, mayReachLoopback).href;
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw new AppError('BAD_REQUEST', error.message, { cause: error });
  }
}

export type WebhookRouteDeps = Omit<CallDeps, 'clock'> & {
  clock: Clock;
  db: Db;
  mayReachLoopback: boolean;
};

/** `callNow` plans the calls that wait for a webhook for now, also those after a failure. */
export function webhookRoutes(
  router: Router,
  deps: WebhookRouteDeps & { callNow: (trx: Trx, webhook: WebhookRow) => Promise<void> },
): void {
  const { db, clock, webhooks } = deps;
  const tests = createCallerBudget(clock, TESTS);
  const own = async (user: Parameters<typeof signedIn>[0], id: number): Promise<WebhookRow> => {
    const row = await findWebhook(db, { id, userId: signedIn(user)._id });
    if (!row) throw new AppError('NOT_FOUND', NOT_FOUND);
    return row;
  };
  router.route(listWebhooks, async ({ user }) => {
    const rows = await findWebhooks(db, signedIn(user)._id);
    return rows.map((row) => presentWebhook(row, clock.now()));
  });
  router.route(createWebhook, async ({ user, body }) => {
    const userId = signedIn(user)._id;
    const url = checkedUrl(body.url, deps.mayReachLoopback);
    const secret = newWebhookSecret(randomBytes);
    const row = await db.transaction().execute(async (trx) => {
      await lockOwner(trx, userId);
      if ((await findWebhooks(trx, userId)).length >= MOST_WEBHOOKS) {
        throw new AppError('CONFLICT', `An account has at most ${MOST_WEBHOOKS} webhooks.`);
      }
      const encrypted = webhooks.encrypt(userId, secret);
      const values = { userId, name: body.name, url, secret: encrypted, nowMs: clock.now() };
      return insertWebhook(trx, values);
    });
    return { webhook: presentWebhook(row, clock.now()), secret };
  });
  router.route(rotateWebhook, async ({ user, params }) => {
    const row = await own(user, params.id);
    const secret = newWebhookSecret(randomBytes);
    const changed = await changeWebhook(db, row.id, {
      secret: webhooks.encrypt(row.user_id, secret),
      old_secret: row.secret,
      old_secret_ends_ms: clock.now() + WEBHOOK_ROTATION_HOURS * HOUR_MS,
    });
    return { webhook: presentWebhook(changed, clock.now()), secret };
  });
  router.route(enableWebhook, async ({ user, params, body }) => {
    const row = await own(user, params.id);
    const changed = await db.transaction().execute(async (trx) => {
      const disabledFor = body.isEnabled ? null : 'byOwner';
      const set = await changeWebhook(trx, row.id, {
        disabled_for: disabledFor,
        failing_since_ms: null,
      });
      await deps.callNow(trx, set);
      return set;
    });
    return presentWebhook(changed, clock.now());
  });
  router.route(deleteWebhook, async ({ user, params }) => {
    const isRemoved = await removeWebhook(db, { userId: signedIn(user)._id, id: params.id });
    if (!isRemoved) throw new AppError('NOT_FOUND', NOT_FOUND);
  });
  router.route(testWebhook, async ({ user, ip, params }) => {
    const row = await own(user, params.id);
    const nowMs = clock.now();
    const body = JSON.stringify({ type: 'test', version: 1, timestamp: isoOf(nowMs), data: {} });
    const message = {
      id: `test_${row.id}_${nowMs}`,
      firingId: null,
      body,
      contentType: 'application/json',
    } as const;
    const signal = AbortSignal.timeout(TEST_TIMEOUT_MS);
    const made = await tests.run(callerName({ user, ip }), () =>
      attempt(deps, row, message, signal),
    );
    await insertAttempt(db, { ...made, webhookId: row.id });
    return made;
  });
  router.route(listWebhookAttempts, async ({ user, params }) =>
    findAttempts(db, (await own(user, params.id)).id),
  );
}
