import { MessagePort, type WorkerOptions } from 'node:worker_threads';
import type { ErrorSource, FeedExchange } from '@moneytrail/contract';
import type { FeedSettings } from '@moneytrail/feeds';
import type { Config } from './config.ts';
import { type DatabaseShare, openReadReplica, reachDatabase } from './db/index.ts';
import { createLog } from './log.ts';
import { type BarService, createBars } from './modules/bars/index.ts';
import { createFeeds } from './outside/feeds/create-feeds.ts';
import { createSteadyClock, MACHINE_CLOCK } from './steady-clock.ts';

/** The start data of a thread that reads bars with feeds and database connections of its own. */
export type BarsThreadData = {
  database: DatabaseShare;
  /** The address of a read replica; null if there is none. */
  replicaUrl: string | null;
  /** Most connections to each of them. */
  maxConnections: number;
  feeds: Record<FeedExchange, FeedSettings>;
  logLevel: Config['logLevel'];
};

/** Events that every such thread tells the thread that started it. */
export type BarsThreadEvent =
  /** A line of the thread's log about a failure. */
  { type: 'logged'; line: string } | { type: 'written'; change: Parameters<BarService['written']> };

/** The receiver of those events. */
export type BarsThreadListener = {
  bars: Pick<BarService, 'written'>;
  /** Receives the lines of the thread's log about failures. */
  onFailureLine: (line: string) => void;
};

const isBarsEvent = (event: { type: string }): event is BarsThreadEvent =>
  event.type === 'logged' || event.type === 'written';

/** Handles an event that every such thread tells; false for another one. */
export function receiveBarsEvent(
  { bars, onFailureLine }: BarsThreadListener,
  event: { type: string },
): event is BarsThreadEvent {
  if (!isBarsEvent(event)) return false;
  if (event.type === 'written') bars.written(...event.change);
  else onFailureLine(event.line);
  return true;
}

/** Options for a worker that starts with this data. `heapMb` is what it may hold beyond its modules. */
export function barsWorkerOptions(
  data: BarsThreadData,
  { heapMb, youngMb = 16 }: { heapMb: number; youngMb?: number },
): WorkerOptions {
  return {
    workerData: data,
    transferList: data.database instanceof MessagePort ? [data.database] : [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
  };
}

/** Runs in the thread: opens the database, feeds and bars, whose changes and failures it tells. */
export function openBarsInThread(
  { database, replicaUrl, maxConnections, feeds: settings, logLevel }: BarsThreadData,
  { source, send }: { source: ErrorSource; send: (event: BarsThreadEvent) => void },
) {
  const failures = { write: (line: string) => send({ type: 'logged', line }) };
  const log = createLog(logLevel, { failures }).child({ source });
  const clock = MACHINE_CLOCK;
  const db = reachDatabase(database, { log, maxConnections });
  const steadyClock = createSteadyClock(clock);
  const { feeds } = createFeeds({ db, clock: steadyClock, random: Math.random, log }, settings);
  const replica =
    replicaUrl === null
      ? undefined
      : openReadReplica({ db, clock, log }, { url: replicaUrl, maxConnections });
  const bars = createBars({ db, replica, feeds, clock, log });
  bars.onWritten((...change) => send({ type: 'written', change }));
  return { log, clock, db, feeds, bars };
}
