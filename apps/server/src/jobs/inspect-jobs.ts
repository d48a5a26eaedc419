import type { Transaction } from 'kysely';
import type { fromKysely, PgBoss } from 'pg-boss';
import type { Database, Db } from '../db/index.ts';
import { countJobs, findFailed, findRunning, lockDeadLetter } from './job-store.ts';
import { DEAD_LETTERS } from './make-queues.ts';

/** What the queues hold: counts by name and state, what runs, and what failed. */
type JobsLook = {
  counts: Awaited<ReturnType<typeof countJobs>>;
  running: Awaited<ReturnType<typeof findRunning>>;
  failed: Awaited<ReturnType<typeof findFailed>>;
};

/** For operators: looking at the queues, and running again what failed for good. */
export type JobsInspection = {
  /** What the queues hold now. */
  look: () => Promise<JobsLook>;
  /**
   * Enqueues a dead letter anew, in the caller's transaction: `gone` where it is none any more, `waiting` where a job that
   * may wait once does so already.
   */
  retryDead: (id: string, trx: Transaction<Database>) => Promise<'retried' | 'gone' | 'waiting'>;
};

/** Reads the tables of the queues, which have no call for several of them at once; changes go through their own calls. */
export function inspectJobs(deps: {
  db: Db;
  boss: Pick<PgBoss, 'redrive'>;
  fromKysely: typeof fromKysely;
}): JobsInspection {
  const { db, boss } = deps;
  return {
    async look() {
      // One after the other: the embedded database has one connection.
      const counts = await countJobs(db);
      const running = await findRunning(db);
      return { counts, running, failed: await findFailed(db) };
    },
    async retryDead(id, trx) {
      if (!(await lockDeadLetter(trx, id))) return 'gone';
      const moved = await boss.redrive(DEAD_LETTERS, { ids: [id], db: deps.fromKysely(trx) });
      return moved === 0 ? 'waiting' : 'retried';
    },
  };
}
