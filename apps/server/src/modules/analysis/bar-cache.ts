import { LRUCache } from 'lru-cache';
import { BARS_WRITTEN, type TickBus } from '../../bus/index.ts';
import { within } from '../../deadline.ts';
import type { CallerBudget } from '../../http/caller-budget.ts';
import { createSingleFlight } from '../../single-flight.ts';
import type { Clock } from '../../steady-clock.ts';
import { PATIENCE, type Patience, storeUnavailable, type Waiting } from '../bars/index.ts';

/** A figure and how long it stays right: until the next bar closes. */
export type Timed<Value> = { value: Value; keptMs: number };

/** Who asks. */
export type Reader = {
  /** Who is charged with what has to be computed. */
  readonly name: string;
  /** Aborted when he has gone. */
  readonly signal: AbortSignal;
  /** How long he has waited by now, ms. */
  readonly waitedMs: number;
};

export type Question = {
  instrumentId: number;
  /** What is asked of the instrument. */
  key: string;
  reader: Reader;
};

/** Figures made of bars, kept until they are too old or bars of their instrument are written. */
export type BarCache<Value> = {
  /**
   * Answers what is kept, else computes it; equal questions under way are joined, and cancelled when the last who asked
   * has gone. Rejects with 503 where that takes longer than he can wait, and with the reason of an aborted signal.
   */
  read: (
    question: Question,
    compute: (waiting: Waiting) => Promise<Timed<Value>>,
  ) => Promise<Value>;
  close: () => void;
};

const MAX_BYTES = 8 * 1_024 * 1_024;
const LONGEST_KEPT_MS = 600_000;
const MOST_INSTRUMENTS = 10_000;

export type BarCacheDeps = {
  bus: TickBus;
  clock: Pick<Clock, 'monotonicMs'>;
  budget: CallerBudget;
  /** Shortened by tests. */
  patience?: Patience;
};

/** A cache of 8 MB. */
export function createBarCache<Value>({
  bus,
  clock,
  budget,
  patience = PATIENCE,
}: BarCacheDeps): BarCache<Value> {
  const kept = new LRUCache<string, { value: Value }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ value }, key) => 2 * (JSON.stringify(value).length + key.length),
    ttl: LONGEST_KEPT_MS,
    ttlResolution: 0,
    perf: { now: clock.monotonicMs },
  });
  const computing = createSingleFlight();
  /** How often bars of an instrument were written; part of the key, so that older answers are never found again. */
  const writes = new LRUCache<number, number>({ max: MOST_INSTRUMENTS });
  let writeCount = 0;
  const leave = bus.subscribe(BARS_WRITTEN, ({ instrumentId }) => {
    writeCount += 1;
    writes.set(instrumentId, writeCount);
  });

  return {
    async read({ instrumentId, key: own, reader }, compute) {
      const key = `${instrumentId} ${writes.get(instrumentId) ?? 0} ${own}`;
      const known = kept.get(key);
      if (known) return known.value;
      const { name, signal } = reader;
      signal.throwIfAborted();
      const leftMs = patience.answerMs - reader.waitedMs;
      if (leftMs <= 0) throw storeUnavailable();
      const work = async (ends: AbortSignal) => {
        const feedMs = Math.max(0, patience.feedMs - reader.waitedMs);
        const { value, keptMs } = await compute({ feedMs, signal: ends });
        if (keptMs > 0) kept.set(key, { value }, { ttl: Math.min(keptMs, LONGEST_KEPT_MS) });
        return value;
      };
      const join = async () => kept.get(key)?.value ?? computing.run(key, work, { signal });
      const computed = computing.has(key) ? join() : budget.run(name, join, { mayWait: true });
      return within(computed, leftMs, () => {
        throw storeUnavailable();
      });
    },
    close: leave,
  };
}
