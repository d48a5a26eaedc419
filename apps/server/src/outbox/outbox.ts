import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import * as z from 'zod';
import type { Database, Db } from '../db/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { OutgoingMessage } from './message.ts';
import { createPayloadCipher } from './payload-cipher.ts';
import { countMessages, findDead, insertMessage } from './store.ts';

/** A message, and the moment before which it may not be sent, where there is one. */
const reference = z.object({ id: z.string(), notBeforeMs: z.number().optional() });
export type MessageReference = z.infer<typeof reference>;

/** One queue a channel: a mail server that is away delays no text message. */
export const SENDING = {
  email: { name: 'outbox.send-email', payload: reference },
  sms: { name: 'outbox.send-sms', payload: reference },
} as const;

/** Messages stored with what causes them, and sent by a worker when that has committed. */
export type Outbox = {
  /**
   * The message is sent once the transaction has committed, and never where it does not; with `notBeforeMs` not before
   * that moment.
   */
  add: (
    trx: Transaction<Database>,
    message: OutgoingMessage,
    when?: { notBeforeMs?: number },
  ) => Promise<void>;
  /** How many messages wait, and how many were given up, by channel. */
  counts: () => ReturnType<typeof countMessages>;
  /** Messages that were given up: their content is gone, why is known. */
  listDead: () => ReturnType<typeof findDead>;
};

/** The outbox; `secret` is the installation's, from which the key of what is stored is derived. */
export function createOutbox(deps: {
  db: Db;
  clock: { now: () => number };
  jobs: Pick<Jobs, 'enqueue'>;
  secret: string;
}): Outbox {
  const cipher = createPayloadCipher(deps.secret);
  return {
    async add(trx, message, { notBeforeMs } = {}) {
      const id = randomUUID();
      const { channel } = message;
      const payload = cipher.encrypt(id, JSON.stringify(message));
      await insertMessage(trx, { id, channel, payload, created_at_ms: deps.clock.now() });
      const when = notBeforeMs === undefined ? {} : { startAfterMs: notBeforeMs };
      await deps.jobs.enqueue(SENDING[channel], { id, notBeforeMs }, { trx, ...when });
    },
    counts: () => countMessages(deps.db),
    listDead: () => findDead(deps.db),
  };
}
