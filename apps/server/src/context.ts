import { randomUUID } from 'node:crypto';
import type { ExchangeName } from '@moneytrail/contract';
import {
  BITFINEX_REST_URL,
  BITFINEX_STREAM_URL,
  type Feed,
  FMP_REST_URL,
  TIINGO_REST_URL,
  TIINGO_STREAM_URL,
} from '@moneytrail/feeds';
import type { DestinationStream, Logger } from 'pino';
import { type AccountServices, openAccountServices } from './account-services.ts';
import { allJobs } from './all-jobs.ts';
import { buildInThread } from './answer-thread/build-in-thread.ts';
import { createLocalBus, createNatsBus, type TickBus } from './bus/index.ts';
import type { Config } from './config.ts';
import { type DatabaseHandle, openDatabase } from './db/index.ts';
import { chooseProviders } from './demo/provider-choice.ts';
import { type RunningSimulators, standIn } from './demo/simulated-providers.ts';
import { addFigures, meterBus } from './figures.ts';
import { installationSecret } from './installation-secret.ts';
import { type Jobs, openJobs } from './jobs/index.ts';
import { createLog } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type BarService, type BuildAnswer, createBars } from './modules/bars/index.ts';
import { type Catalogue, createCatalogue, SYNC_INSTRUMENTS } from './modules/catalogue/index.ts';
import { createLive, type Live } from './modules/live/index.ts';
import { createOutbox, type Outbox } from './outbox/index.ts';
import type { DemoMailbox } from './outside/demo-mailbox.ts';
import { createFeeds } from './outside/feeds/create-feeds.ts';
import { openMessages } from './outside/open-messages.ts';
import {
  type Clock,
  createSteadyClock,
  heldClock,
  MACHINE_CLOCK,
  type SteadyClock,
} from './steady-clock.ts';

/** Everything with a lifetime, made once; closing it ends all of it in the reverse order. */
export type Context = {
  config: Config;
  /** Names this process among its replicas. */
  processId: string;
  log: Logger;
  clock: Clock;
  /** For what measures how long, and for prices of now. */
  steadyClock: SteadyClock;
  random: () => number;
  db: DatabaseHandle['db'];
  databaseKind: DatabaseHandle['kind'];
  checkDatabase: DatabaseHandle['check'];
  bus: TickBus;
  jobs: Jobs;
  outbox: Outbox;
  /** What demo mode "sent"; null where every message really goes out. */
  demoMailbox: DemoMailbox | null;
  feeds: Record<ExchangeName, Feed>;
  simulators: RunningSimulators;
  metrics: Metrics;
  catalogue: Catalogue;
  bars: BarService;
  /** Absent where a test holds the clock: answers are built in its thread then. */
  buildAnswer: BuildAnswer | undefined;
  /** Loads, beside everything else, what the first answer needs. */
  warmUp: () => void;
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

type Start = Pick<Context, 'config' | 'log' | 'clock' | 'steadyClock' | 'random'> & {
  /** Called in the reverse order at the end. */
  closers: (() => Promise<void>)[];
};

type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/** What every module stands on: the database, the bus, the feeds and the queues. */
async function openFoundation({ closers, ...start }: Start) {
  const { config, log, clock, steadyClock, random } = start;
  const [database, choice] = await Promise.all([
    openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log }),
    chooseProviders(config, VENDORS),
  ]);
  closers.push(database.close);
  const { db, kind: databaseKind, check: checkDatabase } = database;
  const { simulators, settings, close } = await standIn({ db, log, now: clock.now }, choice);
  closers.push(close);
  const report = (message: string, detail: Record<string, unknown>) => log.warn(detail, message);
  const plainBus = config.natsUrl
    ? await createNatsBus(config.natsUrl, { report })
    : createLocalBus({ report });
  closers.push(() => plainBus.close());
  const metrics = createMetrics(log);
  const bus = meterBus(plainBus, metrics, clock);
  const feedDeps = { db, clock: steadyClock, random, log };
  const { feeds, breakers, close: closeFeeds } = createFeeds(feedDeps, settings);
  closers.push(async () => closeFeeds());
  const jobs = await openJobs(
    { database, clock, log },
    { isWorker: config.roles.includes('worker') },
  );
  closers.push(() => jobs.close());
  const stored = { db, databaseKind, checkDatabase, shareDatabase: database.share };
  const outside = { bus, feeds, breakers, jobs, simulators, feedSettings: settings };
  return { ...start, ...stored, ...outside, metrics, processId: randomUUID() };
}

function answerThread({ config, log, feedSettings, shareDatabase }: Foundation, bars: BarService) {
  const { logLevel } = config;
  const dataOf = () => ({ database: shareDatabase(), feeds: feedSettings, logLevel });
  return buildInThread({ bars, log, dataOf });
}

async function openModules(start: Start): Promise<Omit<Context, 'close'>> {
  const { config, closers, steadyClock } = start;
  const base = await openFoundation(start);
  const secret = await installationSecret(config);
  const messages = await openMessages(base);
  closers.push(messages.close);
  const outbox = createOutbox({ ...base, secret });
  const catalogue = await createCatalogue(base);
  await catalogue.addFirst();
  if (config.isDemo) await catalogue.seedDemo();
  const people = await openAccountServices({ ...base, outbox, secret });
  closers.push(people.close);
  const bars = createBars(base);
  const isThreaded = base.clock.now === Date.now;
  const answers = isThreaded ? answerThread(base, bars) : null;
  if (answers) closers.push(answers.close);
  const isIngest = config.roles.includes('ingest');
  const live = createLive({ ...base, clock: steadyClock, catalogue, bars, isIngest });
  closers.push(() => live.stop());
  // Running jobs use everything else: they end first.
  closers.push(() => base.jobs.close());
  const { accounts } = people;
  await base.jobs.start(allJobs({ ...base, ...messages, secret, catalogue, accounts, bars }));
  await base.jobs.enqueue(SYNC_INSTRUMENTS, {});
  const { demoMailbox } = messages;
  addFigures({ ...base, live, outbox });
  const building = { buildAnswer: answers?.build, warmUp: () => answers?.warmUp() };
  return { ...base, ...building, outbox, demoMailbox, catalogue, people, bars, live };
}

/** Opens the database, reaches or simulates the providers, and makes every module that lives as long as the process. */
export async function createContext(
  config: Config,
  options: { clock?: Pick<Clock, 'now'>; logTo?: DestinationStream } = {},
): Promise<Context> {
  const clock = options.clock ? heldClock(options.clock.now) : MACHINE_CLOCK;
  const steadyClock = createSteadyClock(clock, clock.monotonicMs);
  const log = createLog(config.logLevel, options.logTo);
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of closers.reverse()) await end();
  };
  try {
    const random = Math.random;
    return { ...(await openModules({ config, log, clock, steadyClock, random, closers })), close };
  } catch (error) {
    await close();
    throw error;
  }
}
