import {
  BITFINEX_REST_URL,
  BITFINEX_STREAM_URL,
  FMP_REST_URL,
  TIINGO_REST_URL,
  TIINGO_STREAM_URL,
} from '@moneytrail/feeds';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { DatabaseHandle } from './db/index.ts';
import { chooseProviders } from './demo/provider-choice.ts';
import { type ChosenProviders, standIn } from './demo/simulated-providers.ts';
import { createFeeds } from './outside/feeds/create-feeds.ts';
import type { Clock, SteadyClock } from './steady-clock.ts';

const VENDORS = {
  fmpRest: FMP_REST_URL,
  bitfinexRest: BITFINEX_REST_URL,
  bitfinexStream: BITFINEX_STREAM_URL,
  tiingoRest: TIINGO_REST_URL,
  tiingoStream: TIINGO_STREAM_URL,
};

/** Called at the end of the process, in reverse order. */
type Closers = (() => Promise<void>)[];

/**
 * Chooses the providers and starts their simulators while the database opens: generating twelve years of prices takes
 * longer than the rest of a start.
 */
export function reachProviders(
  { config, log, clock }: { config: Config; log: Logger; clock: Clock },
  database: Promise<Pick<DatabaseHandle, 'db'>>,
  closers: Closers,
): Promise<ChosenProviders> {
  const choice = chooseProviders(config, VENDORS);
  const reached = choice.then((chosen) => standIn({ database, log, now: clock.now }, chosen));
  // A failure is reported by `openFeeds`; if the start fails earlier, the providers are still closed.
  const settled = reached.catch(() => null);
  closers.push(async () => (await settled)?.close());
  return reached;
}

type FeedsBase = {
  db: DatabaseHandle['db'];
  steadyClock: SteadyClock;
  random: () => number;
  log: Logger;
  providers: Promise<ChosenProviders>;
};

export type ReachedFeeds = Awaited<ReturnType<typeof openFeeds>>;

/** Opens the feeds once their providers or simulators are ready. */
export async function openFeeds(
  { db, steadyClock: clock, random, log, providers }: FeedsBase,
  closers: Closers,
) {
  const { simulators, settings } = await providers;
  const { feeds, breakers, close } = createFeeds({ db, clock, random, log }, settings);
  closers.push(async () => close());
  return { feeds, breakers, simulators, feedSettings: settings };
}
