import { DAY_MS } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/indicators';
import { START } from './make-series.ts';

/** Moves within a bar. */
const STEPS = 8;

/** Standard normal numbers from uniform ones (Box and Muller). */
function normal(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/**
 * Markets without any edge: prices are martingales without jumps whose volatility comes in clusters, some 1 to 4 % a day.
 * `together` is the correlation of their moves, 0 … 1. Highs and lows are those of the whole path: the extreme of a
 * Brownian bridge between two of its points has a known distribution.
 */
export function randomMarkets(
  { count, bars, together }: { count: number; bars: number; together: number },
  random: () => number,
): Bar[][] {
  const draw = normal(random);
  const markets = Array.from({ length: count }, (): Bar[] => []);
  const last = markets.map(() => 100);
  let volatility = Math.log(0.015);
  for (let index = 0; index < bars; index += 1) {
    // The logarithm of the volatility returns to its mean slowly.
    volatility += 0.05 * (Math.log(0.015) - volatility) + 0.12 * draw();
    const size = Math.exp(volatility) / Math.sqrt(STEPS);
    const common = Array.from({ length: STEPS }, draw);
    for (const [market, own] of markets.entries()) {
      const open = last[market] ?? 100;
      // Logarithms, from the open on.
      let [at, top, bottom] = [0, 0, 0];
      const reach = (move: number) =>
        Math.sqrt(move * move - 2 * size * size * Math.log(1 - random()));
      for (const shared of common) {
        const noise = Math.sqrt(together) * shared + Math.sqrt(1 - together) * draw();
        const move = size * noise - (size * size) / 2;
        top = Math.max(top, at + (move + reach(move)) / 2);
        bottom = Math.min(bottom, at + (move - reach(move)) / 2);
        at += move;
      }
      const close = open * Math.exp(at);
      last[market] = close;
      const time = START + index * DAY_MS;
      const [high, low] = [open * Math.exp(top), open * Math.exp(bottom)];
      own.push({ time, open, high, low, close, volume: 1 + random() });
    }
  }
  return markets;
}
