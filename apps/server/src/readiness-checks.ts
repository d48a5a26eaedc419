import type { Context } from './context.ts';

/** What a process needs to serve, by the names that readiness tells and the runbook explains. */
export function readinessChecks(
  { checkDatabase, bus, jobs }: Pick<Context, 'checkDatabase' | 'bus' | 'jobs'>,
  isStopping: (() => boolean) | undefined,
) {
  return {
    database: checkDatabase,
    bus: bus.check,
    jobs: () => jobs.check(),
    stopping: async () => {
      if (isStopping?.()) throw new Error('the process ends');
    },
  };
}
