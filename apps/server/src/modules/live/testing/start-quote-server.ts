import { setImmediate } from 'node:timers/promises';
import { type CurrentUser, getQuotes, type SymbolQuote } from '@moneytrail/contract';
import fastify, { type LightMyRequestResponse } from 'fastify';
import { onTestFinished } from 'vitest';
import { BARS_WRITTEN, type TickBus } from '../../../bus/index.ts';
import { createCheckedBus } from '../../../bus/testing/checked-bus.ts';
import type { DatabaseHandle } from '../../../db/index.ts';
import { silentLog } from '../../../db/testing/test-database.ts';
import { createCallerBudget } from '../../../http/caller-budget.ts';
import { handleErrors } from '../../../http/error-handler.ts';
import { createRouter } from '../../../http/route.ts';
import { SUPER_ADMIN } from '../../../http/testing/super-admin.ts';
import { heldClock } from '../../../steady-clock.ts';
import { type AccessUser, createAccessRules } from '../../access/index.ts';
import { createTestFeeds } from '../../bars/testing/test-feeds.ts';
import { createWritableBars, type WritableBars } from '../../bars/testing/writable-bars.ts';
import { type Catalogue, createCatalogue, insertInstruments } from '../../catalogue/index.ts';
import { quoteRoutes } from '../quotes.ts';
import { createSubscriptionRegistry, type SubscriptionRegistry } from '../subscription-registry.ts';

/** Newest prices behind a real route, with a caller, clock, bars and ticks that the test controls. */
export type QuoteServer = {
  caller: CurrentUser;
  catalogue: Catalogue;
  bars: WritableBars;
  bus: TickBus;
  feeds: ReturnType<typeof createTestFeeds>;
  registry: SubscriptionRegistry;
  ask: (symbols: readonly string[]) => Promise<LightMyRequestResponse>;
  /** The answered quotes by `EXCHANGE:CODE`. */
  quotes: (...symbols: string[]) => Promise<Record<string, SymbolQuote>>;
};

/** An international listing, which needs a permission of its own. */
const LISTING = {
  exchange: 'FMP',
  code: 'NPN.JO',
  description: 'Naspers',
  listedExchange: { name: 'Johannesburg', value: 'JNB' },
  type: 'stock',
  marketHours: 'xjse',
} as const;

/** The same bars, and a promise that no read of them is under way. */
function tracked(bars: WritableBars): { bars: WritableBars; settled: () => Promise<void> } {
  const underWay = new Set<Promise<unknown>>();
  const track = <Result>(reading: Promise<Result>) => {
    underWay.add(reading);
    const isOver = () => void underWay.delete(reading);
    reading.then(isOver, isOver);
    return reading;
  };
  return {
    bars: {
      ...bars,
      lastBars: (request) => track(bars.lastBars(request)),
      refreshTail: (request) => track(bars.refreshTail(request)),
    },
    settled: async () => {
      while (underWay.size > 0) {
        await Promise.allSettled(underWay);
        // One read may cause another.
        await setImmediate();
      }
    },
  };
}

/** A caller with these rights. */
export function asCaller(rights: AccessUser): CurrentUser {
  return { ...SUPER_ADMIN, ...rights };
}

/** Starts a server on a database with a movable clock and the default instruments; it closes with the test. */
export async function startQuoteServer(
  { db }: Pick<DatabaseHandle, 'db'>,
  time: { nowMs: number },
): Promise<QuoteServer> {
  const clock = { ...heldClock(() => time.nowMs), observe: () => undefined };
  const bus = createCheckedBus();
  const feeds = createTestFeeds();
  await insertInstruments(db, [LISTING]);
  const catalogue = await createCatalogue({ db, clock: { now: () => 0 }, log: silentLog });
  await catalogue.seedDemo();
  const { bars, settled } = tracked(createWritableBars({ db, feeds, clock, log: silentLog }));
  bars.onWritten((instrumentId, resolution, fromMs, toMs) =>
    bus.publish(BARS_WRITTEN, { instrumentId, resolution, fromMs, toMs }),
  );
  const registry = createSubscriptionRegistry({
    bus,
    bars,
    clock,
    log: silentLog,
    fence: () => true,
  });
  const app = fastify();
  handleErrors(app);
  const server: QuoteServer = {
    caller: SUPER_ADMIN,
    catalogue,
    bars,
    bus,
    feeds,
    registry,
    ask: (symbols) => app.inject({ url: getQuotes.path, query: { symbols: symbols.join(',') } }),
    quotes: async (...symbols) => {
      const answer = getQuotes.response.parse((await server.ask(symbols)).json());
      return Object.fromEntries(answer.map((each) => [`${each.exchange}:${each.code}`, each]));
    },
  };
  const router = createRouter(app, {
    readUser: async () => server.caller,
    checkAnswers: true,
    access: createAccessRules({ catalogue, clock }),
  });
  const budget = createCallerBudget(clock);
  const live = { registry };
  quoteRoutes(router, { db, bus, feeds, catalogue, live, clock, budget, log: silentLog });
  await app.ready();
  onTestFinished(async () => {
    registry.close();
    await app.close();
    // Reads under way would store bars during the next test.
    await settled();
  });
  return server;
}
