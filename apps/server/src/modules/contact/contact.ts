import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@moneytrail/calendar';
import {
  BRAND,
  type ContactMessage,
  listContactMessages,
  type RequestOf,
  type StoredMessagePage,
  sendContactMessage,
} from '@moneytrail/contract';
import { CONTACT_TEXTS, LEAST_FILL_MS } from '@moneytrail/contract/contact-rules';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { ContactMessagesTable, Db, Trx } from '../../db/index.ts';
import { readPage } from '../../http/page.ts';
import type { Router } from '../../http/route.ts';
import { defineScheduled, type Job } from '../../jobs/index.ts';
import type { Outbox, OutgoingMessage } from '../../outbox/index.ts';
import type { Accounts } from '../accounts/index.ts';

type ContactDeps = {
  db: Db;
  clock: { now: () => number };
  log: Pick<Logger, 'info'>;
  accounts: Pick<Accounts, 'limitContact'>;
  outbox: Pick<Outbox, 'add'>;
};

/** The reason to discard a message as a robot's, or null. */
function robotSign({ website, fillMs = LEAST_FILL_MS }: ContactMessage): string | null {
  if (website !== '') return 'the hidden field was filled in';
  return fillMs < LEAST_FILL_MS ? 'it was filled in too quickly' : null;
}

/**
 * Counts, stores and mails a message in one transaction. Throws 429 if the address has sent too many. A robot's message
 * is counted too and discarded, with the same answer.
 */
async function takeMessage(
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
  if (sign !== null) log.info({ reason: sign }, 'a contact message was discarded');
}

/**
 * The mail to the operator; replies go to the sender. It is plain text, so it can contain no markup, and only the
 * validated address of the sender's input reaches a header.
 */
function contactMail({ name, email, phone, message }: ContactMessage): OutgoingMessage {
  const about = [`Name: ${name}`, `E-mail: ${email}`, ...(phone === '' ? [] : [`Phone: ${phone}`])];
  return {
    channel: 'email',
    to: BRAND.contactAddress,
    replyTo: email,
    subject: `${BRAND.name}: message from ${email}`,
    text: `${about.join('\n')}\n\n${message}\n`,
  };
}

const place = z.strictObject({ createdAtMs: z.int(), id: z.uuid() });

const present = ({ id, created_at_ms, name, email, phone, message }: ContactMessagesTable) => ({
  _id: id,
  createdAt: new Date(created_at_ms).toISOString(),
  name,
  email,
  phone,
  message,
});

async function listMessages(
  db: Db,
  question: RequestOf<typeof listContactMessages>['query'],
): Promise<StoredMessagePage> {
  const { rows, nextCursor } = await readPage(question, {
    place,
    placeOf: (row: ContactMessagesTable) => ({ createdAtMs: row.created_at_ms, id: row.id }),
    read: (after, most) => findMessages(db, after, most),
  });
  return { entries: rows.map(present), nextCursor };
}

/** Registers the contact form, and the list of its messages for super admins. */
export function contactRoutes(router: Router, deps: ContactDeps): void {
  router.route(sendContactMessage, async ({ body, ip }) => {
    await takeMessage(deps, body, ip);
    return { message: CONTACT_TEXTS.sent };
  });
  router.route(listContactMessages, ({ query }) => listMessages(deps.db, query));
}

/**
 * Long enough to read a message whose mail did not arrive, and short enough that a person's messages are gone at most 30
 * days after their account was erased.
 */
const KEPT_MS = 30 * DAY_MS;

/** Deletes contact messages after thirty days, because they hold personal data. */
export function contactJobs({ db, clock }: { db: Db; clock: { now: () => number } }): Job[] {
  return [
    defineScheduled({
      name: 'contact.remove-aged',
      schedule: '40 1 * * *',
      handler: () => removeMessagesBefore(db, clock.now() - KEPT_MS),
    }),
  ];
}

async function insertMessage(trx: Trx, row: ContactMessagesTable): Promise<void> {
  await trx.insertInto('contact_messages').values(row).execute();
}

/** The sort key of the last message of a page. */
type MessagePlace = { createdAtMs: number; id: string };

/** Newest first. */
function findMessages(
  db: Db,
  after: MessagePlace | null,
  most: number,
): Promise<ContactMessagesTable[]> {
  let query = db
    .selectFrom('contact_messages')
    .select(['id', 'name', 'email', 'phone', 'message', 'created_at_ms']);
  if (after) {
    query = query.where(sql<boolean>`(created_at_ms, id) < (${after.createdAtMs}, ${after.id})`);
  }
  return query.orderBy('created_at_ms', 'desc').orderBy('id', 'desc').limit(most).execute();
}

async function removeMessagesBefore(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('contact_messages').where('created_at_ms', '<', beforeMs).execute();
}
