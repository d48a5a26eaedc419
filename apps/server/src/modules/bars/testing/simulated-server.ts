import {
  type Bar,
  FEED_EXCHANGES,
  type FeedExchange,
  getHistory,
  historyAnswer,
} from '@moneytrail/contract';
import { createFeed, type Feed } from '@moneytrail/feeds';
import { type Simulator, startSimulator } from '@moneytrail/simulators';
import fastify from 'fastify';
import type { DatabaseHandle } from '../../../db/index.ts';
import { silentLog } from '../../../db/testing/test-database.ts';
import { createCallerBudget } from '../../../http/caller-budget.ts';
import { handleErrors } from '../../../http/error-handler.ts';
import { createRouter } from '../../../http/route.ts';
import { SUPER_ADMIN } from '../../../http/testing/super-admin.ts';
import { runJob } from '../../../jobs/testing/run-job.ts';
import { IMPORTED_FEED } from '../../../outside/feeds/imported-feed.ts';
import { PATIENT } from '../../../testing/patient.ts';
import { createAccessRules } from '../../access/index.ts';
import { type Catalogue, createCatalogue } from '../../catalogue/index.ts';
import { barRoutes } from '../answers.ts';
import { barJobs } from '../jobs.ts';
import { type DistortingProxy, startDistortingProxy } from './distorting-proxy.ts';
import { seededRandom } from './make-bars.ts';
import { createWritableBars, type WritableBars } from './writable-bars.ts';

/** Logged warnings and errors. */
export type Told = { message: string } & Record<string, unknown>;

/** Bars behind real routes, read over HTTP from simulators, with a clock and failures that the test controls. */
export type SimulatedServer = {
  nowMs: number;
  /** Error of our clock; the vendors' clocks are right. */
  aheadMs: number;
  simulators: Record<FeedExchange, Simulator>;
  proxies: Record<FeedExchange, DistortingProxy>;
  catalogue: Catalogue;
  bars: WritableBars;
  told: Told[];
  /** The bars that the API answers for `[fromMs, toMs)`, at most 2 000. */
  history: (symbol: string, resolution: string, fromMs: number, toMs: number) => Promise<Bar[]>;
  /** Runs a job of the module once. */
  runJob: (name: string) => Promise<void>;
  close: () => Promise<void>;
};

type Vendor = { simulator: Simulator; proxy: DistortingProxy; feed: Feed };

async function startVendor(
  exchange: FeedExchange,
  clocks: { vendor: () => number; ours: () => number },
  anchorMs: number,
): Promise<Vendor> {
  const simulator = await startSimulator(exchange, { now: clocks.vendor, anchorMs });
  const proxy = await startDistortingProxy(simulator.restUrl);
  const { streamUrl, apiKey } = simulator;
  const settings = {
    restUrl: proxy.url,
    isSimulated: true,
    ...(streamUrl === null ? {} : { streamUrl }),
    ...(apiKey === null ? {} : { apiKey }),
  };
  const environment = { now: clocks.ours, random: () => 0.5, report: () => undefined };
  return { simulator, proxy, feed: createFeed(exchange, settings, environment) };
}

function byExchange<Value>(values: readonly Value[]): Record<FeedExchange, Value> {
  const entries = FEED_EXCHANGES.map((exchange, index) => [exchange, values[index]]);
  return Object.fromEntries(entries) as Record<FeedExchange, Value>; // Every exchange has its value.
}

/** Starts a server on a database; the last real prices of the simulators are those of the day before `anchorMs`. */
export async function startSimulatedServer(
  { db }: Pick<DatabaseHandle, 'db'>,
  { nowMs, anchorMs = nowMs }: { nowMs: number; anchorMs?: number },
): Promise<SimulatedServer> {
  const realNow = () => server.nowMs;
  const clock = { now: () => server.nowMs + server.aheadMs, monotonicMs: realNow };
  const vendors = await Promise.all(
    FEED_EXCHANGES.map((exchange) =>
      startVendor(exchange, { vendor: realNow, ours: clock.now }, anchorMs),
    ),
  );
  const feeds = { ...byExchange(vendors.map(({ feed }) => feed)), Imported: IMPORTED_FEED };
  const told: Told[] = [];
  const tell = (detail: object, message: string) => void told.push({ ...detail, message });
  const log = { warn: tell, error: tell };
  const catalogue = await createCatalogue({ db, clock: { now: () => nowMs }, log: silentLog });
  await catalogue.seedDemo();
  const bars = createWritableBars({ db, feeds, clock, log });
  const random = seededRandom(3);
  const jobs = barJobs({ db, feeds, clock, log, catalogue, bars, random });
  const app = fastify();
  handleErrors(app);
  const server: SimulatedServer = {
    nowMs,
    aheadMs: 0,
    catalogue,
    bars,
    told,
    simulators: byExchange(vendors.map(({ simulator }) => simulator)),
    proxies: byExchange(vendors.map(({ proxy }) => proxy)),
    history: async (symbol, resolution, fromMs, toMs) => {
      const [e = '', fsym = ''] = symbol.split(/:(.*)/s);
      const query = { e, fsym, resolution, fromTs: `${fromMs / 1_000}`, toTs: `${toMs / 1_000}` };
      const url = getHistory.path;
      const answer = await app.inject({ method: 'GET', url, query: { ...query, limit: '2000' } });
      return historyAnswer.parse(answer.json()).Data;
    },
    runJob: (name) => runJob(jobs, name),
    close: async () => {
      await app.close();
      for (const { proxy, simulator } of vendors) {
        await proxy.close();
        await simulator.close();
      }
    },
  };
  const router = createRouter(app, {
    readUser: async () => SUPER_ADMIN,
    checkAnswers: true,
    access: createAccessRules({ catalogue, clock }),
  });
  const budget = createCallerBudget(clock);
  barRoutes(router, { db, bars, clock, budget, log: silentLog, deadlines: PATIENT });
  await app.ready();
  return server;
}
