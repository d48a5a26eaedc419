import { randomUUID } from 'node:crypto';
import { DAY_MS, SECOND_MS } from '@moneytrail/calendar';
import { storable } from '@moneytrail/contract';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Db, Trx } from '../db/index.ts';
import { defineJob, type Job, type Jobs } from '../jobs/index.ts';
import type { Mailer } from '../outside/mail.ts';
import type { SmsSender } from '../outside/sms.ts';
import { createPayloadCipher, type PayloadCipher } from '../payload-cipher.ts';

/** A message that cannot be delivered within this time is given up; it starts when the message may first be sent. */
const TRIED_MS = DAY_MS;
const DEAD_KEPT_MS = 90 * DAY_MS;
/** More retries than fit in a day, with delays doubling up to an hour: the age decides. */
const RETRY = { limit: 200, delaySeconds: 5 };
/** Another process may take the message over after this time. */
const EXPIRE_SECONDS = 60;
/** Sending is aborted well before, even if the service still answers slowly, so that no message is sent twice at once. */
const SEND_WITHIN_MS = 40 * SECOND_MS;
const LONGEST_ERROR = 200;
const SENT_AT_ONCE = 4;

/** The message is not sent after this time, such as a code past its lifetime. */
const expiresAtMs = z.number().optional();

/** A message caused by a transaction. All but the channel is secret: it holds codes, links and addresses. */
const outgoingMessage = z.discriminatedUnion('channel', [
  z.object({
    channel: z.literal('email'),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string().optional(),
    /** Reply address, if not the sender's. */
    replyTo: z.string().optional(),
    expiresAtMs,
  }),
  z.object({ channel: z.literal('sms'), to: z.string(), text: z.string(), expiresAtMs }),
]);
export type OutgoingMessage = z.infer<typeof outgoingMessage>;

const reference = z.object({ id: z.string(), notBeforeMs: z.number().optional() });
type MessageReference = z.infer<typeof reference>;

/** Derives the key of the messages. */
const CIPHER_PURPOSE = 'moneytrail outbox payload';

/** One queue per channel: an unreachable mail server delays no SMS. */
const SENDING = {
  email: { name: 'outbox.send-email', payload: reference },
  sms: { name: 'outbox.send-sms', payload: reference },
} as const;

/** A transactional outbox: messages are stored with the change that causes them, and sent by a worker after the commit. */
export function createOutbox(deps: {
  db: Db;
  clock: { now: () => number };
  jobs: Pick<Jobs, 'enqueue'>;
  /** The installation's secret; the encryption key is derived from it. */
  secret: string;
}) {
  const cipher = createPayloadCipher(deps.secret, CIPHER_PURPOSE);
  return {
    /** The message is sent once the transaction has committed, and not before `notBeforeMs`. */
    async add(
      trx: Trx,
      message: OutgoingMessage,
      { notBeforeMs }: { notBeforeMs?: number } = {},
    ): Promise<void> {
      const id = randomUUID();
      const { channel } = message;
      const payload = cipher.encrypt(id, JSON.stringify(message));
      await insertMessage(trx, { id, channel, payload, created_at_ms: deps.clock.now() });
      const when = notBeforeMs === undefined ? {} : { startAfterMs: notBeforeMs };
      await deps.jobs.enqueue(SENDING[channel], { id, notBeforeMs }, { trx, ...when });
    },
    counts: () => countMessages(deps.db),
    /** Messages that were given up, with the last error; their content has been removed. */
    listDead: () => findDead(deps.db),
  };
}

export type Outbox = ReturnType<typeof createOutbox>;

type SendingDeps = {
  db: Db;
  clock: { now: () => number };
  log: Pick<Logger, 'error'>;
  secret: string;
  mail: Mailer;
  sms: SmsSender;
  /** Timeout of one try; 40 s by default. */
  sendWithinMs?: number;
};

function send(
  { mail, sms }: SendingDeps,
  id: string,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<void> {
  if (message.channel === 'sms') return sms.send(message, signal);
  return mail.send({ ...message, id }, signal);
}

function open(cipher: PayloadCipher, { id, payload }: OutboxRow): OutgoingMessage {
  if (payload === null) throw new Error('a waiting message has no payload');
  try {
    return outgoingMessage.parse(JSON.parse(cipher.decrypt(id, payload)));
  } catch {
    // The cause is dropped, because it could contain parts of the message.
    throw new Error('a message cannot be decrypted: was it stored with another AUTH_SECRET?');
  }
}

/**
 * The jobs that send the outbox's messages, with retries for a day, or until the message expires. If a process is killed
 * between the service's acceptance and the deletion of the row, the message is sent a second time; a mail then has the
 * same `Message-ID`.
 */
export function outboxJobs(deps: SendingDeps): Job[] {
  const { db, clock } = deps;
  const cipher = createPayloadCipher(deps.secret, CIPHER_PURPOSE);

  async function bury(channel: OutgoingMessage['channel'], id: string, reason: string) {
    await giveUp(db, id, { reason, forgetBeforeMs: clock.now() - DEAD_KEPT_MS });
    deps.log.error({ channel, id, reason }, 'a message was given up');
  }

  async function deliver(
    channel: OutgoingMessage['channel'],
    { id, notBeforeMs = 0 }: MessageReference,
    signal: AbortSignal,
  ): Promise<void> {
    const deadline = AbortSignal.timeout(deps.sendWithinMs ?? SEND_WITHIN_MS);
    const row = await readWaiting(db, id);
    if (!row) return;
    try {
      const message = open(cipher, row);
      const isExpired = clock.now() >= (message.expiresAtMs ?? Number.POSITIVE_INFINITY);
      if (isExpired) return await bury(channel, id, row.last_error ?? 'not sent in time');
      await send(deps, id, message, AbortSignal.any([signal, deadline]));
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      const reason = storable(said.slice(0, LONGEST_ERROR));
      await noteFailure(db, id, reason);
      const triedFromMs = Math.max(row.created_at_ms, notBeforeMs);
      if (clock.now() - triedFromMs < TRIED_MS) throw error;
      return bury(channel, id, reason);
    }
    await deleteSent(db, id);
  }

  const job = (channel: OutgoingMessage['channel']) =>
    defineJob({
      ...SENDING[channel],
      retry: RETRY,
      expireInSeconds: EXPIRE_SECONDS,
      concurrency: SENT_AT_ONCE,
      handler: (reference, { signal }) => deliver(channel, reference, signal),
    });
  return [job('email'), job('sms')];
}

type OutboxRow = {
  id: string;
  payload: Buffer | null;
  created_at_ms: number;
  last_error: string | null;
};

async function insertMessage(
  trx: Trx,
  row: { id: string; channel: OutgoingMessage['channel']; payload: Buffer; created_at_ms: number },
): Promise<void> {
  await trx.insertInto('outbox').values(row).execute();
}

/** A message still to be sent; undefined if it was sent or given up. */
function readWaiting(db: Db, id: string): Promise<OutboxRow | undefined> {
  return db
    .selectFrom('outbox')
    .select(['id', 'payload', 'created_at_ms', 'last_error'])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

async function deleteSent(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
}

async function noteFailure(db: Db, id: string, error: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set((row) => ({ attempts: row('attempts', '+', 1), last_error: error }))
    .where('id', '=', id)
    .execute();
}

/** Marks a message as given up and removes its content; deletes dead messages older than `forgetBeforeMs`. */
async function giveUp(
  db: Db,
  id: string,
  { reason, forgetBeforeMs }: { reason: string; forgetBeforeMs: number },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'dead', payload: null, last_error: reason })
    .where('id', '=', id)
    .execute();
  await db
    .deleteFrom('outbox')
    .where('state', '=', 'dead')
    .where('created_at_ms', '<', forgetBeforeMs)
    .execute();
}

const MOST_LISTED = 200;

/** Messages that were given up, newest first. */
function findDead(db: Db) {
  return db
    .selectFrom('outbox')
    .select(['id', 'channel', 'attempts', 'last_error', 'created_at_ms'])
    .where('state', '=', 'dead')
    .orderBy('created_at_ms', 'desc')
    .limit(MOST_LISTED)
    .execute();
}

function countMessages(
  db: Db,
): Promise<{ channel: OutgoingMessage['channel']; state: 'waiting' | 'dead'; count: number }[]> {
  return db
    .selectFrom('outbox')
    .select(['channel', 'state', (row) => row.fn.countAll<number>().as('count')])
    .groupBy(['channel', 'state'])
    .execute();
}
