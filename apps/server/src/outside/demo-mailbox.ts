import type { DemoMessage } from '@moneytrail/contract';
import type { Db } from '../db/index.ts';
import type { Mailer } from './mail.ts';

const SHOWN = 200;

/** Stores the messages "sent" in demo mode; shared by all processes. */
export type DemoMailbox = ReturnType<typeof createDemoMailbox>;

export function createDemoMailbox(deps: { db: Db; clock: { now: () => number } }) {
  async function add(message: Omit<DemoMessage, 'sentAtMs'>): Promise<void> {
    const { channel, to, subject = null, text } = message;
    const row = { channel, recipient: to, subject, text, sent_at_ms: deps.clock.now() };
    await deps.db.insertInto('demo_mailbox').values(row).execute();
  }
  /** A mailer that delivers to the demo mailbox. */
  const mailer: Mailer = {
    send: ({ to, subject, text }) => add({ channel: 'email', to, subject, text }),
    close: async () => undefined,
  };
  return {
    add,
    /** At most 200, newest first. */
    async list(): Promise<DemoMessage[]> {
      const rows = await deps.db
        .selectFrom('demo_mailbox')
        .select(['channel', 'recipient', 'subject', 'text', 'sent_at_ms'])
        .orderBy('id', 'desc')
        .limit(SHOWN)
        .execute();
      return rows.map(({ channel, recipient, subject, text, sent_at_ms }) => ({
        channel,
        to: recipient,
        ...(subject === null ? {} : { subject }),
        text,
        sentAtMs: sent_at_ms,
      }));
    },
    mailer,
  };
}

/** Removes all messages; called outside of demo mode. */
export async function clearDemoMailbox(db: Db): Promise<void> {
  await db.deleteFrom('demo_mailbox').execute();
}
