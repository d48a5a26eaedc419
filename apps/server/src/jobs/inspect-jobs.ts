import { sql } from 'kysely';
import type { fromKysely, PgBoss } from 'pg-boss';
import type { Db, Trx } from '../db/index.ts';

/**
 * For operators: shows the queues and retries dead jobs. Reads pg-boss's tables directly, because its API has no query over
 * all queues; changes go through its API.
 */
export function inspectJobs(deps: {
  db: Db;
  boss: Pick<PgBoss, 'redrive'>;
  fromKysely: typeof fromKysely;
}) {
  const { db, boss } = deps;
  return {
    /** Counts by name and state, running jobs and failed jobs. */
    async look() {
      // Sequentially: the embedded database has one connection.
      const counts = await countJobs(db);
      const running = await findRunning(db);
      return { counts, running, failed: await findFailed(db) };
    },
    /**
     * True while a job with this key waits, runs or awaits a retry. False for one that used up its retries without its
     * handler being told, as its processes were killed.
     */
    async isUnderWay({ name }: { name: string }, singletonKey: string, trx: Trx): Promise<boolean> {
      const { rows } = await sql`
        select id from pgboss.job
        where name = ${name} and singleton_key = ${singletonKey}
          and state in ('created', 'retry', 'active') limit 1`.execute(trx);
      return rows.length > 0;
    },
    /** The payloads of all jobs of a name that wait, run or await a retry. */
    async payloadsUnderWay({ name }: { name: string }): Promise<unknown[]> {
      const { rows } = await sql<{ data: unknown }>`
        select data from pgboss.job
        where name = ${name} and state in ('created', 'retry', 'active')`.execute(db);
      return rows.map(({ data }) => data);
    },
    /**
     * Enqueues a dead letter again, in the caller's transaction; `gone` if it no longer exists, `waiting` if the job is a
     * singleton that already waits.
     */
    async retryDead(id: string, trx: Trx): Promise<'retried' | 'gone' | 'waiting'> {
      if (!(await lockDeadLetter(trx, id))) return 'gone';
      const moved = await boss.redrive(DEAD_LETTERS, { ids: [id], db: deps.fromKysely(trx) });
      return moved === 0 ? 'waiting' : 'retried';
    },
  };
}

/** The queue of jobs that failed for good. */
export const DEAD_LETTERS = 'dead-letters';

const MOST = 200;

/** `ended` is the time at which the last of the jobs ended. */
type StateCount = { name: string; state: string; count: number; ended: Date | null };
type RunningRow = {
  id: string;
  name: string;
  started_on: Date;
  done: number | null;
  total: number | null;
};
type FailedRow = {
  id: string;
  name: string;
  is_dead: boolean;
  output: unknown;
  failed_on: Date | null;
  runs: number;
  next_on: Date | null;
};

/** Jobs by name and state; dead letters by the job that failed, in the state `dead`. */
async function countJobs(db: Db): Promise<StateCount[]> {
  const { rows } = await sql<StateCount>`
    select case when name = ${DEAD_LETTERS} then source_name else name end as name,
      case when name = ${DEAD_LETTERS} then 'dead' else state::text end as state,
      count(*)::int as count, max(completed_on) as ended
    from pgboss.job
    where name <> ${DEAD_LETTERS} or (state = 'created' and source_name is not null)
    group by 1, 2`.execute(db);
  return rows;
}

async function findRunning(db: Db): Promise<RunningRow[]> {
  const { rows } = await sql<RunningRow>`
    select j.id::text as id, j.name, j.started_on, p.done, p.total
    from pgboss.job j left join job_progress p on p.job_id = j.id::text
    where j.state = 'active' order by j.started_on limit ${MOST}`.execute(db);
  return rows;
}

/** Jobs awaiting a retry and dead letters, newest failures first. */
async function findFailed(db: Db): Promise<FailedRow[]> {
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

/** Locks a dead letter until the transaction ends; false if there is none. */
async function lockDeadLetter(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select id from pgboss.job
    where name = ${DEAD_LETTERS} and state = 'created' and id = ${id}::uuid for update`.execute(db);
  return rows.length > 0;
}
