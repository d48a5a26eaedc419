import type { ExchangeName } from '@moneytrail/contract';
import type { Feed } from '@moneytrail/feeds';
import type { Logger } from 'pino';
import { BARS_WRITTEN, type TickBus } from '../../bus/index.ts';
import type { Db } from '../../db/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { SteadyClock } from '../../steady-clock.ts';
import type { BarService } from '../bars/index.ts';
import type { Catalogue, Instrument } from '../catalogue/index.ts';
import { groupKey, groupOf } from './feed-groups.ts';
import { createTokenFence, followFeeds } from './feed-states.ts';
import { FeedIngest, trackSubscribed } from './ingest.ts';
import { holdLeases, type Lease } from './lease.ts';
import { createPriceBoard } from './price-board.ts';
import { runPeriodically } from './run-periodically.ts';
import { createSubscriptionRegistry } from './subscription-registry.ts';
import { ALONE, LIVE_TIMING, type LiveTiming } from './timing.ts';

type LiveDeps = {
  db: Db;
  bus: TickBus;
  feeds: Record<ExchangeName, Feed>;
  catalogue: Pick<Catalogue, 'enabled'>;
  bars: Pick<BarService, 'history' | 'lastBars' | 'refreshTail' | 'onWritten'>;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: SteadyClock;
  log: Logger;
  /** Names this process among its replicas. */
  processId: string;
  isIngest: boolean;
  /** Whether no other process can use the database. */
  isAlone: boolean;
  timing?: Partial<LiveTiming>;
};

export type Live = ReturnType<typeof createLive>;

/** A subscribed instrument is dropped after this many missed announcements. */
const MISSED_ANNOUNCEMENTS = 3;

/** Reads every group of instruments that this process owns or comes to own; returns a function that gives them back. */
function startIngest(
  deps: LiveDeps,
  timing: LiveTiming,
  owned: Map<string, Lease>,
): () => Promise<void> {
  const { announceMs } = timing;
  const forgetMs = MISSED_ANNOUNCEMENTS * announceMs;
  const subscribed = trackSubscribed(deps, { announceMs, forgetMs });
  /** The feeds of which this process owns groups. */
  const reading = new Map<ExchangeName, FeedIngest>();
  const stop = holdLeases(deps, timing, (lease) => {
    const { exchange, group } = lease;
    const ingest =
      reading.get(exchange) ??
      new FeedIngest({ ...deps, subscribed, timing }, deps.feeds[exchange]);
    reading.set(exchange, ingest);
    ingest.own(lease);
    owned.set(groupKey(lease), lease);
    return async () => {
      owned.delete(groupKey(lease));
      ingest.disown(group);
      if (!ingest.isIdle) return;
      reading.delete(exchange);
      await ingest.stop();
    };
  });
  return async () => {
    await stop();
    subscribed.close();
  };
}

/** Live prices of a process: the feeds that it reads, and the subscriptions of its stream clients. Inactive until `start`. */
export function createLive(deps: LiveDeps) {
  const { bus, bars, log } = deps;
  const timing: LiveTiming = { ...LIVE_TIMING, ...(deps.isAlone && ALONE), ...deps.timing };
  const fence = createTokenFence(deps.clock);
  const states = followFeeds({ ...deps, fence }, timing.silenceMs);
  const registry = createSubscriptionRegistry({ ...deps, fence });
  const board = createPriceBoard({ ...deps, fence });
  const stops: (() => Promise<void> | void)[] = [];
  /** The leases of this process by group. */
  const owned = new Map<string, Lease>();

  function sweep(): void {
    registry.sweep();
    states.sweep();
  }

  function announce(): void {
    registry.announce();
    board.announce();
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
        runPeriodically(timing.announceMs, announce, onError),
      );
      if (deps.isIngest) stops.push(startIngest(deps, timing, owned));
    },
    /** Gives the feeds back and closes every subscription. */
    async stop(): Promise<void> {
      await Promise.all(stops.splice(0).map((stop) => stop()));
      board.close();
      registry.close();
      states.close();
    },
    /** Whether each feed is offline, so that no live prices come of some of its instruments. */
    feedStates: states.read,
    isOffline: states.isOffline,
    onFeedState: states.onChange,
    registry,
    board,
    timing,
    /** The lease of an instrument whose feed this process reads; undefined if another one reads it, or none. */
    leaseOf({ exchange, id }: Pick<Instrument, 'exchange' | 'id'>): Lease | undefined {
      if (exchange === 'Imported') return undefined;
      const lease = owned.get(groupKey({ exchange, group: groupOf({ exchange, id }) }));
      return lease?.isHeld() ? lease : undefined;
    },
  };
}
