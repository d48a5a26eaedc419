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

type Checks = Readonly<Record<string, () => Promise<unknown>>>;

export type HealthDeps = {
  /**
   * Readiness checks by name; each rejects on failure. Without a needed one, nothing can be served; the others are shared by
   * all processes, so that a proxy which left out every process without them would leave out all of them.
   */
  checks: { needed: Checks; others: Checks };
  feeds: () => Record<ExchangeName, { isOffline: boolean; isSimulated: boolean }>;
  log: Pick<Log, 'warn'>;
};

async function failingOf(checks: Checks, log: HealthDeps['log']): Promise<string[]> {
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
    const { checks, log } = deps;
    const [missing, failing] = await Promise.all([
      failingOf(checks.needed, log),
      failingOf(checks.others, log),
    ]);
    if (missing.length > 0) {
      throw new AppError('UNAVAILABLE', `Not ready: ${[...missing, ...failing].join(', ')}`);
    }
    if (failing.length === 0) return { status: 'ok' as const };
    return { status: 'degraded' as const, failing };
  });
  router.route(getFeedHealth, async () => deps.feeds());
}
