import { DAY_MS, SECOND_MS } from '@moneytrail/calendar';
import type { Database, Db } from '../db/index.ts';

const KEPT_MS = 14 * DAY_MS;

type Deps = {
  db: Db;
  clock: { now: () => number };
  onError: (error: unknown) => void;
};

type State = Pick<Database['job_progress'], 'state' | 'done' | 'total' | 'error'>;

async function store({ db, clock }: Deps, run: { id: string; name: string }, state: State) {
  const nowMs = clock.now();
  const changes = { ...state, heartbeat_at_ms: nowMs };
  await db
    .insertInto('job_progress')
    .values({ job_id: run.id, name: run.name, ...changes })
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet(changes))
    .execute();
  if (state.state === 'running') return;
  await db
    .deleteFrom('job_progress')
    .where('heartbeat_at_ms', '<', nowMs - KEPT_MS)
    .execute();
}

/**
 * Stores a run's newest state in `job_progress`: one write at a time, at most one a second. A run that never reports stores
 * nothing.
 */
export function createRunProgress(deps: Deps, run: { id: string; name: string }) {
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  let writing = Promise.resolve();
  let newest: { done: number; total: number | null } | null = null;
  const write = (state: State) => {
    writtenAtMs = deps.clock.now();
    writing = writing.then(() => store(deps, run, state)).catch(deps.onError);
  };
  return {
    report(done: number, total: number | null): void {
      newest = { done, total };
      if (deps.clock.now() - writtenAtMs < SECOND_MS) return;
      write({ ...newest, state: 'running', error: null });
    },
    /** Resolves once the last state is stored; storage errors go to `onError`. */
    async end(state: 'completed' | 'failed', error: string | null): Promise<void> {
      if (newest !== null) write({ ...newest, state, error });
      await writing;
    },
  };
}
