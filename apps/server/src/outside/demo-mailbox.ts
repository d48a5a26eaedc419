import type { DemoMessage } from '@moneytrail/contract';
import type { Db } from '../db/index.ts';
import type { Mailer } from './mail.ts';

const SHOWN = 200;

type NewMessage = Omit<DemoMessage, 'id' | 'hasHtml' | 'sentAtMs'> & { html?: string | undefined };

/** Stores the messages "sent" in demo mode; shared by all processes. */
export type DemoMailbox = ReturnType<typeof createDemoMailbox>;

export function createDemoMailbox(deps: { db: Db; clock: { now: () => number } }) {
  async function add(message: NewMessage): Promise<void> {
    const { channel, to, subject = null, text, html = null } = message;
    const row = { channel, recipient: to, subject, text, html, sent_at_ms: deps.clock.now() };
    await deps.db.insertInto('demo_mailbox').values(row).execute();
  }
  /** A mailer that delivers to the demo mailbox. */
  const mailer: Mailer = {
    send: ({ to, subject, text, html }) => add({ channel: 'email', to, subject, text, html }),
    close: async () => undefined,
  };
  return {
    add,
    /** At most 200, newest first. */
    async list(): Promise<DemoMessage[]> {
      const rows = await deps.db
        .selectFrom('demo_mailbox')
        .select(['id', 'channel', 'recipient', 'subject', 'text', 'sent_at_ms'])
        .select(({ eb }) => eb('html', 'is not', null).as('hasHtml'))
        .orderBy('id', 'desc')
        .limit(SHOWN)
        .execute();
      return rows.map(({ recipient, subject, hasHtml, sent_at_ms, ...message }) => ({
        ...message,
        to: recipient,
        ...(subject === null ? {} : { subject }),
        hasHtml: Boolean(hasHtml),
        sentAtMs: sent_at_ms,
      }));
    },
    /** The HTML of a mail; null if it has none, or does not exist. */
    async htmlOf(id: number): Promise<string | null> {
      const row = await deps.db
        .selectFrom('demo_mailbox')
        .select('html')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.html ?? null;
    },
    mailer,
  };
}

/** Removes all messages; called outside of demo mode. */
export async function clearDemoMailbox(db: Db): Promise<void> {
  await db.deleteFrom('demo_mailbox').execute();
}
