import { type ExchangeName, FEED_EXCHANGES } from '@moneytrail/contract';
import type { Feed } from '@moneytrail/feeds';
import type { Logger } from 'pino';
import { BARS_WRITTEN, type TickBus } from '../../bus/index.ts';
import type { Db } from '../../db/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { SteadyClock } from '../../steady-clock.ts';
import type { BarService } from '../bars/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { createTokenFence, followFeeds } from './feed-states.ts';
import { FeedIngest, trackSubscribed } from './ingest.ts';
import { holdLease } from './lease.ts';
import { runPeriodically } from './run-periodically.ts';
import { createSubscriptionRegistry } from './subscription-registry.ts';
import { LIVE_TIMING, type LiveTiming } from './timing.ts';

type LiveDeps = {
  db: Db;
  bus: TickBus;
  feeds: Record<ExchangeName, Feed>;
  catalogue: Pick<Catalogue, 'enabled'>;
  bars: Pick<BarService, 'lastBars' | 'refreshTail' | 'onWritten'>;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: SteadyClock;
  log: Logger;
  /** Names this process among its replicas. */
  processId: string;
  isIngest: boolean;
  timing?: Partial<LiveTiming>;
};

export type Live = ReturnType<typeof createLive>;

/** A subscribed instrument is dropped after this many missed announcements. */
const MISSED_ANNOUNCEMENTS = 3;

/** Reads every feed that this process owns or comes to own; returns a function that gives them back. */
function startIngest(deps: LiveDeps, timing: LiveTiming): () => Promise<void> {
  const subscribed = trackSubscribed(deps, MISSED_ANNOUNCEMENTS * timing.announceMs);
  const stops = FEED_EXCHANGES.map((exchange) =>
    holdLease(deps, { exchange, owner: deps.processId }, timing, (lease) => {
      const ingest = new FeedIngest({ ...deps, lease, subscribed, timing }, deps.feeds[exchange]);
      return () => ingest.stop();
    }),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    subscribed.close();
  };
}

/** Live prices of a process: the feeds that it reads, and the subscriptions of its stream clients. Inactive until `start`. */
export function createLive(deps: LiveDeps) {
  const { bus, bars, log } = deps;
  const timing: LiveTiming = { ...LIVE_TIMING, ...deps.timing };
  const fence = createTokenFence(deps.clock);
  const states = followFeeds({ ...deps, fence }, timing.silenceMs);
  const registry = createSubscriptionRegistry({ ...deps, fence });
  const stops: (() => Promise<void> | void)[] = [];

  function sweep(): void {
    registry.sweep();
    states.sweep();
  }

  return {
    /** Starts to read feeds, if this process may own them, and to close bars by the clock. */
    start(): void {
      const onError = (error: unknown) => log.error({ err: error }, 'live prices were not swept');
      stops.push(
        bars.onWritten((instrumentId, resolution, fromMs, toMs) =>
          bus.publish(BARS_WRITTEN, { instrumentId, resolution, fromMs, toMs }),
        ),
        runPeriodically(timing.sweepMs, sweep, onError),
        runPeriodically(timing.announceMs, registry.announce, onError),
      );
      if (deps.isIngest) stops.push(startIngest(deps, timing));
    },
    /** Gives the feeds back and closes every subscription. */
    async stop(): Promise<void> {
      await Promise.all(stops.splice(0).map((stop) => stop()));
      registry.close();
      states.close();
    },
    /** Whether each feed is offline, so that no live prices come. */
    feedStates: states.read,
    onFeedState: states.onChange,
    registry,
    timing,
  };
}
