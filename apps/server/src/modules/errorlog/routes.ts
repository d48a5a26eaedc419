import { listErrors, reportBrowserError, reportContentPolicy } from '@moneytrail/contract';
import type { Router } from '../../http/route.ts';
import { readPolicyReport } from './content-policy-report.ts';
import type { ErrorLog } from './error-log.ts';
import { createReportLimit } from './report-limit.ts';

const LONGEST_AGENT = 200;

/** Reading the error log, and what pages and browsers report. */
export function errorLogRoutes(
  router: Router,
  { errorLog, clock }: { errorLog: ErrorLog; clock: { now: () => number } },
): void {
  // Each kind has its own, so that neither takes the place of the other.
  const takePageErrors = createReportLimit(clock);
  const takeBreaches = createReportLimit(clock);
  const browserOf = (agent = '') => agent.slice(0, LONGEST_AGENT);
  router.route(listErrors, ({ query }) => errorLog.list(query));
  router.route(reportBrowserError, async ({ body, headers, ip }) => {
    takePageErrors(ip, 1);
    const { kind, message, stack, route } = body;
    const browser = browserOf(headers['user-agent']);
    const context = { kind, route, browser, ...(stack === undefined ? {} : { stack }) };
    errorLog.add({ source: 'browser', level: 'error', message, context, atMs: clock.now() });
  });
  router.route(reportContentPolicy, async ({ body, headers, ip }) => {
    const breaches = readPolicyReport(body);
    const taken = takeBreaches(ip, breaches.length);
    const browser = browserOf(headers['user-agent']);
    for (const breach of breaches.slice(0, taken)) {
      errorLog.add({
        source: 'content-policy',
        level: 'error',
        message: `${breach.directive} refused ${breach.blocked || 'something'}`,
        context: { ...breach, browser },
        atMs: clock.now(),
      });
    }
  });
}
