import {
  AppError,
  type ExchangeName,
  getFeedHealth,
  getLiveness,
  getReadiness,
} from '@moneytrail/contract';
import { within } from '../deadline.ts';
import type { Log } from '../log.ts';
import type { Router } from './route.ts';

/** A slower check counts as failed. */
const CHECK_TIMEOUT_MS = 2_000;

export type HealthDeps = {
  /** Readiness checks by name; each rejects on failure. */
  checks: Readonly<Record<string, () => Promise<unknown>>>;
  feeds: () => Record<ExchangeName, { isOffline: boolean; isSimulated: boolean }>;
  log: Pick<Log, 'warn'>;
};

async function failingOf({ checks, log }: HealthDeps): Promise<string[]> {
  const names = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await within(check(), CHECK_TIMEOUT_MS);
        return [];
      } catch (error) {
        log.warn({ err: error, check: name }, 'not ready');
        return [name];
      }
    }),
  );
  return names.flat();
}

export function healthRoutes(router: Router, deps: HealthDeps): void {
  router.route(getLiveness, async () => ({ status: 'ok' }));
  router.route(getReadiness, async () => {
    const failing = await failingOf(deps);
    if (failing.length === 0) return { status: 'ok' };
    throw new AppError('UNAVAILABLE', `Not ready: ${failing.join(', ')}`);
  });
  router.route(getFeedHealth, async () => deps.feeds());
}
