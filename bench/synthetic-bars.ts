import { MINUTE_MS } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';

/** A reproducible sequence of numbers in [0, 1) (mulberry32, public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const cents = (value: number) => Math.round(value * 100) / 100;

/** A random walk of bars with two decimals and volumes, by default of one minute, without gaps. */
export function syntheticBars(
  count: number,
  options: { startMs: number; stepMs?: number; seed?: number },
): Bar[] {
  const { startMs, stepMs = MINUTE_MS } = options;
  const random = seededRandom(options.seed ?? 1);
  const bars: Bar[] = [];
  let price = 20_000;
  for (let index = 0; index < count; index += 1) {
    const open = cents(price);
    price = Math.max(1, price * (1 + (random() - 0.5) * 0.002));
    const close = cents(price);
    const high = cents(Math.max(open, close) * (1 + random() * 0.0005));
    const low = cents(Math.min(open, close) * (1 - random() * 0.0005));
    const volume = Math.round(random() * 1e6) / 1e4;
    bars.push({ time: startMs + index * stepMs, open, high, low, close, volume });
  }
  return bars;
}
