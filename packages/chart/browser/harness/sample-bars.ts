import { DAY_MS } from '@moneytrail/calendar';
import type { ChartBar } from '../../src/index.ts';

/** Reproducible random numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A random walk of bars up to a time, oldest first. */
export function sampleBars(
  count: number,
  options: { stepMs?: number; lastMs?: number; seed?: number } = {},
): ChartBar[] {
  const { stepMs = DAY_MS, lastMs = Date.UTC(2026, 10, 20), seed = 7 } = options;
  const random = createRandom(seed);
  let close = 100;
  return Array.from({ length: count }, (_, index) => {
    const open = close;
    close = open * (1 + (random() - 0.495) * 0.03);
    const high = Math.max(open, close) * (1 + random() * 0.008);
    const low = Math.min(open, close) * (1 - random() * 0.008);
    const volume = 100 + random() * 900;
    return { time: lastMs - (count - 1 - index) * stepMs, open, high, low, close, volume };
  });
}
