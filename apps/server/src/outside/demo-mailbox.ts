import type { DemoMessage } from '@moneytrail/contract';
import type { Db } from '../db/index.ts';
import type { Mailer } from './mail.ts';

const SHOWN = 200;

/** Stores the messages "sent" in demo mode; shared by all processes. */
export type DemoMailbox = {
  add: (message: Omit<DemoMessage, 'sentAtMs'>) => Promise<void>;
  /** At most 200, newest first. */
  list: () => Promise<DemoMessage[]>;
  /** A mailer that delivers to the demo mailbox. */
  mailer: Mailer;
};

export function createDemoMailbox(deps: { db: Db; clock: { now: () => number } }): DemoMailbox {
  const add: DemoMailbox['add'] = async ({ channel, to, subject = null, text }) => {
    const row = { channel, recipient: to, subject, text, sent_at_ms: deps.clock.now() };
    await deps.db.insertInto('demo_mailbox').values(row).execute();
  };
  return {
    add,
    async list() {
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
    mailer: {
      send: ({ to, subject, text }) => add({ channel: 'email', to, subject, text }),
      close: async () => undefined,
    },
  };
}

/** Removes all messages; called outside of demo mode. */
export async function clearDemoMailbox(db: Db): Promise<void> {
  await db.deleteFrom('demo_mailbox').execute();
}
