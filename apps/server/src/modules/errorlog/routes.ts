import { MINUTE_MS } from '@moneytrail/calendar';
import {
  AppError,
  listErrors,
  reportBrowserError,
  reportContentPolicy,
} from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { subscriberOf } from '../../http/network.ts';
import { parseJson } from '../../http/parse-body.ts';
import type { Router } from '../../http/route.ts';
import type { ErrorLog } from './error-log.ts';

const LONGEST_AGENT = 200;

/** Registers the error log, and the reports of pages and browsers. */
export function errorLogRoutes(
  router: Router,
  { errorLog, clock }: { errorLog: ErrorLog; clock: { now: () => number } },
): void {
  // Separate limits, so that neither kind displaces the other.
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

const MOST_OF_AN_ADDRESS = 20;
const MOST_OF_ALL = 1_000;
const MAX_ADDRESSES = 10_000;

/** The number of failures accepted from a report; a report without any counts as one. */
type ReportLimit = (address: string, count: number) => number;

/**
 * Limits one kind of report per minute, for each subscriber (an address, or a /64) and in total; each process counts
 * separately. Throws 429 when the limit is reached.
 */
function createReportLimit(clock: { now: () => number }): ReportLimit {
  const counts = new LRUCache<string, number>({ max: MAX_ADDRESSES });
  let minute = 0;
  let total = 0;
  return (address, count) => {
    const nowMs = clock.now();
    const present = Math.floor(nowMs / MINUTE_MS);
    if (present !== minute) {
      minute = present;
      total = 0;
      counts.clear();
    }
    const subscriber = subscriberOf(address);
    const known = counts.get(subscriber) ?? 0;
    const left = Math.min(MOST_OF_AN_ADDRESS - known, MOST_OF_ALL - total);
    if (left <= 0) {
      const retryAfterSeconds = Math.ceil(((present + 1) * MINUTE_MS - nowMs) / 1_000);
      throw new AppError('RATE_LIMITED', 'Too many reports. Please try again later.', {
        retryAfterSeconds,
      });
    }
    const taken = Math.min(left, Math.max(count, 1));
    counts.set(subscriber, known + taken);
    total += taken;
    return taken;
  };
}

/** A violation of the content policy. */
type PolicyBreach = {
  directive: string;
  blocked: string;
  page: string;
  place: string;
};

const short = z.catch(z.optional(z.string()), undefined);
const byUri = z.looseObject({
  'csp-report': z.looseObject({
    'effective-directive': short,
    'violated-directive': short,
    'blocked-uri': short,
    'document-uri': short,
    'source-file': short,
    'line-number': z.catch(z.optional(z.number()), undefined),
  }),
});
const byEndpoint = z.array(
  z.looseObject({
    type: z.string(),
    body: z.catch(
      z.optional(
        z.looseObject({
          effectiveDirective: short,
          blockedURL: short,
          documentURL: short,
          sourceFile: short,
          lineNumber: z.catch(z.optional(z.number()), undefined),
        }),
      ),
      undefined,
    ),
  }),
);
/** Violations read from one report. */
const MOST = 20;
/** Browser extensions are not our content. */
const FOREIGN = /^(chrome|moz|safari(-web)?)-extension/;

/** A URL without query and fragment, which may hold secrets. */
function plain(address = ''): string {
  if (!URL.canParse(address)) return address.slice(0, 100);
  const { origin, protocol, pathname } = new URL(address);
  return (origin === 'null' ? protocol : `${origin}${pathname}`).slice(0, 200);
}

const placeOf = (file?: string, line?: number) =>
  file === undefined ? '' : `${plain(file)}${line === undefined ? '' : `:${line}`}`;

function readReports(report: unknown): PolicyBreach[] {
  const one = z.safeParse(byUri, report);
  if (one.success) {
    const each = one.data['csp-report'];
    return [
      {
        directive: each['effective-directive'] ?? each['violated-directive'] ?? '',
        blocked: plain(each['blocked-uri']),
        page: plain(each['document-uri']),
        place: placeOf(each['source-file'], each['line-number']),
      },
    ];
  }
  const { data = [] } = z.safeParse(byEndpoint, report);
  return data.slice(0, MOST).flatMap(({ type, body }) =>
    type !== 'csp-violation' || !body
      ? []
      : [
          {
            directive: body.effectiveDirective ?? '',
            blocked: plain(body.blockedURL),
            page: plain(body.documentURL),
            place: placeOf(body.sourceFile, body.lineNumber),
          },
        ],
  );
}

/** The violations in a browser's report; none if it is unreadable or concerns an extension. */
function readPolicyReport(body: Uint8Array): PolicyBreach[] {
  const report = parseJson(body);
  if (!report.ok) return [];
  return readReports(report.value)
    .filter(({ blocked, place }) => !FOREIGN.test(blocked) && !FOREIGN.test(place))
    .map((breach) => ({ ...breach, directive: breach.directive.slice(0, 100) || 'unknown rule' }));
}
