import { DAY_MS } from '@moneytrail/calendar';
import { isStorable, type listUsers, type RequestOf } from '@moneytrail/contract';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Reader } from '../../../db/index.ts';

export type UserQuestion = RequestOf<typeof listUsers>['query'];
type Sort = Pick<UserQuestion, 'sort' | 'direction'>;
type Expression = RawBuilder<unknown>;

/** Beyond every day. */
const NO_DAY = 1_000_000;
const RANKS = { pending: 0, unconfirmed: 1, approved: 2, revoked: 3 } as const;

const number = z.int();
const words = z.string().check(z.refine(isStorable));
const ID = { of: sql`it.id`, schema: words };
const NAME = { of: sql`it.name_key`, schema: words };

/** What opens everything now: the rules of `fullTier`, super admins apart. */
const payment = (nowMs: number) => sql<'active' | 'lapsed' | 'none'>`case
  when it.access_ends_ms > ${nowMs}::bigint then 'active'
  when it.access_ends_ms is not null then 'lapsed'
  else 'none' end`;

/** The same as a condition that an index answers. */
const PAYMENT_IS = {
  active: (nowMs: number) => sql<boolean>`it.access_ends_ms > ${nowMs}::bigint`,
  lapsed: (nowMs: number) => sql<boolean>`it.access_ends_ms <= ${nowMs}::bigint`,
  none: () => sql<boolean>`it.access_ends_ms is null`,
};

/** What rows are sorted by, all in one direction; those without a day stand last in either. */
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

/** The place of a row in a sorting, as its cursor carries it. */
export type Place = readonly unknown[];

/** What a place in a sorting must be. */
export function placeSchema(sort: Sort): z.ZodMiniType<Place> {
  const [first = number, ...others] = keysOf(sort).map(({ schema }) => schema);
  return z.tuple([first, ...others]);
}

/** Words to be looked for, with the signs that mean something to `like` taken literally. */
const patternsOf = (search: string) =>
  search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

const ANYBODY: UserQuestion = { sort: 'created', direction: 'asc', limit: 1 };

function fitting(db: Reader, question: UserQuestion, nowMs: number) {
  const { search = '', userType, status } = question;
  let query = db.selectFrom('users as it').where('it.deleted_at_ms', 'is', null);
  for (const pattern of patternsOf(search)) {
    query = query.where(sql<boolean>`it.search_text like lower(${pattern})`);
  }
  if (userType !== undefined) query = query.where('it.user_type', '=', userType);
  if (status !== undefined) query = query.where('it.status_rank', '=', RANKS[status]);
  if (question.payment !== undefined) {
    query = query.where(PAYMENT_IS[question.payment](nowMs));
  }
  return query;
}

/** Who is on a page, and where they stand in the sorting. */
export type ListedUser = { id: string; place: Place };

/** At most so many users that fit, after a place of the sorting or from its beginning. */
export async function listUserRows(
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
    // Whatever number somebody puts into a cursor is compared, not refused by the type of its column.
    const place = after.map((key) => (typeof key === 'number' ? sql`${key}::bigint` : sql`${key}`));
    query = query.where(sql<boolean>`(${sql.join(keys)}) ${beyond} (${sql.join(place)})`);
  }
  for (const key of keys) query = query.orderBy(sql`${key} ${direction}`);
  if (after === null) query = query.offset(question.skip ?? 0);
  const rows = await query.limit(most).execute();
  return rows.map(({ id, ...place }) => ({ id, place: keys.map((_key, at) => place[`key${at}`]) }));
}

/** How many users fit. */
export async function countUsers(
  db: Reader,
  question: UserQuestion,
  nowMs: number,
): Promise<number> {
  const { count } = await fitting(db, question, nowMs)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** What of an account is computed: `validUntil` is the last day that gives access, `YYYY-MM-DD`. */
export type PaidUser = {
  id: string;
  payment: 'active' | 'lapsed' | 'none';
  validUntil: string | null;
};

/** How far accounts are paid for, in no order. */
export async function readPayments(
  db: Reader,
  ids: readonly string[],
  nowMs: number,
): Promise<PaidUser[]> {
  if (ids.length === 0) return [];
  const rows = await fitting(db, ANYBODY, nowMs)
    .select(['it.id as id', 'it.paid_day as lastDay', payment(nowMs).as('payment')])
    .where('it.id', 'in', ids)
    .execute();
  return rows.map(({ id, payment, lastDay }) => ({
    id,
    payment,
    validUntil: lastDay === null ? null : new Date(lastDay * DAY_MS).toISOString().slice(0, 10),
  }));
}
