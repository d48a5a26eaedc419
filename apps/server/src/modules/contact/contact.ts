import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@moneytrail/calendar';
import {
  BRAND,
  type ContactMessage,
  deleteContactMessage,
  listContactMessages,
  type RequestOf,
  type StoredMessage,
  type StoredMessagePage,
  sendContactMessage,
  setContactMessageState,
} from '@moneytrail/contract';
import { CONTACT_TEXTS, LEAST_FILL_MS } from '@moneytrail/contract/contact-rules';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { type ContactMessagesTable, containing, type Db, type Trx } from '../../db/index.ts';
import { readPage } from '../../http/page.ts';
import type { Router } from '../../http/route.ts';
import { isoMoment } from '../../iso-time.ts';
import { defineScheduled, type Job } from '../../jobs/index.ts';
import type { Outbox, OutgoingMessage } from '../../outbox/index.ts';
import { type Accounts, notFound } from '../accounts/index.ts';

type ContactDeps = {
  db: Db;
  clock: { now: () => number };
  log: Pick<Logger, 'info'>;
  accounts: Pick<Accounts, 'limitContact' | 'services'>;
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

const present = (row: MessageRow): StoredMessage => ({
  _id: row.id,
  createdAt: new Date(row.created_at_ms).toISOString(),
  name: row.name,
  email: row.email,
  phone: row.phone,
  message: row.message,
  readAt: isoMoment(row.read_at_ms),
  answeredAt: isoMoment(row.answered_at_ms),
  userId: row.user_id,
});

type Question = RequestOf<typeof listContactMessages>['query'];

async function listMessages(db: Db, question: Question): Promise<StoredMessagePage> {
  const { rows, nextCursor } = await readPage(question, {
    place,
    placeOf: (row: MessageRow) => ({ createdAtMs: row.created_at_ms, id: row.id }),
    read: (after, most) => findMessages(db, question, after, most),
  });
  return { entries: rows.map(present), nextCursor };
}

/** Registers the contact form, and the list of its messages for super admins, who mark and delete them. */
export function contactRoutes(router: Router, deps: ContactDeps): void {
  router.route(sendContactMessage, async ({ body, ip }) => {
    await takeMessage(deps, body, ip);
    return { message: CONTACT_TEXTS.sent };
  });
  router.route(listContactMessages, ({ query }) => listMessages(deps.db, query));
  router.route(setContactMessageState, async ({ params, body }) => {
    await setState(deps, params.id, body);
    return present((await findMessage(deps.db, params.id)) ?? notFound());
  });
  router.route(deleteContactMessage, async ({ params: { id }, user, ip, requestId }) => {
    await deps.db.transaction().execute(async (trx) => {
      const removed = await trx
        .deleteFrom('contact_messages')
        .where('id', '=', id)
        .returning('created_at_ms')
        .executeTakeFirst();
      if (!removed) notFound();
      await deps.accounts.services.audit.append(trx, {
        action: 'contact-message.deleted',
        actorId: user?._id ?? null,
        subjectId: null,
        before: { sentAt: isoMoment(removed.created_at_ms) },
        address: ip,
        requestId,
      });
    });
    return { _id: id };
  });
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

async function insertMessage(trx: Trx, row: Insertable<ContactMessagesTable>): Promise<void> {
  await trx.insertInto('contact_messages').values(row).execute();
}

/** The sort key of the last message of a page. */
type MessagePlace = { createdAtMs: number; id: string };

const COLUMNS = [
  'id',
  'name',
  'email',
  'phone',
  'message',
  'created_at_ms',
  'read_at_ms',
  'answered_at_ms',
] as const satisfies readonly (keyof ContactMessagesTable)[];

type MessageRow = Pick<Selectable<ContactMessagesTable>, (typeof COLUMNS)[number]> & {
  user_id: string | null;
};

/** Messages with the account of their sender's address. */
function messagesIn(db: Db) {
  return db
    .selectFrom('contact_messages as it')
    .leftJoin('users', (join) =>
      join.onRef('users.username', '=', 'it.email').on('users.deleted_at_ms', 'is', null),
    )
    .select(COLUMNS.map((column) => `it.${column}` as const))
    .select('users.id as user_id');
}

async function findMessage(db: Db, id: string): Promise<MessageRow | null> {
  return (await messagesIn(db).where('it.id', '=', id).executeTakeFirst()) ?? null;
}

/** Newest first. */
function findMessages(
  db: Db,
  { search = '', state }: Question,
  after: MessagePlace | null,
  most: number,
): Promise<MessageRow[]> {
  let query = messagesIn(db);
  for (const word of search.split(/\s+/).filter((each) => each !== '')) {
    query = query.where(
      sql<boolean>`search_fold(it.name || ' ' || it.email || ' ' || coalesce(it.phone, '') || ' ' || it.message)
        like search_fold(${containing(word)}::text)`,
    );
  }
  if (state === 'unanswered') query = query.where('it.answered_at_ms', 'is', null);
  if (after) {
    query = query.where(
      sql<boolean>`(it.created_at_ms, it.id) < (${after.createdAtMs}, ${after.id})`,
    );
  }
  return query.orderBy('it.created_at_ms', 'desc').orderBy('it.id', 'desc').limit(most).execute();
}

/** Keeps the first time; throws 404 without a message. */
async function setState(
  { db, clock }: Pick<ContactDeps, 'db' | 'clock'>,
  id: string,
  { isRead, isAnswered }: { isRead: boolean; isAnswered: boolean },
): Promise<void> {
  const nowMs = clock.now();
  const since = (column: 'read_at_ms' | 'answered_at_ms', isSet: boolean) =>
    isSet ? sql<number>`coalesce(${sql.ref(column)}, ${nowMs}::bigint)` : null;
  const changed = await db
    .updateTable('contact_messages')
    .set({
      read_at_ms: since('read_at_ms', isRead || isAnswered),
      answered_at_ms: since('answered_at_ms', isAnswered),
    })
    .where('id', '=', id)
    .executeTakeFirst();
  if (Number(changed.numUpdatedRows) === 0) notFound();
}

async function removeMessagesBefore(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('contact_messages').where('created_at_ms', '<', beforeMs).execute();
}
