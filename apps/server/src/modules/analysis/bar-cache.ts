import { LRUCache } from 'lru-cache';
import { BARS_WRITTEN, type TickBus } from '../../bus/index.ts';

/** A figure and how long it stays right: until the next bar closes. */
export type Timed<Value> = { value: Value; validUntilMs: number };

/** Figures made of bars, kept until they are too old or bars of their instrument are written. */
export type BarCache<Value> = {
  /** Answers what is kept under the key, else computes it; equal questions under way are joined. */
  read: (instrumentId: number, key: string, compute: () => Promise<Timed<Value>>) => Promise<Value>;
  close: () => void;
};

const MOST_KEPT = 1_000;
const MOST_INSTRUMENTS = 10_000;

export function createBarCache<Value>(deps: {
  bus: TickBus;
  clock: { now: () => number };
}): BarCache<Value> {
  const kept = new LRUCache<string, Promise<Timed<Value>>>({ max: MOST_KEPT });
  /** How often bars of an instrument were written; part of the key, so that older answers are never found again. */
  const writes = new LRUCache<number, number>({ max: MOST_INSTRUMENTS });
  let writeCount = 0;
  const leave = deps.bus.subscribe(BARS_WRITTEN, ({ instrumentId }) => {
    writeCount += 1;
    writes.set(instrumentId, writeCount);
  });

  return {
    async read(instrumentId, own, compute) {
      const key = `${instrumentId} ${writes.get(instrumentId) ?? 0} ${own}`;
      const known = kept.get(key);
      if (known && (await known).validUntilMs > deps.clock.now()) return (await known).value;
      const computing = compute();
      kept.set(key, computing);
      try {
        const { value, validUntilMs } = await computing;
        if (validUntilMs <= deps.clock.now()) kept.delete(key);
        return value;
      } catch (error) {
        kept.delete(key);
        throw error;
      }
    },
    close: leave,
  };
}
