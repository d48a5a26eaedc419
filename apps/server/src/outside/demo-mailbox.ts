import type { DemoMessage } from '@moneytrail/contract';
import type { Db } from '../db/index.ts';
import type { Mailer } from './mail.ts';

const SHOWN = 200;

/** Keeps what demo mode "sent", for people who only try the product out; shared by all processes. */
export type DemoMailbox = {
  add: (message: Omit<DemoMessage, 'sentAtMs'>) => Promise<void>;
  /** The newest first, at most 200. */
  list: () => Promise<DemoMessage[]>;
  /** A mailer whose mails stay here. */
  mailer: Mailer;
};

/** A demo mailbox in the database. */
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

/** Removes what demo mode left, so that nothing of it is kept outside of it. */
export async function clearDemoMailbox(db: Db): Promise<void> {
  await db.deleteFrom('demo_mailbox').execute();
}
