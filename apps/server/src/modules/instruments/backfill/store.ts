import { MINUTE_MS } from '@moneytrail/calendar';
import type { ExchangeName } from '@moneytrail/contract';
import { type Selectable, sql, type Transaction } from 'kysely';
import * as z from 'zod';
import type { Database, Db } from '../../../db/index.ts';

/** The job that serves backfill runs; one at a time over all processes. */
export const BACKFILL = { name: 'instruments.backfill', payload: z.object({}) };

export type RunRow = Selectable<Database['backfill_runs']>;

/** An instrument, with its real or its simulated bars. */
type RunKey = { instrumentId: number; isSimulated: boolean };

/** A run without heartbeat for this long has failed and may be requested again. */
const LEASE_MS = 10 * MINUTE_MS;

const OPEN = ['waiting', 'running'] as const;

function keyColumns({ instrumentId, isSimulated }: RunKey) {
  return { instrument_id: instrumentId, is_simulated: isSimulated };
}

/** The initial state of a run. */
const FRESH = {
  state: 'waiting',
  running_since_ms: null,
  lease_token: null,
  heartbeat_at_ms: null,
  served_at_ms: 0,
  due_ms: 0,
  attempts: 0,
  done: 0,
  total: null,
  bars_read: 0,
  position_ms: null,
  error: null,
} as const;

/** Whether a run is waiting for its retry, during which no heartbeat is expected. */
export function isPutOff(row: Pick<RunRow, 'state' | 'due_ms'>, nowMs: number): boolean {
  return row.state === 'waiting' && row.due_ms > nowMs;
}

/** Whether a run that has begun lacks its heartbeat, or was not continued when it was due. */
export function isLost(
  row: Pick<RunRow, 'state' | 'running_since_ms' | 'heartbeat_at_ms' | 'due_ms'>,
  nowMs: number,
) {
  const isOpen = row.state === 'waiting' || row.state === 'running';
  const awaitedMs = Math.max(row.heartbeat_at_ms ?? 0, row.due_ms);
  return isOpen && row.running_since_ms !== null && nowMs - awaitedMs > LEASE_MS;
}

/** Requests a run, unless one with a heartbeat is open; answers whether it is new. */
export async function requestRun(
  transaction: Transaction<Database>,
  key: RunKey,
  wanted: { nowMs: number; startDate: string | null; endDate: string | null },
): Promise<boolean> {
  const { nowMs, startDate, endDate } = wanted;
  const fresh = {
    ...FRESH,
    start_date: startDate,
    end_date: endDate,
    requested_at_ms: nowMs,
  };
  const written = await transaction
    .insertInto('backfill_runs')
    .values({ ...keyColumns(key), ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['instrument_id', 'is_simulated'])
        .doUpdateSet(fresh)
        .where(({ eb, or, and }) =>
          or([
            eb('backfill_runs.state', 'not in', OPEN),
            and([
              eb('backfill_runs.running_since_ms', 'is not', null),
              eb('backfill_runs.heartbeat_at_ms', '<', nowMs - LEASE_MS),
              eb('backfill_runs.due_ms', '<', nowMs - LEASE_MS),
            ]),
          ]),
        ),
    )
    .returning('instrument_id')
    .execute();
  return written.length > 0;
}

/** Cancels an open run, which its worker notices within seconds; answers whether there was one. */
export async function cancelRun(
  transaction: Transaction<Database>,
  key: RunKey,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('backfill_runs')
    .set((set) => ({
      state: 'cancelled',
      lease_token: null,
      last_run_ms: set
        .case()
        .when('running_since_ms', 'is not', null)
        .then(nowMs)
        .else(set.ref('last_run_ms'))
        .end(),
      error: null,
    }))
    .where((where) => where.and(keyColumns(key)))
    .where('state', 'in', OPEN)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function readRuns(db: Db, instrumentIds: readonly number[]): Promise<RunRow[]> {
  if (instrumentIds.length === 0) return [];
  return db
    .selectFrom('backfill_runs')
    .selectAll()
    .where('instrument_id', 'in', [...instrumentIds])
    .execute();
}

/** Another worker takes over a run after this time without heartbeat. */
const TAKEN_OVER_MS = MINUTE_MS;

/**
 * Claims a run of a feed's enabled instruments that is due or whose worker is lost, the least recently served first; null
 * if there is none. From now on only changes with the token count.
 */
export async function claimRun(
  db: Db,
  { exchange, isSimulated }: { exchange: ExchangeName; isSimulated: boolean },
  { token, nowMs }: { token: string; nowMs: number },
): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`
    update backfill_runs set state = 'running', lease_token = ${token}, heartbeat_at_ms = ${nowMs},
      served_at_ms = ${nowMs}, running_since_ms = coalesce(running_since_ms, ${nowMs})
    where (instrument_id, is_simulated) = (
      select run.instrument_id, run.is_simulated from backfill_runs as run
      join instruments on instruments.id = run.instrument_id
      where instruments.exchange = ${exchange} and instruments.is_enabled
        and run.is_simulated = ${isSimulated}
        and (run.state = 'waiting' and run.due_ms <= ${nowMs}
          or run.state = 'running' and run.heartbeat_at_ms < ${nowMs - TAKEN_OVER_MS})
      order by run.served_at_ms, run.requested_at_ms, run.instrument_id
      limit 1 for update of run skip locked
    )
    returning *
  `.execute(db);
  return rows[0] ?? null;
}

/** Stores the heartbeat of the run and of those waiting for their next turn; answers whether the run is still ours. */
export async function beat(db: Db, token: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backfill_runs')
    .set({ heartbeat_at_ms: nowMs })
    .where('lease_token', '=', token)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('backfill_runs')
    .set({ heartbeat_at_ms: nowMs })
    .where('state', '=', 'waiting')
    .where('running_since_ms', 'is not', null)
    .where('heartbeat_at_ms', '<', nowMs - MINUTE_MS)
    .execute();
  return numUpdatedRows > 0n;
}

export type RunChanges = Partial<
  Pick<
    RunRow,
    | 'state'
    | 'due_ms'
    | 'attempts'
    | 'done'
    | 'total'
    | 'bars_read'
    | 'position_ms'
    | 'last_run_ms'
    | 'backfill_end_ms'
    | 'error'
  >
>;

/** Stores the progress of a run if it is still ours, which it answers. */
export async function noteProgress(
  db: Db,
  token: string,
  changes: RunChanges & { heartbeat_at_ms: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backfill_runs')
    .set(changes)
    .where('lease_token', '=', token)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends a turn; the run may then be claimed again. */
export async function releaseRun(
  db: Db,
  token: string,
  changes: RunChanges & { heartbeat_at_ms: number },
): Promise<void> {
  await db
    .updateTable('backfill_runs')
    .set({ ...changes, lease_token: null })
    .where('lease_token', '=', token)
    .execute();
}
