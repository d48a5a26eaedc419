import { DAY_MS } from '@moneytrail/calendar';
import {
  isStorable,
  type listUsers as listUsersEndpoint,
  type ManagedUser,
  type RequestOf,
  type UserPage,
} from '@moneytrail/contract';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { containing, type Reader } from '../../../db/index.ts';
import { readPage } from '../../../http/page.ts';
import type { AccountServices } from '../account-services.ts';
import { notFound } from '../profile/guards.ts';
import { presentAccount } from '../profile/present-account.ts';
import { findPeople, type Person, type UserRow } from '../profile/user-store.ts';

type Reading = Pick<AccountServices, 'db' | 'clock'>;

/** An administrator's decision takes precedence over the confirmation of the address. */
function statusOf(user: UserRow): ManagedUser['status'] {
  if (user.deleted_at_ms !== null) return 'deleted';
  if (user.access_revoked) return 'revoked';
  if (user.is_approved) return 'approved';
  return user.email_confirmed_at_ms === null ? 'unconfirmed' : 'pending';
}

function present(person: Person, { payment, validUntil }: PaidUser): ManagedUser {
  const { user, parent } = person;
  return {
    ...presentAccount(person),
    status: statusOf(user),
    payment,
    validUntil,
    maxSeats: user.max_seats,
    isSeatSuspended: user.seat_suspended_by_parent,
    parentName: parent && `${parent.first_name} ${parent.last_name}`,
    createdAt: new Date(user.created_at_ms).toISOString(),
    revision: user.revision,
    revokedReason: user.revoked_reason,
    deletedAt: user.deleted_at_ms === null ? null : new Date(user.deleted_at_ms).toISOString(),
  };
}

async function readUsers(
  { db, clock }: Reading,
  ids: readonly string[],
  areDeleted = false,
): Promise<ManagedUser[]> {
  const people = await findPeople(db, ids, { areDeleted });
  const payments = await readPayments(db, ids, clock.now());
  return people.flatMap((person) => {
    const paid = payments.find(({ id }) => id === person.user.id);
    return paid ? present(person, paid) : [];
  });
}

/** One account as super admins see it; throws 404 if there is none. */
export async function readUser(services: Reading, id: string): Promise<ManagedUser> {
  const [user] = await readUsers(services, [id]);
  return user ?? notFound();
}

/**
 * One page of accounts, by keyset pagination: accounts added in between do not shift the next page. Throws 400 for a
 * cursor of another sort order.
 */
export async function listUsers(services: Reading, question: UserQuestion): Promise<UserPage> {
  const { db, clock } = services;
  const nowMs = clock.now();
  const { rows, nextCursor } = await readPage(question, {
    place: placeSchema(question),
    placeOf: ({ place }: ListedUser) => place,
    read: (after, most) => listUserRows(db, question, { after, most, nowMs }),
  });
  // The only page needs no count.
  const isWhole = nextCursor === null && !question.skip;
  const count = () => (isWhole ? rows.length : countUsers(db, question, nowMs));
  const ids = rows.map(({ id }) => id);
  return {
    entries: await readUsers(services, ids, question.status === 'deleted'),
    nextCursor,
    total: question.cursor === undefined ? await count() : null,
  };
}

type UserQuestion = RequestOf<typeof listUsersEndpoint>['query'];
type Sort = Pick<UserQuestion, 'sort' | 'direction'>;
type Expression = RawBuilder<unknown>;

/** Later than any day. */
const NO_DAY = 1_000_000;
const RANKS = { pending: 0, unconfirmed: 1, approved: 2, revoked: 3 } as const;

const number = z.int();
const words = z.string().check(z.refine(isStorable));
const ID = { of: sql`it.id`, schema: words };
const NAME = { of: sql`it.name_key`, schema: words };

/** True if full access is paid for, by the rules of `fullTier`; super admins are not considered. */
const payment = (nowMs: number) => sql<'active' | 'lapsed' | 'none'>`case
  when it.access_ends_ms > ${nowMs}::bigint then 'active'
  when it.access_ends_ms is not null then 'lapsed'
  else 'none' end`;

/** The same as a condition that can use an index. */
const PAYMENT_IS = {
  active: (nowMs: number) => sql<boolean>`it.access_ends_ms > ${nowMs}::bigint`,
  lapsed: (nowMs: number) => sql<boolean>`it.access_ends_ms <= ${nowMs}::bigint`,
  none: () => sql<boolean>`it.access_ends_ms is null`,
};

/** The sort keys, all in one direction; rows without a day come last in either. */
function keysOf({ sort, direction }: Sort): readonly { of: Expression; schema: z.ZodMiniType }[] {
  const noDay = direction === 'asc' ? NO_DAY : -NO_DAY;
  switch (sort) {
    case 'attention':
      return [
        { of: sql`least(it.status_rank, 2)`, schema: number },
        { of: sql`(-it.created_at_ms)`, schema: number },
        ID,
      ];
    case 'name':
      return [NAME, ID];
    case 'username':
      return [{ of: sql`it.username collate "C"`, schema: words }, ID];
    case 'type':
      return [{ of: sql`it.user_type collate "C"`, schema: words }, NAME, ID];
    case 'status':
      return [{ of: sql`it.status_rank`, schema: number }, NAME, ID];
    case 'payment':
      return [{ of: sql`coalesce(it.paid_day, ${sql.lit(noDay)})`, schema: number }, NAME, ID];
    case 'created':
      return [{ of: sql`it.created_at_ms`, schema: number }, ID];
  }
}

/** The sort key values of a row, as its cursor carries them. */
type Place = readonly unknown[];

function placeSchema(sort: Sort): z.ZodMiniType<Place> {
  const [first = number, ...others] = keysOf(sort).map(({ schema }) => schema);
  return z.tuple([first, ...others]);
}

/** Search words as `like` patterns. */
const patternsOf = (search: string) =>
  search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(containing);

/** Digits enough to tell a phone number from a part of an address. */
const LEAST_DIGITS = 4;

/** The digits of a phone number as people type it, without the national or international zeros; null for other text. */
function phoneDigits(search: string): string | null {
  const digits = search.replace(/[\s().\-/]/g, '').replace(/^\+/, '');
  if (!/^\d+$/.test(digits) || digits.length < LEAST_DIGITS) return null;
  return digits.replace(/^0+/, '');
}

/** Accounts whose text contains every word, or whose phone number contains what was typed. */
function matching(search: string) {
  const words = patternsOf(search).map(
    (pattern) => sql<boolean>`it.search_text like search_fold(${pattern}::text)`,
  );
  const all = sql<boolean>`(${sql.join(words, sql` and `)})`;
  const digits = phoneDigits(search);
  return digits === null ? all : sql<boolean>`(${all} or it.phone_e164 like ${`%${digits}%`})`;
}

function fitting(db: Reader, question: UserQuestion, nowMs: number) {
  const { search = '', userType, status } = question;
  const isDeleted = status === 'deleted';
  let query = db
    .selectFrom('users as it')
    .where('it.deleted_at_ms', isDeleted ? 'is not' : 'is', null);
  if (isDeleted) query = query.where('it.erased_at_ms', 'is', null);
  if (search.trim() !== '') query = query.where(matching(search));
  if (userType !== undefined) query = query.where('it.user_type', '=', userType);
  if (status !== undefined && status !== 'deleted') {
    query = query.where('it.status_rank', '=', RANKS[status]);
  }
  if (question.payment !== undefined) {
    query = query.where(PAYMENT_IS[question.payment](nowMs));
  }
  return query;
}

type ListedUser = { id: string; place: Place };

/** The next `most` matching users after a place in the sort order, or from its beginning. */
async function listUserRows(
  db: Reader,
  question: UserQuestion,
  { after, most, nowMs }: { after: Place | null; most: number; nowMs: number },
): Promise<ListedUser[]> {
  const keys = keysOf(question).map((key) => key.of);
  const direction = sql.raw(question.direction);
  let query = fitting(db, question, nowMs)
    .select('it.id as id')
    .select(keys.map((key, index) => key.as(`key${index}`)));
  if (after !== null) {
    const beyond = sql.raw(question.direction === 'asc' ? '>' : '<');
    // Cast: a number in a forged cursor may exceed the column's type and would raise an error.
    const place = after.map((key) => (typeof key === 'number' ? sql`${key}::bigint` : sql`${key}`));
    query = query.where(sql<boolean>`(${sql.join(keys)}) ${beyond} (${sql.join(place)})`);
  }
  for (const key of keys) query = query.orderBy(sql`${key} ${direction}`);
  if (after === null) query = query.offset(question.skip ?? 0);
  const rows = await query.limit(most).execute();
  return rows.map(({ id, ...place }) => ({ id, place: keys.map((_key, at) => place[`key${at}`]) }));
}

async function countUsers(db: Reader, question: UserQuestion, nowMs: number): Promise<number> {
  const { count } = await fitting(db, question, nowMs)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Computed payment state: `validUntil` is the last day paid for, `YYYY-MM-DD`. */
type PaidUser = {
  id: string;
  payment: 'active' | 'lapsed' | 'none';
  validUntil: string | null;
};

/** The payment states of accounts, in no order. */
async function readPayments(
  db: Reader,
  ids: readonly string[],
  nowMs: number,
): Promise<PaidUser[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('users as it')
    .select(['it.id as id', 'it.paid_day as lastDay', payment(nowMs).as('payment')])
    .where('it.id', 'in', ids)
    .execute();
  return rows.map(({ id, payment, lastDay }) => ({
    id,
    payment,
    validUntil: lastDay === null ? null : new Date(lastDay * DAY_MS).toISOString().slice(0, 10),
  }));
}
