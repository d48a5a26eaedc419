import { MINUTE_MS } from '@moneytrail/calendar';
import type { Selectable, Transaction } from 'kysely';
import type { Database, Db } from '../../../db/index.ts';

export type RunRow = Selectable<Database['backfill_runs']>;

/** An instrument, and whether its bars are a simulator's. */
export type RunKey = { instrumentId: number; isSimulated: boolean };

/** A run without a sign of life for so long has failed: it can be asked for anew. */
const LEASE_MS = 10 * MINUTE_MS;

const OPEN = ['waiting', 'running'] as const;

function keyColumns({ instrumentId, isSimulated }: RunKey) {
  return { instrument_id: instrumentId, is_simulated: isSimulated };
}

/** What a run begins with. */
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

/** Whether a run waits for a moment after a failure: nobody works on it, and nobody has to show signs of life. */
export function isPutOff(row: Pick<RunRow, 'state' | 'due_ms'>, nowMs: number): boolean {
  return row.state === 'waiting' && row.due_ms > nowMs;
}

/** Whether a run that has begun shows no sign of life any more, or was not gone on with when it was due. */
export function isLost(
  row: Pick<RunRow, 'state' | 'running_since_ms' | 'heartbeat_at_ms' | 'due_ms'>,
  nowMs: number,
) {
  const isOpen = row.state === 'waiting' || row.state === 'running';
  const awaitedMs = Math.max(row.heartbeat_at_ms ?? 0, row.due_ms);
  return isOpen && row.running_since_ms !== null && nowMs - awaitedMs > LEASE_MS;
}

/** Asks for a run; one that waits or goes on is left alone, as long as it shows signs of life. Answers whether it is new. */
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

/** Ends a run that waits or goes on: whoever works on it notices within seconds. Answers whether there was one. */
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

/** The runs of some instruments. */
export async function readRuns(db: Db, instrumentIds: readonly number[]): Promise<RunRow[]> {
  if (instrumentIds.length === 0) return [];
  return db
    .selectFrom('backfill_runs')
    .selectAll()
    .where('instrument_id', 'in', [...instrumentIds])
    .execute();
}
