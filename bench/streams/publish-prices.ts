import { type createNatsBus, feedStateOf, ticksOf } from '../../apps/server/src/bus/index.ts';
import type { StreamServer } from './server-process.ts';

export const UPDATES_A_SECOND = 4;
const ANNOUNCE_MS = 2_000;
/** A token of no lease: no `ingest` process runs. */
const TOKEN = 1;
/** Steps of a price, small enough for every instrument that none counts as an outlier. */
const PRICES = Array.from({ length: 7 }, (_, step) => 100 + step / 1_000_000);

/** Publishes a new price of every instrument four times a second, evenly over the time; returns what stops it. */
export function publishPrices(
  bus: Awaited<ReturnType<typeof createNatsBus>>,
  instruments: StreamServer['instruments'],
) {
  let turn = 0;
  const everyMs = 1_000 / UPDATES_A_SECOND / instruments.length;
  const startedAt = performance.now();
  const ticking = setInterval(() => {
    const due = Math.floor((performance.now() - startedAt) / everyMs);
    for (; turn < due; turn++) {
      const instrument = instruments[turn % instruments.length];
      const price = PRICES[Math.floor(turn / instruments.length) % PRICES.length];
      if (instrument && price !== undefined)
        bus.publish(ticksOf(instrument.id), { timeMs: Date.now(), price, volume: 1, token: TOKEN });
    }
  }, 5);
  const announcing = setInterval(() => {
    for (const exchange of ['FMP', 'Bitfinex', 'Tiingo', 'BVG'] as const) {
      bus.publish(feedStateOf(exchange), { exchange, isOffline: false, token: TOKEN });
    }
  }, ANNOUNCE_MS);
  return () => {
    clearInterval(ticking);
    clearInterval(announcing);
  };
}
