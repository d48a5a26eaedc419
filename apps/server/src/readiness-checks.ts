import type { Context } from './context.ts';
import type { HealthDeps } from './http/health.ts';

/**
 * The requirements of a process, by the names that readiness reports and the runbook explains. A process that serves
 * browsers goes on without the bus and the queues: bars, accounts and pages come from the database.
 */
export function readinessChecks(
  {
    checkDatabase,
    bus,
    jobs,
    warmUp,
    config,
  }: Pick<Context, 'checkDatabase' | 'bus' | 'jobs' | 'warmUp'> & {
    config: Pick<Context['config'], 'roles'>;
  },
  isStopping: (() => boolean) | undefined,
): HealthDeps['checks'] {
  const stopping = async () => {
    if (isStopping?.()) throw new Error('the process ends');
  };
  const own = { database: checkDatabase, stopping };
  const shared = { bus: bus.check, jobs: () => jobs.check() };
  return config.roles.includes('api')
    ? { needed: { ...own, answers: warmUp }, others: shared }
    : { needed: { ...own, ...shared }, others: {} };
}
