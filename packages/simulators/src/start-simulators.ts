import { createBitfinexProvider } from './bitfinex/bitfinex-provider.ts';
import { createBvgProvider } from './bvg/bvg-provider.ts';
import { createFmpProvider } from './fmp/fmp-provider.ts';
import type { Provider, ProviderContext } from './server/provider.ts';
import { serveProvider } from './server/serve-provider.ts';
import type { SimulatedExchange, Simulator, SimulatorOptions } from './simulator.ts';
import { createTiingoProvider } from './tiingo/tiingo-provider.ts';

const PROVIDERS: Record<SimulatedExchange, (context: ProviderContext) => Provider> = {
  BVG: createBvgProvider,
  FMP: createFmpProvider,
  Bitfinex: createBitfinexProvider,
  Tiingo: createTiingoProvider,
};

/** Starts the simulator of one provider on 127.0.0.1. */
export function startSimulator(
  exchange: SimulatedExchange,
  options: SimulatorOptions = {},
): Promise<Simulator> {
  return serveProvider(PROVIDERS[exchange], options);
}

/** Starts all four simulators, each on its own port. The same options always give the same prices. */
export async function startSimulators(
  options: Omit<SimulatorOptions, 'port'> = {},
): Promise<Record<SimulatedExchange, Simulator>> {
  const anchored = { ...options, anchorMs: options.anchorMs ?? (options.now ?? Date.now)() };
  const [BVG, FMP, Bitfinex, Tiingo] = await Promise.all([
    startSimulator('BVG', anchored),
    startSimulator('FMP', anchored),
    startSimulator('Bitfinex', anchored),
    startSimulator('Tiingo', anchored),
  ]);
  return { BVG, FMP, Bitfinex, Tiingo };
}
