import type { Context } from './context.ts';

/** The requirements for serving, by the names that readiness reports and the runbook explains. */
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
