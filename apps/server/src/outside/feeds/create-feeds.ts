import { byExchange, type ExchangeName } from '@moneytrail/contract';
import {
  type AdmissionControl,
  type BreakerState,
  createFeed,
  createMemoryAdmission,
  type Feed,
  type FeedSettings,
} from '@moneytrail/feeds';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../db/index.ts';
import { createSharedAdmissions } from './shared-admission.ts';

export type FeedsDeps = {
  db: Kysely<Database>;
  clock: { now: () => number };
  random: () => number;
  log: Logger;
};

export type Feeds = Record<ExchangeName, Feed>;

/** The four feeds; real vendors share their limits and breakers with all processes, a simulator belongs to its own. */
export function createFeeds(
  { db, clock, random, log }: FeedsDeps,
  settings: Record<ExchangeName, FeedSettings>,
): { feeds: Feeds; breakers: () => Record<ExchangeName, BreakerState>; close: () => void } {
  const shared = createSharedAdmissions({ db, clock, log });
  const environment = {
    now: clock.now,
    random,
    report: (message: string, detail: Record<string, unknown>) => log.warn(detail, message),
  };
  const admissions = byExchange<AdmissionControl>((exchange) =>
    settings[exchange].isSimulated ? createMemoryAdmission(clock) : shared.of(exchange),
  );
  return {
    feeds: byExchange((exchange) =>
      createFeed(exchange, { ...settings[exchange], admission: admissions[exchange] }, environment),
    ),
    breakers: () => byExchange((exchange) => admissions[exchange].breaker()),
    close: shared.close,
  };
}
