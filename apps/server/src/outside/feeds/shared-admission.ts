import { MINUTE_MS } from '@moneytrail/calendar';
import type { ExchangeName } from '@moneytrail/contract';
import {
  type Admission,
  type AdmissionControl,
  afterCall,
  type BreakerState,
  type CallOutcome,
  type CallPriority,
  CLOSED_BREAKER,
  createBreakerView,
  createMemoryAdmission,
  decideCall,
  type NamedLimit,
  PROBE_LEASE_MS,
  tokensOf,
} from '@moneytrail/feeds';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { within } from '../../deadline.ts';
import type { Log } from '../../log.ts';

type SharedAdmissionDeps = {
  db: Db;
  clock: { now: () => number };
  log: Pick<Log, 'warn'>;
  /** A slower database counts as unreachable, since calls must not wait for it; 2 s by default. */
  storeTimeoutMs?: number;
};

/** Polling interval for breakers opened or closed by other processes. */
const LOOK_EVERY_MS = 2_000;
const STORE_TIMEOUT_MS = 2_000;
/** Each process's share of a limit while the database is unreachable: ten processes stay within the unused fifth. */
const ALLOWANCE_SHARE = 1 / 50;
/** Wait when every free token is being taken by others. */
const SHORTEST_WAIT_MS = 50;

type SharedAdmission = AdmissionControl & { update: (stored: StoredBreaker) => void };

/** Converts a breaker's times from the database's clock to this machine's. */
function byLocalClock({ nowMs, ...state }: StoredBreaker, localMs: number): BreakerState {
  const aheadMs = localMs - nowMs;
  const moved = (ms: number | null) => (ms === null ? null : ms + aheadMs);
  const { openUntilMs, probeUntilMs, restUntilMs } = state;
  return {
    recent: [],
    openUntilMs: moved(openUntilMs),
    probeUntilMs: moved(probeUntilMs),
    restUntilMs: restUntilMs + aheadMs,
  };
}

function isSame(a: BreakerState | null, b: BreakerState): boolean {
  return (
    a?.openUntilMs === b.openUntilMs &&
    a.probeUntilMs === b.probeUntilMs &&
    a.restUntilMs === b.restUntilMs
  );
}

function createAdmission(deps: SharedAdmissionDeps, exchange: ExchangeName): SharedAdmission {
  const { db, clock, log, storeTimeoutMs = STORE_TIMEOUT_MS } = deps;
  const view = createBreakerView(CLOSED_BREAKER);
  const alone = createMemoryAdmission(clock);
  const prepared = new Set<string>();
  let lastStored: StoredBreaker | null = null;
  let isAway = false;

  function update(stored: StoredBreaker): void {
    if (isSame(lastStored, stored)) return;
    lastStored = stored;
    view.update(byLocalClock(stored, clock.now()));
  }

  /** The store's answer, or the fallback while the database is unreachable. */
  async function ask<Value>(work: () => Promise<Value>, without: () => Promise<Value>) {
    try {
      const value = await within(work(), storeTimeoutMs);
      isAway = false;
      return value;
    } catch (error) {
      if (!isAway)
        log.warn({ err: error, exchange }, 'vendor limits are kept by this process alone');
      isAway = true;
      return without();
    }
  }

  async function admit(limit: NamedLimit, priority: CallPriority): Promise<Admission> {
    const wanted = { ...limit, ...tokensOf(limit, priority) };
    const { size } = wanted;
    if (!prepared.has(`${limit.name} ${size}`)) {
      await insertTokens(db, exchange, wanted);
      prepared.add(`${limit.name} ${size}`);
    }
    const { isTaken, freeInMs, breaker } = await takeToken(db, exchange, wanted, {
      heedsBreaker: !limit.isStream,
    });
    update(breaker);
    if (isTaken) return { kind: 'call', isProbe: false };
    const wait: Admission = {
      kind: 'wait',
      why: 'limit',
      ms: Math.max(freeInMs, SHORTEST_WAIT_MS),
    };
    if (limit.isStream) return wait;
    const decision = decideCall(breaker, breaker.nowMs);
    if (decision.kind === 'wait') return decision;
    if (decision.kind === 'call') return wait;
    if (!(await takeProbe(db, exchange))) {
      return { kind: 'wait', why: 'open', ms: SHORTEST_WAIT_MS };
    }
    const probe = await takeToken(db, exchange, wanted, { heedsBreaker: false });
    if (probe.isTaken) return { kind: 'call', isProbe: true };
    await releaseProbe(db, exchange);
    return wait;
  }

  let heldBack = 0;
  let isCounting = false;
  /** Stores the counted calls; one line tells that a limit was reached, however many calls it holds back. */
  async function count(): Promise<void> {
    if (isCounting) return;
    isCounting = true;
    while (heldBack > 0) {
      const calls = heldBack;
      heldBack = 0;
      const isNew = await ask(
        () => addHeldBack(db, exchange, calls),
        async () => false,
      );
      if (isNew) log.warn({ exchange }, "the vendor's limit is used up: calls are put off");
    }
    isCounting = false;
  }

  return {
    heldBack: () => {
      heldBack++;
      void count();
    },
    admit: (limit, priority) =>
      ask(
        () => admit(limit, priority),
        () => alone.admit({ ...limit, calls: limit.calls * ALLOWANCE_SHARE }, 'reader'),
      ),
    record: (outcome) =>
      ask(
        async () => update(await recordOutcome(db, exchange, outcome)),
        () => alone.record(outcome),
      ),
    breaker: view.current,
    onChange: view.onChange,
    update,
  };
}

/**
 * One budget per vendor for all processes: a token is a row taken by one statement, by the database's clock; failures
 * are counted together, and one process probes an open breaker. While the database is unreachable, each process uses at
 * most a fiftieth of every limit.
 */
export function createSharedAdmissions(deps: SharedAdmissionDeps) {
  const admissions = new Map<ExchangeName, SharedAdmission>();
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking || admissions.size === 0) return;
    isLooking = true;
    try {
      const breakers = await readBreakers(deps.db);
      for (const [exchange, stored] of breakers) admissions.get(exchange)?.update(stored);
    } catch {
      // The next call notices and logs that the database is unreachable.
    } finally {
      isLooking = false;
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();

  return {
    of: (exchange: ExchangeName): AdmissionControl => {
      const admission = admissions.get(exchange) ?? createAdmission(deps, exchange);
      admissions.set(exchange, admission);
      return admission;
    },
    close: (): void => clearInterval(timer),
  };
}

export type SharedAdmissions = ReturnType<typeof createSharedAdmissions>;

/** A stored breaker, and the database's clock, on which its times are based. */
type StoredBreaker = BreakerState & { nowMs: number };

/** A limit with its tokens, of which `reserved` must stay free after the call. */
type TokenRequest = NamedLimit & { size: number; reserved: number };

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

/** Adds the missing tokens of a limit. */
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
 * Takes a free token in one statement, so that no two processes get the same. None is taken while the breaker is open or
 * the vendor has asked for a pause, except for the probe and for connections of a stream.
 */
async function takeToken(
  db: Db,
  exchange: ExchangeName,
  { name, size, reserved, perMs }: TokenRequest,
  { heedsBreaker }: { heedsBreaker: boolean },
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
        and (not ${heedsBreaker}::boolean or (breaker.open_until_ms is null and breaker.rest_until_ms <= moment.ms))
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

/** Claims the due probe of an open breaker; false if another process has it. */
async function takeProbe(db: Db, exchange: ExchangeName): Promise<boolean> {
  const { rows } = await sql`
    update feed_breakers set probe_until_ms = ${NOW_MS} + ${PROBE_LEASE_MS}::int
    where exchange = ${exchange} and open_until_ms <= ${NOW_MS}
      and rest_until_ms <= ${NOW_MS} and coalesce(probe_until_ms, 0) <= ${NOW_MS}
    returning exchange
  `.execute(db);
  return rows.length > 0;
}

/** Releases a probe that could not be made. */
async function releaseProbe(db: Db, exchange: ExchangeName): Promise<void> {
  await db
    .updateTable('feed_breakers')
    .set({ probe_until_ms: null })
    .where('exchange', '=', exchange)
    .execute();
}

/** Records a call's outcome, serialised across all processes; returns the resulting breaker. */
async function recordOutcome(
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

async function readBreakers(db: Db): Promise<Map<ExchangeName, StoredBreaker>> {
  const rows = await db
    .selectFrom('feed_breakers')
    .select(['exchange', 'recent', 'open_until_ms', 'probe_until_ms', 'rest_until_ms'])
    .select(NOW_MS.as('now_ms'))
    .execute();
  return new Map(rows.map((row) => [row.exchange, breakerOf(row)]));
}

/** A limit counts as reached for this long after the last call that it held back. */
const REACHED_MS = 10 * MINUTE_MS;

/** Adds calls that a limit has held back; answers whether it was not reached before. */
async function addHeldBack(db: Db, exchange: ExchangeName, calls: number): Promise<boolean> {
  const isOn = sql`coalesce(limit_reached_ms, 0) > ${NOW_MS} - ${REACHED_MS}::int`;
  const { rows } = await sql<{ is_new: boolean }>`
    update feed_breakers set
      limit_since_ms = case when ${isOn} then limit_since_ms else ${NOW_MS} end,
      held_back_calls = case when ${isOn} then held_back_calls else 0 end + ${calls}::int,
      limit_reached_ms = ${NOW_MS}
    where exchange = ${exchange}
    returning held_back_calls = ${calls}::int as is_new
  `.execute(db);
  return rows[0]?.is_new ?? false;
}

/** A vendor's limit that holds calls back: since when, and how many so far. */
export type ReachedLimit = { sinceMs: number; heldBackCalls: number };

/** The limits reached within the last ten minutes. */
export async function readReachedLimits(db: Db): Promise<Map<ExchangeName, ReachedLimit>> {
  const { rows } = await sql<ReachedLimit & { exchange: ExchangeName }>`
    select exchange, limit_since_ms as "sinceMs", held_back_calls as "heldBackCalls"
    from feed_breakers
    where limit_reached_ms > ${NOW_MS} - ${REACHED_MS}::int
  `.execute(db);
  return new Map(rows.map(({ exchange, ...reached }) => [exchange, reached]));
}
