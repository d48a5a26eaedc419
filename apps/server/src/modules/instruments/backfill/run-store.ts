import { MINUTE_MS } from '@moneytrail/calendar';
import type { ExchangeName } from '@moneytrail/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import type { RunRow } from './store.ts';

/** A run whose worker has shown no sign of life for so long is taken over. */
const TAKEN_OVER_MS = MINUTE_MS;

/** Which runs a worker may take: those of a feed that it reads, as long as their instruments are enabled. */
export type RunChoice = { exchange: ExchangeName; isSimulated: boolean };

/**
 * Takes the run that had its turn longest ago, of those that are due or whose worker is lost; null where none is. The
 * token names who works on it from now on: nobody else's changes count.
 */
export async function claimRun(
  db: Db,
  { exchange, isSimulated }: RunChoice,
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

/** Shows that the run is worked on, and that those which wait for their next turn are not forgotten. Answers whether it is ours still. */
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

/** Notes how far a run is; answers whether it is ours still, without which nothing is noted. */
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

/** Ends a turn: the run is nobody's until it is taken again. */
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
