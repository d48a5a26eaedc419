import { byFeed, FEED_EXCHANGES, type FeedExchange } from '@moneytrail/contract';
import type { FeedSettings } from '@moneytrail/feeds';
import type { Logger } from 'pino';
import type { Db } from '../db/index.ts';
import type { ProviderChoice } from './provider-choice.ts';
import { type ProviderStandIn, runSimulators } from './simulator-runner.ts';

export type RunningSimulators = Partial<Record<FeedExchange, ProviderStandIn>>;

export type ChosenProviders = {
  settings: Record<FeedExchange, FeedSettings>;
  simulators: RunningSimulators;
  close: () => Promise<void>;
};

type Dependencies = {
  /** Still opening: threads are loaded in the meantime. */
  database: Promise<{ db: Db }>;
  log: Logger;
  now: () => number;
};

const ONLY_ROW = 1;

/**
 * The time at which this installation first simulated prices, stored with its bars. Simulated history is generated
 * backwards from it, so that it is the same after a restart.
 */
async function readAnchor({ database, now }: Dependencies): Promise<number> {
  const { db } = await database;
  await db
    .insertInto('demo_anchor')
    .values({ id: ONLY_ROW, anchor_ms: now() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const { anchor_ms } = await db
    .selectFrom('demo_anchor')
    .select('anchor_ms')
    .where('id', '=', ONLY_ROW)
    .executeTakeFirstOrThrow();
  return anchor_ms;
}

/** Starts simulators in this thread, for tests that control the clock. */
async function startHere(
  { log, now }: Dependencies,
  exchanges: readonly FeedExchange[],
  anchor: Promise<number>,
): Promise<ProviderStandIn[]> {
  const anchorMs = await anchor;
  const { startSimulator } = await import('@moneytrail/simulators');
  const report = (message: string) => log.info({ message }, 'simulator');
  return Promise.all(
    exchanges.map((exchange) => startSimulator(exchange, { now, report, anchorMs })),
  );
}

/**
 * Starts a simulator on loopback for every provider to simulate. The simulators are loaded on demand, never in
 * production.
 */
export async function standIn(
  dependencies: Dependencies,
  choice: ProviderChoice,
): Promise<ChosenProviders> {
  const simulated = FEED_EXCHANGES.filter((name) => choice[name] === 'simulate');
  const simulators: RunningSimulators = {};
  const settings: Partial<Record<FeedExchange, FeedSettings>> = {};
  if (simulated.length > 0) {
    const start = dependencies.now === Date.now ? runSimulators : startHere;
    for (const simulator of await start(dependencies, simulated, readAnchor(dependencies))) {
      const { exchange, restUrl, streamUrl, apiKey } = simulator;
      simulators[exchange] = simulator;
      settings[exchange] = {
        restUrl,
        isSimulated: true,
        ...(streamUrl === null ? {} : { streamUrl }),
        ...(apiKey === null ? {} : { apiKey }),
      };
    }
  }
  const settingsOf = (exchange: FeedExchange): FeedSettings => {
    const chosen = choice[exchange];
    const standing = chosen === 'simulate' ? settings[exchange] : chosen;
    if (!standing) throw new Error(`no provider for ${exchange}`);
    return standing;
  };
  return {
    settings: byFeed(settingsOf),
    simulators,
    close: async () => {
      await Promise.all(Object.values(simulators).map((simulator) => simulator.close()));
    },
  };
}
