import { LRUCache } from 'lru-cache';
import { BARS_WRITTEN, type TickBus } from '../../bus/index.ts';
import type { CallerBudget } from '../../http/caller-budget.ts';
import type { Clock } from '../../steady-clock.ts';

/** A figure and how long it stays right: until the next bar closes. */
export type Timed<Value> = { value: Value; keptMs: number };

export type Question = {
  instrumentId: number;
  /** What is asked of the instrument. */
  key: string;
  /** Who is charged where it has to be computed. */
  caller: string;
};

/** Figures made of bars, kept until they are too old or bars of their instrument are written. */
export type BarCache<Value> = {
  /** Answers what is kept, else computes it; equal questions under way are joined. */
  read: (question: Question, compute: () => Promise<Timed<Value>>) => Promise<Value>;
  close: () => void;
};

const MAX_BYTES = 8 * 1_024 * 1_024;
const LONGEST_KEPT_MS = 600_000;
const MOST_INSTRUMENTS = 10_000;

export type BarCacheDeps = {
  bus: TickBus;
  clock: Pick<Clock, 'monotonicMs'>;
  budget: CallerBudget;
};

/** A cache of 8 MB. */
export function createBarCache<Value>({ bus, clock, budget }: BarCacheDeps): BarCache<Value> {
  const kept = new LRUCache<string, { value: Value }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ value }, key) => 2 * (JSON.stringify(value).length + key.length),
    ttl: LONGEST_KEPT_MS,
    ttlResolution: 0,
    perf: { now: clock.monotonicMs },
  });
  const computing = new Map<string, Promise<Value>>();
  /** How often bars of an instrument were written; part of the key, so that older answers are never found again. */
  const writes = new LRUCache<number, number>({ max: MOST_INSTRUMENTS });
  let writeCount = 0;
  const leave = bus.subscribe(BARS_WRITTEN, ({ instrumentId }) => {
    writeCount += 1;
    writes.set(instrumentId, writeCount);
  });

  async function computeFor(key: string, compute: () => Promise<Timed<Value>>): Promise<Value> {
    const { value, keptMs } = await compute();
    if (keptMs > 0) kept.set(key, { value }, { ttl: Math.min(keptMs, LONGEST_KEPT_MS) });
    return value;
  }

  function find(key: string): Promise<Value> | undefined {
    const known = kept.get(key);
    return known ? Promise.resolve(known.value) : computing.get(key);
  }

  return {
    async read({ instrumentId, key: own, caller }, compute) {
      const key = `${instrumentId} ${writes.get(instrumentId) ?? 0} ${own}`;
      const known = find(key);
      if (known) return known;
      const begin = () => {
        const begun = computeFor(key, compute).finally(() => computing.delete(key));
        computing.set(key, begun);
        return begun;
      };
      return budget.run(caller, () => find(key) ?? begin(), { mayWait: true });
    },
    close: leave,
  };
}
