import { byFeed, type ExchangeName, type FeedExchange } from '@moneytrail/contract';
import {
  type AdmissionControl,
  type BreakerState,
  createFeed,
  createMemoryAdmission,
  type Feed,
  type FeedSettings,
} from '@moneytrail/feeds';
import type { Logger } from 'pino';
import type { Db } from '../../db/index.ts';
import { IMPORTED_FEED } from './imported-feed.ts';
import { createSharedAdmissions } from './shared-admission.ts';

export type FeedsDeps = {
  db: Db;
  clock: { now: () => number };
  random: () => number;
  log: Logger;
};

export type Feeds = Record<ExchangeName, Feed>;

export type OpenFeeds = {
  feeds: Feeds;
  /** Breakers of the feeds that this process has used. */
  breakers: () => Partial<Record<ExchangeName, BreakerState>>;
  close: () => void;
};

/**
 * A feed whose methods are those of the vendor's feed, which is opened when the first of them is read: roles that never
 * call a vendor need no client and no breaker.
 */
function openOnUse(exchange: ExchangeName, isSimulated: boolean, open: () => Feed): Feed {
  let opened: Feed | undefined;
  const feed = () => {
    opened ??= open();
    return opened;
  };
  return {
    exchange,
    isSimulated,
    get list() {
      return feed().list;
    },
    get search() {
      return feed().search;
    },
    get history() {
      return feed().history;
    },
    get live() {
      return feed().live;
    },
    get clockLeadMs() {
      return feed().clockLeadMs;
    },
    get health() {
      return feed().health;
    },
    get onHealthChange() {
      return feed().onHealthChange;
    },
  };
}

/** The four vendors' feeds and that of files; limits and breakers of real vendors are shared by all processes, those of simulators are not. */
export function createFeeds(
  { db, clock, random, log }: FeedsDeps,
  settings: Record<FeedExchange, FeedSettings>,
): OpenFeeds {
  const shared = createSharedAdmissions({ db, clock, log });
  const admissions = new Map<FeedExchange, AdmissionControl>();
  const environment = {
    now: clock.now,
    random,
    report: (message: string, detail: Record<string, unknown>) => log.warn(detail, message),
  };
  function open(exchange: FeedExchange): Feed {
    const chosen = settings[exchange];
    const admission = chosen.isSimulated ? createMemoryAdmission(clock) : shared.of(exchange);
    admissions.set(exchange, admission);
    return createFeed(exchange, { ...chosen, admission }, environment);
  }
  return {
    feeds: {
      ...byFeed((exchange) =>
        openOnUse(exchange, settings[exchange].isSimulated, () => open(exchange)),
      ),
      Imported: IMPORTED_FEED,
    },
    breakers: () =>
      Object.fromEntries([...admissions].map(([name, control]) => [name, control.breaker()])),
    close: shared.close,
  };
}
