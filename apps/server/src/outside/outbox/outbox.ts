import type { OutboxMessage } from '@moneytrail/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/index.ts';

const SHOWN = 200;

/** Keeps what the product would have sent, for people who only try it out; shared by all processes. */
export type Outbox = {
  add: (message: Omit<OutboxMessage, 'sentAtMs'>) => Promise<void>;
  /** The newest first, at most 200. */
  list: () => Promise<OutboxMessage[]>;
};

/** An outbox in the database. */
export function createOutbox(deps: { db: Kysely<Database>; clock: { now: () => number } }): Outbox {
  return {
    add: async ({ channel, to, subject, text }) => {
      await deps.db
        .insertInto('outbox_messages')
        .values({
          channel,
          recipient: to,
          subject: subject ?? null,
          text,
          sent_at_ms: deps.clock.now(),
        })
        .execute();
    },
    list: async () => {
      const rows = await deps.db
        .selectFrom('outbox_messages')
        .select(['channel', 'recipient', 'subject', 'text', 'sent_at_ms'])
        .orderBy('id', 'desc')
        .limit(SHOWN)
        .execute();
      return rows.map((row) => ({
        channel: row.channel,
        to: row.recipient,
        ...(row.subject === null ? {} : { subject: row.subject }),
        text: row.text,
        sentAtMs: row.sent_at_ms,
      }));
    },
  };
}
