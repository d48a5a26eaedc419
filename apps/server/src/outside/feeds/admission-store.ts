import type { ExchangeName } from '@moneytrail/contract';
import {
  afterCall,
  type BreakerState,
  type CallOutcome,
  type NamedLimit,
  PROBE_LEASE_MS,
} from '@moneytrail/feeds';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** A breaker as it is stored, and the database's clock, by which its times are. */
export type StoredBreaker = BreakerState & { nowMs: number };

/** A limit with its tokens; `reserved` of them must stay free after the call. */
export type TokenRequest = NamedLimit & { size: number; reserved: number };

type BreakerRow = {
  now_ms: number;
  recent: number[];
  open_until_ms: number | null;
  probe_until_ms: number | null;
  rest_until_ms: number;
};

const NOW_MS = sql<number>`extract(epoch from clock_timestamp())::double precision * 1000`;

function breakerOf(row: BreakerRow): StoredBreaker {
  return {
    nowMs: row.now_ms,
    recent: row.recent,
    openUntilMs: row.open_until_ms,
    probeUntilMs: row.probe_until_ms,
    restUntilMs: row.rest_until_ms,
  };
}

/** Adds the tokens of a limit that are not there yet. */
export async function insertTokens(
  db: Db,
  exchange: ExchangeName,
  { name, size }: Pick<TokenRequest, 'name' | 'size'>,
): Promise<void> {
  await sql`
    insert into vendor_tokens (exchange, limit_name, slot)
    select ${exchange}, ${name}, slot from generate_series(1, ${size}::int) as slot
    on conflict do nothing
  `.execute(db);
}

/**
 * Takes a token that is free, in one statement, so that no two processes get the same. None is taken while the breaker
 * is open or the vendor asked for rest, except for the probe.
 */
export async function takeToken(
  db: Db,
  exchange: ExchangeName,
  { name, size, reserved, perMs }: TokenRequest,
  { isProbe }: { isProbe: boolean },
): Promise<{ isTaken: boolean; freeInMs: number; breaker: StoredBreaker }> {
  const own = sql`t.exchange = ${exchange} and t.limit_name = ${name} and t.slot <= ${size}`;
  const { rows } = await sql<BreakerRow & { is_taken: boolean; next_free_ms: number | null }>`
    with moment as (select ${NOW_MS} as ms),
    breaker as (select * from feed_breakers where exchange = ${exchange}),
    free as materialized (
      select count(*) as tokens from vendor_tokens t, moment
      where ${own} and t.free_at_ms <= moment.ms
    ),
    token as (
      select t.slot from vendor_tokens t, moment, breaker, free
      where ${own} and t.free_at_ms <= moment.ms
        and (${isProbe} or (breaker.open_until_ms is null and breaker.rest_until_ms <= moment.ms))
        and ${reserved}::int < free.tokens
      order by t.free_at_ms limit 1
      for update of t skip locked
    ),
    taken as (
      update vendor_tokens t set free_at_ms = moment.ms + ${perMs}::double precision
      from token, moment
      where t.exchange = ${exchange} and t.limit_name = ${name} and t.slot = token.slot
      returning t.slot
    )
    select moment.ms as now_ms, exists (select 1 from taken) as is_taken,
      (select t.free_at_ms from vendor_tokens t where ${own}
        order by t.free_at_ms offset ${reserved} limit 1) as next_free_ms,
      recent, open_until_ms, probe_until_ms, rest_until_ms
    from moment, breaker
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`no breaker of ${exchange} is stored`);
  const freeInMs = Math.max(0, (row.next_free_ms ?? 0) - row.now_ms);
  return { isTaken: row.is_taken, freeInMs, breaker: breakerOf(row) };
}

/** Takes the one probe of an open breaker whose time has come; false where another process has it. */
export async function takeProbe(db: Db, exchange: ExchangeName): Promise<boolean> {
  const { rows } = await sql`
    update feed_breakers set probe_until_ms = ${NOW_MS} + ${PROBE_LEASE_MS}::int
    where exchange = ${exchange} and open_until_ms <= ${NOW_MS}
      and rest_until_ms <= ${NOW_MS} and coalesce(probe_until_ms, 0) <= ${NOW_MS}
    returning exchange
  `.execute(db);
  return rows.length > 0;
}

/** Gives a probe back that could not be made. */
export async function releaseProbe(db: Db, exchange: ExchangeName): Promise<void> {
  await db
    .updateTable('feed_breakers')
    .set({ probe_until_ms: null })
    .where('exchange', '=', exchange)
    .execute();
}

/** Counts a call's outcome, one at a time over all processes; answers the breaker after it. */
export async function recordOutcome(
  db: Db,
  exchange: ExchangeName,
  outcome: CallOutcome,
): Promise<StoredBreaker> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('feed_breakers')
      .select(['recent', 'open_until_ms', 'probe_until_ms', 'rest_until_ms'])
      .select(NOW_MS.as('now_ms'))
      .where('exchange', '=', exchange)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { nowMs, ...before } = breakerOf(row);
    const after = afterCall(before, outcome, nowMs);
    await trx
      .updateTable('feed_breakers')
      .set({
        recent: [...after.recent],
        open_until_ms: after.openUntilMs,
        probe_until_ms: after.probeUntilMs,
        rest_until_ms: after.restUntilMs,
      })
      .where('exchange', '=', exchange)
      .execute();
    return { ...after, nowMs };
  });
}

/** Every breaker as it is now. */
export async function readBreakers(db: Db): Promise<Map<ExchangeName, StoredBreaker>> {
  const rows = await db
    .selectFrom('feed_breakers')
    .select(['exchange', 'recent', 'open_until_ms', 'probe_until_ms', 'rest_until_ms'])
    .select(NOW_MS.as('now_ms'))
    .execute();
  return new Map(rows.map((row) => [row.exchange, breakerOf(row)]));
}
