import { randomUUID } from 'node:crypto';
import type { ExchangeName } from '@moneytrail/contract';
import {
  BITFINEX_REST_URL,
  BITFINEX_STREAM_URL,
  createFeed,
  type Feed,
  type FeedSettings,
  FMP_REST_URL,
  TIINGO_REST_URL,
  TIINGO_STREAM_URL,
} from '@moneytrail/feeds';
import type { DestinationStream, Logger } from 'pino';
import { type AccountServices, openAccountServices } from './account-services.ts';
import { createLocalBus, createNatsBus, type TickBus } from './bus/index.ts';
import type { Config } from './config.ts';
import { type DatabaseHandle, openDatabase } from './db/index.ts';
import { chooseProviders } from './demo/provider-choice.ts';
import { type RunningSimulators, standIn } from './demo/simulated-providers.ts';
import { createLog } from './log.ts';
import { type BarService, createBars } from './modules/bars/index.ts';
import { type Catalogue, createCatalogue } from './modules/catalogue/index.ts';
import { createLive, type Live } from './modules/live/index.ts';

export type Clock = { now: () => number };

/** Everything with a lifetime, made once; closing it ends all of it in the reverse order. */
export type Context = {
  config: Config;
  /** Names this process among its replicas. */
  processId: string;
  log: Logger;
  clock: Clock;
  random: () => number;
  db: DatabaseHandle['db'];
  databaseKind: DatabaseHandle['kind'];
  bus: TickBus;
  feeds: Record<ExchangeName, Feed>;
  simulators: RunningSimulators;
  catalogue: Catalogue;
  bars: BarService;
  live: Live;
  people: AccountServices;
  close: () => Promise<void>;
};

const VENDORS = {
  fmpRest: FMP_REST_URL,
  bitfinexRest: BITFINEX_REST_URL,
  bitfinexStream: BITFINEX_STREAM_URL,
  tiingoRest: TIINGO_REST_URL,
  tiingoStream: TIINGO_STREAM_URL,
};

function createFeeds(
  context: Pick<Context, 'clock' | 'random' | 'log'>,
  settings: Record<ExchangeName, FeedSettings>,
): Record<ExchangeName, Feed> {
  const environment = {
    now: context.clock.now,
    random: context.random,
    report: (message: string, detail: Record<string, unknown>) => context.log.warn(detail, message),
  };
  return {
    BVG: createFeed('BVG', settings.BVG, environment),
    FMP: createFeed('FMP', settings.FMP, environment),
    Bitfinex: createFeed('Bitfinex', settings.Bitfinex, environment),
    Tiingo: createFeed('Tiingo', settings.Tiingo, environment),
  };
}

/** Opens the database, reaches or simulates the providers, and makes every module that lives as long as the process. */
export async function createContext(
  config: Config,
  options: { clock?: Clock; logTo?: DestinationStream } = {},
): Promise<Context> {
  const { clock = { now: Date.now } } = options;
  const log = createLog(config.logLevel, options.logTo);
  const random = Math.random;
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of closers.reverse()) await end();
  };
  try {
    const [database, choice] = await Promise.all([
      openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log }),
      chooseProviders(config, VENDORS),
    ]);
    closers.push(database.close);
    const providers = await standIn({ db: database.db, log, now: clock.now }, choice);
    closers.push(providers.close);
    const bus = config.natsUrl ? await createNatsBus(config.natsUrl) : createLocalBus();
    closers.push(() => bus.close());
    const feeds = createFeeds({ clock, random, log }, providers.settings);
    const base = { db: database.db, clock, random, log, bus, feeds, processId: randomUUID() };
    const catalogue = await createCatalogue(base);
    if (!config.isProduction) await catalogue.seedDemo();
    const people = await openAccountServices({ ...base, config });
    closers.push(people.close);
    const bars = createBars(base);
    const live = createLive({
      ...base,
      catalogue,
      bars,
      isIngest: config.roles.includes('ingest'),
    });
    closers.push(() => live.stop());
    const databaseKind = database.kind;
    return {
      ...base,
      config,
      databaseKind,
      simulators: providers.simulators,
      catalogue,
      bars,
      live,
      people,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
