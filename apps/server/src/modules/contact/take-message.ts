import { randomUUID } from 'node:crypto';
import type { ContactMessage } from '@moneytrail/contract';
import { LEAST_FILL_MS } from '@moneytrail/contract/contact-rules';
import type { Logger } from 'pino';
import type { Db } from '../../db/index.ts';
import type { Outbox } from '../../outbox/index.ts';
import type { Accounts } from '../accounts/index.ts';
import { contactMail } from './contact-mail.ts';
import { insertMessage } from './store.ts';

export type ContactDeps = {
  db: Db;
  clock: { now: () => number };
  log: Pick<Logger, 'info'>;
  accounts: Pick<Accounts, 'limitContact'>;
  outbox: Pick<Outbox, 'add'>;
};

/** Why a message is thrown away; null where a person may have written it. */
function robotSign({ website, fillMs = LEAST_FILL_MS }: ContactMessage): string | null {
  if (website !== '') return 'the hidden field was filled in';
  return fillMs < LEAST_FILL_MS ? 'it was filled in too quickly' : null;
}

/**
 * Stores a message and its mail in one transaction, with the count of its sender's address: what cannot be stored counts
 * for nothing. Throws 429 where the address had too many. A robot's message is counted alike and thrown away, so that no
 * answer tells the difference.
 */
export async function takeMessage(
  { db, clock, log, accounts, outbox }: ContactDeps,
  message: ContactMessage,
  address: string,
): Promise<void> {
  const sign = robotSign(message);
  await db.transaction().execute(async (trx) => {
    await accounts.limitContact(trx, address);
    if (sign !== null) return;
    const { name, email, phone, message: text } = message;
    const sender = { name, email, phone: phone === '' ? null : phone };
    const kept = { id: randomUUID(), message: text, created_at_ms: clock.now() };
    await insertMessage(trx, { ...kept, ...sender });
    await outbox.add(trx, contactMail(message));
  });
  if (sign !== null) log.info({ reason: sign }, 'a contact message was thrown away');
}
