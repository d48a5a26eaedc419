import { EXCHANGES, type ExchangeName } from '@moneytrail/contract';
import type { FeedSettings } from '@moneytrail/feeds';
import type { Simulator } from '@moneytrail/simulators';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../db/index.ts';
import type { ProviderChoice } from './provider-choice.ts';
import { readAnchor } from './read-anchor.ts';

/** The simulators that stand in, by the exchange they stand for. */
export type RunningSimulators = Partial<Record<ExchangeName, Simulator>>;

export type ChosenProviders = {
  settings: Record<ExchangeName, FeedSettings>;
  simulators: RunningSimulators;
  close: () => Promise<void>;
};

/**
 * Puts a simulator on loopback in the place of every provider that has to be simulated.
 * The simulators are loaded only then, so that a production start never holds them.
 */
export async function standIn(
  dependencies: { db: Kysely<Database>; log: Logger; now: () => number },
  choice: ProviderChoice,
): Promise<ChosenProviders> {
  const simulated = EXCHANGES.filter((name) => choice[name] === 'simulate');
  const simulators: RunningSimulators = {};
  const settings: Partial<Record<ExchangeName, FeedSettings>> = {};
  if (simulated.length > 0) {
    const { startSimulator } = await import('@moneytrail/simulators');
    const anchorMs = await readAnchor(dependencies);
    const report = (message: string) => dependencies.log.info({ message }, 'simulator');
    for (const exchange of simulated) {
      const simulator = await startSimulator(exchange, {
        now: dependencies.now,
        report,
        anchorMs,
      });
      simulators[exchange] = simulator;
      settings[exchange] = {
        restUrl: simulator.restUrl,
        isSimulated: true,
        ...(simulator.streamUrl === null ? {} : { streamUrl: simulator.streamUrl }),
        ...(simulator.apiKey === null ? {} : { apiKey: simulator.apiKey }),
      };
    }
  }
  const settingsOf = (exchange: ExchangeName): FeedSettings => {
    const chosen = choice[exchange];
    const standing = chosen === 'simulate' ? settings[exchange] : chosen;
    if (!standing) throw new Error(`no provider for ${exchange}`);
    return standing;
  };
  return {
    settings: {
      BVG: settingsOf('BVG'),
      FMP: settingsOf('FMP'),
      Bitfinex: settingsOf('Bitfinex'),
      Tiingo: settingsOf('Tiingo'),
    },
    simulators,
    close: async () => {
      await Promise.all(Object.values(simulators).map((simulator) => simulator.close()));
    },
  };
}
