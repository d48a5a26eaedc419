import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { DEAD_LETTERS } from './make-queues.ts';

const MOST = 200;

/** How many jobs of a name are in a state, and when the last of them ended. */
export type StateCount = { name: string; state: string; count: number; ended: Date | null };
export type RunningRow = {
  id: string;
  name: string;
  started_on: Date;
  done: number | null;
  total: number | null;
};
export type FailedRow = {
  id: string;
  name: string;
  is_dead: boolean;
  output: unknown;
  failed_on: Date | null;
  runs: number;
  next_on: Date | null;
};

/** Jobs by name and state; dead letters by the job that failed, in the state `dead`. */
export async function countJobs(db: Db): Promise<StateCount[]> {
  const { rows } = await sql<StateCount>`
    select case when name = ${DEAD_LETTERS} then source_name else name end as name,
      case when name = ${DEAD_LETTERS} then 'dead' else state::text end as state,
      count(*)::int as count, max(completed_on) as ended
    from pgboss.job
    where name <> ${DEAD_LETTERS} or (state = 'created' and source_name is not null)
    group by 1, 2`.execute(db);
  return rows;
}

/** Jobs that run now with how far they are, the longest running first. */
export async function findRunning(db: Db): Promise<RunningRow[]> {
  const { rows } = await sql<RunningRow>`
    select j.id::text as id, j.name, j.started_on, p.done, p.total
    from pgboss.job j left join job_progress p on p.job_id = j.id::text
    where j.state = 'active' order by j.started_on limit ${MOST}`.execute(db);
  return rows;
}

/** Jobs that will be tried again and those that failed for good, the newest failures first. */
export async function findFailed(db: Db): Promise<FailedRow[]> {
  const { rows } = await sql<FailedRow>`
    select id::text as id, name, false as is_dead, output, started_on as failed_on,
      retry_count + 1 as runs, start_after as next_on
    from pgboss.job where state = 'retry' and name <> ${DEAD_LETTERS}
    union all
    select id::text, coalesce(source_name, name), true, source_output, created_on,
      coalesce(source_retry_count, 0) + 1, null
    from pgboss.job where name = ${DEAD_LETTERS} and state = 'created'
    order by failed_on desc nulls last limit ${MOST}`.execute(db);
  return rows;
}

/** Whether a dead letter is there; it stays so until the transaction ends. */
export async function lockDeadLetter(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select id from pgboss.job
    where name = ${DEAD_LETTERS} and state = 'created' and id = ${id}::uuid for update`.execute(db);
  return rows.length > 0;
}
