import { EXCHANGES, type ExchangeName } from '@moneytrail/contract';
import type { Feed } from '@moneytrail/feeds';
import type { Logger } from 'pino';
import { BARS_WRITTEN, type TickBus } from '../../bus/index.ts';
import type { BarService } from '../bars/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { followFeeds } from './feed-states.ts';
import { FeedIngest } from './ingest/feed-ingest.ts';
import { holdLease } from './ingest/lease.ts';
import { followWatched } from './ingest/watched-instruments.ts';
import { repeat } from './repeat.ts';
import type { LiveDb } from './store.ts';
import { LIVE_TIMING, type LiveTiming } from './timing.ts';
import { createWatches, type Watches } from './watch/watches.ts';

export type LiveDeps = {
  db: LiveDb;
  bus: TickBus;
  feeds: Record<ExchangeName, Feed>;
  catalogue: Pick<Catalogue, 'enabled'>;
  bars: Pick<BarService, 'lastBars' | 'refreshTail' | 'onWritten' | 'upkeep'>;
  clock: { now: () => number };
  random: () => number;
  log: Logger;
  /** Names this process among its replicas. */
  processId: string;
  /** Whether this process may own feeds. */
  isIngest: boolean;
  timing?: Partial<LiveTiming>;
};

/** What happens now: who reads the feeds, and what browsers of this process look at. */
export type Live = {
  /** Begins to read feeds (where this process may) and to look at the clock. */
  start: () => void;
  /** Gives the feeds back and ends every watch. */
  stop: () => Promise<void>;
  /** Whether each feed is offline: true means that no live price comes. */
  feedStates: () => Record<ExchangeName, boolean>;
  onFeedState: (listener: (exchange: ExchangeName, isOffline: boolean) => void) => () => void;
  watches: Watches;
  timing: LiveTiming;
};

/** How many announcements may be missed before a watched instrument is forgotten. */
const MISSED_ANNOUNCEMENTS = 3;

/** Reads every feed that is or becomes ours; returns what gives them back. */
function startIngest(deps: LiveDeps, timing: LiveTiming): () => Promise<void> {
  const watched = followWatched(deps, MISSED_ANNOUNCEMENTS * timing.announceMs);
  const stops = EXCHANGES.map((exchange) =>
    holdLease(deps, { exchange, owner: deps.processId }, timing, () => {
      const ingest = new FeedIngest({ ...deps, watched, timing }, deps.feeds[exchange]);
      return () => ingest.stop();
    }),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    watched.close();
  };
}

/** The live part of a process; nothing runs before `start`. */
export function createLive(deps: LiveDeps): Live {
  const { bus, bars, log } = deps;
  const timing: LiveTiming = { ...LIVE_TIMING, ...deps.timing };
  const states = followFeeds(deps, timing.silenceMs);
  const watches = createWatches(deps);
  const stops: (() => Promise<void> | void)[] = [];

  function sweep(): void {
    watches.sweep();
    states.sweep();
  }

  return {
    start() {
      const onError = (error: unknown) => log.error({ err: error }, 'live prices were not swept');
      stops.push(
        bars.onWritten((instrumentId, resolution, fromMs, toMs) =>
          bus.publish(BARS_WRITTEN, { instrumentId, resolution, fromMs, toMs }),
        ),
        repeat(timing.sweepMs, sweep, onError),
        repeat(timing.announceMs, watches.announce, onError),
      );
      if (deps.isIngest) stops.push(startIngest(deps, timing));
    },
    async stop() {
      await Promise.all(stops.splice(0).map((stop) => stop()));
      watches.close();
      states.close();
    },
    feedStates: states.read,
    onFeedState: states.onChange,
    watches,
    timing,
  };
}
