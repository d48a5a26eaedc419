import type { FeedExchange } from '@moneytrail/contract';
import { sql } from 'kysely';
import { DATABASE_NOW_MS, type Db } from '../../db/index.ts';
import type { FeedGroup } from './feed-groups.ts';

/** A group with the fencing tokens of its lease. */
export type GroupTokens = FeedGroup & {
  /** The feed's: the only one that processes of releases before groups know. Equal for all groups. */
  token: number;
  /** The group's: each later owner's is greater. */
  groupToken: number;
};

/** The registration of a process that may own groups. A process that was cut off registers anew. */
export type Registration = { id: string; processId: string };

/** The state of all leases at one moment. */
export type Seen = {
  /** False once the registration has ended: its groups may have other owners. */
  isRegistered: boolean;
  /** The processes whose registration has not ended. */
  processIds: string[];
  /** All groups that ever had an owner, with the id of the owner's registration; null if there is none. */
  groups: { exchange: FeedExchange; group: number; owner: string | null; groupToken: number }[];
  /** The feeds that are leased in groups, and not whole to a process of an earlier release. */
  feeds: { exchange: FeedExchange; token: number }[];
};

/**
 * The owner of a feed in `feed_leases`, on behalf of all processes that lease groups. A process of an earlier release
 * leases a whole feed there, so neither takes what the other holds.
 */
const GROUPS = 'groups';
/** This lease outlasts registrations, and is renewed by whichever process is next when a third of it has passed. */
const FEED_LEASES = { renewAt: 2, lasts: 3 };

/** Registers a process and ends its former registration, or all others if no other process can use the database. */
export async function register(
  db: Db,
  { id, processId }: Registration,
  options: { leaseMs: number; formerId: string | null; isAlone: boolean },
): Promise<void> {
  await sql`
    with former as (
      delete from ingest_processes where id = ${options.formerId}::text or ${options.isAlone}::boolean
    )
    insert into ingest_processes (id, process_id, expires_at_ms)
    values (${id}, ${processId}, ${DATABASE_NOW_MS} + ${options.leaseMs}::bigint)
  `.execute(db);
}

/**
 * Renews a registration that has not ended, with everything that it owns, ends those that nobody renewed, and answers
 * the state of all leases. A row of `ingest_processes` is renewed or deleted, never both, and its deletion frees its
 * groups.
 */
export async function renew(db: Db, id: string, leaseMs: number): Promise<Seen> {
  const { rows } = await sql<Seen>`
    with moment as materialized (select ${DATABASE_NOW_MS} as ms, ${leaseMs}::bigint as lease_ms),
    own as (
      update ingest_processes p set expires_at_ms = ms + lease_ms from moment
      where p.id = ${id} and p.expires_at_ms >= ms
      returning p.id
    ),
    ended as (
      delete from ingest_processes p using moment
      where p.id <> ${id} and p.expires_at_ms < ms
      returning p.id
    ),
    due as (
      select f.exchange from feed_leases f, moment
      where f.owner = ${GROUPS} and f.expires_at_ms < ms + lease_ms * ${FEED_LEASES.renewAt}::int
      order by f.exchange for update of f skip locked
    ),
    prolonged as (
      update feed_leases f set expires_at_ms = ms + lease_ms * ${FEED_LEASES.lasts}::int
      from moment, due where f.exchange = due.exchange
    )
    select
      exists (select from own) as "isRegistered",
      (select coalesce(json_agg(distinct p.process_id), '[]') from ingest_processes p, moment
        where p.expires_at_ms >= ms) as "processIds",
      (select coalesce(json_agg(json_build_object(
          'exchange', exchange, 'group', group_number, 'groupToken', token,
          'owner', case when owner in (select id from ended) then null else owner end)), '[]')
        from feed_group_leases) as groups,
      (select coalesce(json_agg(json_build_object('exchange', exchange, 'token', token)), '[]')
        from feed_leases where owner = ${GROUPS}) as feeds
  `.execute(db);
  const [seen] = rows;
  if (!seen) throw new Error('the state of the leases was not answered');
  return seen;
}

function rowsOf(groups: readonly FeedGroup[]) {
  const exchanges = groups.map(({ exchange }) => exchange);
  const numbers = groups.map(({ group }) => group);
  return sql`unnest(${exchanges}::text[], ${numbers}::int[]) as wanted (exchange, group_number)`;
}

/**
 * Takes those of the groups that have no owner, unless a process of an earlier release holds their whole feed. Fails if
 * the registration has ended.
 */
export async function takeGroups(
  db: Db,
  id: string,
  groups: readonly FeedGroup[],
  leaseMs: number,
): Promise<GroupTokens[]> {
  const hasEnded = sql`feed_leases.expires_at_ms < ${DATABASE_NOW_MS}`;
  const { rows } = await sql<GroupTokens>`
    with wanted as materialized (select * from ${rowsOf(groups)}),
    feeds as (
      insert into feed_leases (exchange, owner, expires_at_ms, token)
      select exchange, ${GROUPS}::text, ${DATABASE_NOW_MS} + ${leaseMs * FEED_LEASES.lasts}::bigint, 1
      from wanted group by exchange order by exchange
      on conflict (exchange) do update set
        owner = excluded.owner,
        expires_at_ms = excluded.expires_at_ms,
        token = feed_leases.token + case when ${hasEnded} then 1 else 0 end
      where feed_leases.owner = ${GROUPS} or ${hasEnded}
      returning exchange, token
    ),
    taken as (
      insert into feed_group_leases as leases (exchange, group_number, owner, token)
      select exchange, group_number, ${id}::text, 1 from wanted join feeds using (exchange)
      order by exchange, group_number
      on conflict (exchange, group_number) do update set
        owner = excluded.owner, token = leases.token + 1
      where leases.owner is null
      returning exchange, group_number, token
    )
    select exchange, group_number as "group", feeds.token, taken.token as "groupToken"
    from taken join feeds using (exchange)
  `.execute(db);
  return rows;
}

/** Gives groups back. A group that was taken again since then has another token and stays. */
export async function releaseGroups(
  db: Db,
  id: string,
  groups: readonly Omit<GroupTokens, 'token'>[],
): Promise<void> {
  const tokens = groups.map(({ groupToken }) => groupToken);
  await sql`
    update feed_group_leases leases set owner = null
    from unnest(
      ${groups.map(({ exchange }) => exchange)}::text[],
      ${groups.map(({ group }) => group)}::int[],
      ${tokens}::bigint[]
    ) as given (exchange, group_number, token)
    where leases.owner = ${id} and leases.exchange = given.exchange
      and leases.group_number = given.group_number and leases.token = given.token
  `.execute(db);
}

/**
 * Ends a registration, which frees its groups. The last one ends the leases of whole feeds, so that processes of an
 * earlier release need not wait.
 */
export async function unregister(db: Db, id: string): Promise<void> {
  await sql`delete from ingest_processes where id = ${id}`.execute(db);
  await sql`
    update feed_leases set expires_at_ms = 0
    where owner = ${GROUPS} and not exists (select from ingest_processes where expires_at_ms >= ${DATABASE_NOW_MS})
  `.execute(db);
}

/** Whether no later owner has taken the group, nor its feed. */
export async function isNewestLease(
  transaction: Db,
  { exchange, group, token, groupToken }: GroupTokens,
): Promise<boolean> {
  const newest = await transaction
    .selectFrom('feed_group_leases as groups')
    .innerJoin('feed_leases as feeds', 'feeds.exchange', 'groups.exchange')
    .select('groups.token')
    .where('groups.exchange', '=', exchange)
    .where('group_number', '=', group)
    .where('groups.token', '=', groupToken)
    .where('feeds.token', '=', token)
    .executeTakeFirst();
  return newest !== undefined;
}
