import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Db, Trx } from '../db/index.ts';
import type { Jobs } from '../jobs/index.ts';

/** The message is not sent after this time, such as a code past its lifetime. */
const expiresAtMs = z.number().optional();

/** A message caused by a transaction. All but the channel is secret: it holds codes, links and addresses. */
export const outgoingMessage = z.discriminatedUnion('channel', [
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
export type MessageReference = z.infer<typeof reference>;

/** One queue per channel: an unreachable mail server delays no SMS. */
export const SENDING = {
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
  const cipher = createPayloadCipher(deps.secret);
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

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts payloads, bound to the row's id, so that no payload can be moved to another row. */
export type PayloadCipher = {
  encrypt: (id: string, text: string) => Buffer;
  /** Throws for another secret or row, or a changed byte. */
  decrypt: (id: string, payload: Buffer) => string;
};

/** AES-256-GCM with a key derived from the installation's secret; nonce, tag and ciphertext follow one another. */
export function createPayloadCipher(secret: string): PayloadCipher {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'moneytrail outbox payload', 32));
  return {
    encrypt(id, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(id));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    decrypt(id, payload) {
      const bodyAt = NONCE_BYTES + TAG_BYTES;
      const decipher = createDecipheriv(ALGORITHM, key, payload.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(id))
        .setAuthTag(payload.subarray(NONCE_BYTES, bodyAt));
      return Buffer.concat([
        decipher.update(payload.subarray(bodyAt)),
        decipher.final(),
      ]).toString();
    },
  };
}

export type OutboxRow = {
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
export function readWaiting(db: Db, id: string): Promise<OutboxRow | undefined> {
  return db
    .selectFrom('outbox')
    .select(['id', 'payload', 'created_at_ms', 'last_error'])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

export async function deleteSent(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
}

export async function noteFailure(db: Db, id: string, error: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set((row) => ({ attempts: row('attempts', '+', 1), last_error: error }))
    .where('id', '=', id)
    .execute();
}

/** Marks a message as given up and removes its content; deletes dead messages older than `forgetBeforeMs`. */
export async function giveUp(
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
