import type { Bar } from '@moneytrail/contract';

/** A seeded generator of uniform numbers between 0 and 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function cents(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Bars of a market that alternately trends up and down, to produce signals; the last one at `lastMs`. */
export function trendingBars(count: number, lastMs: number, stepMs: number): Bar[] {
  const random = createRandom(7);
  let close = 1_000;
  return Array.from({ length: count }, (_, index) => {
    const drift = Math.sin(index / 25) * 6;
    const open = close;
    close = cents(Math.max(50, open + drift + (random() - 0.5) * 20));
    return {
      time: lastMs - (count - 1 - index) * stepMs,
      open,
      high: cents(Math.max(open, close) + random() * 5),
      low: cents(Math.min(open, close) - random() * 5),
      close,
      volume: Math.round(100 + random() * 900),
    };
  });
}
