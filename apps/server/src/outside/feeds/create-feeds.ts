import type { ExchangeName } from '@moneytrail/contract';
import { createFeed, type Feed, type FeedSettings } from '@moneytrail/feeds';
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
): { feeds: Feeds; close: () => void } {
  const admissions = createSharedAdmissions({ db, clock, log });
  const environment = {
    now: clock.now,
    random,
    report: (message: string, detail: Record<string, unknown>) => log.warn(detail, message),
  };
  function feedOf(exchange: ExchangeName): Feed {
    const own = settings[exchange];
    const shared = own.isSimulated ? {} : { admission: admissions.of(exchange) };
    return createFeed(exchange, { ...own, ...shared }, environment);
  }
  return {
    feeds: {
      BVG: feedOf('BVG'),
      FMP: feedOf('FMP'),
      Bitfinex: feedOf('Bitfinex'),
      Tiingo: feedOf('Tiingo'),
    },
    close: admissions.close,
  };
}
