import type { Span, StoredResolution } from '@moneytrail/calendar';
import { LRUCache } from 'lru-cache';
import { BARS_WRITTEN, type BarsWritten, type TickBus } from '../../bus/index.ts';
import { within } from '../../deadline.ts';
import type { CallerBudget } from '../../http/caller-budget.ts';
import { createSingleFlight } from '../../single-flight.ts';
import type { Clock } from '../../steady-clock.ts';
import {
  ANSWER_DEADLINES,
  type AnswerDeadlines,
  type BuildLimits,
  storeUnavailable,
} from '../bars/index.ts';

/** Which stored bars a figure was made of: those with `fromMs` ≤ time < `toMs`. */
export type MadeOf = Span & { source: StoredResolution };

/** A figure and how long it stays right: until the next bar closes, or those it was made of are written. */
export type Timed<Value> = { value: Value; keptMs: number; madeOf: MadeOf };

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
   * has gone or can wait no longer. Rejects with 503 where that takes longer than he can wait, and with the reason of an
   * aborted signal.
   */
  read: (
    question: Question,
    compute: (waiting: BuildLimits) => Promise<Timed<Value>>,
  ) => Promise<Value>;
  close: () => void;
};

/** How long an answer stays right while the newest closed bar has not come in its final form. */
export const LATE_BAR_MS = 5_000;

const MAX_BYTES = 8 * 1_024 * 1_024;
/** Only those whose patience with the feed differs by no more than this share a computation. */
const JOINED_MS = 500;
const LONGEST_KEPT_MS = 600_000;

export type BarCacheDeps = {
  bus: TickBus;
  clock: Pick<Clock, 'monotonicMs'>;
  budget: CallerBudget;
  /** The product's own where nothing is given. */
  deadlines?: AnswerDeadlines;
};

type IsOf = (written: BarsWritten) => boolean;

function isMadeOf(instrumentId: number, { source, fromMs, toMs }: MadeOf): IsOf {
  return (written) =>
    written.instrumentId === instrumentId &&
    written.resolution === source &&
    written.fromMs < toMs &&
    written.toMs > fromMs;
}

/** A cache of 8 MB. */
export function createBarCache<Value>({
  bus,
  clock,
  budget,
  deadlines = ANSWER_DEADLINES,
}: BarCacheDeps): BarCache<Value> {
  const kept = new LRUCache<string, { value: Value; isOf: IsOf }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ value }, key) => 2 * (JSON.stringify(value).length + key.length),
    ttl: LONGEST_KEPT_MS,
    ttlResolution: 0,
    perf: { now: clock.monotonicMs },
  });
  const computing = createSingleFlight();
  /** What was written while something is computed; what is computed without a list here is not kept. */
  const writesMeanwhile = new Set<BarsWritten[]>();
  const unsubscribes = [
    bus.subscribe(BARS_WRITTEN, (written) => {
      for (const writes of writesMeanwhile) writes.push(written);
      for (const [key, { isOf }] of [...kept.entries()]) if (isOf(written)) kept.delete(key);
    }),
    // What was written before the connection came back was not told here.
    bus.onReconnect(() => {
      kept.clear();
      writesMeanwhile.clear();
    }),
  ];

  async function computeFor(
    key: string,
    instrumentId: number,
    compute: () => Promise<Timed<Value>>,
  ): Promise<Value> {
    const writes: BarsWritten[] = [];
    writesMeanwhile.add(writes);
    try {
      const { value, keptMs, madeOf } = await compute();
      const isOf = isMadeOf(instrumentId, madeOf);
      const ttl = Math.min(keptMs, LONGEST_KEPT_MS);
      const isCurrent = writesMeanwhile.has(writes) && !writes.some(isOf);
      if (ttl > 0 && isCurrent) kept.set(key, { value, isOf }, { ttl });
      return value;
    } finally {
      writesMeanwhile.delete(writes);
    }
  }

  return {
    async read({ instrumentId, key: own, reader }, compute) {
      const key = `${instrumentId} ${own}`;
      const known = kept.get(key);
      if (known) return known.value;
      const { name, signal } = reader;
      signal.throwIfAborted();
      const leftMs = deadlines.answerMs - reader.waitedMs;
      if (leftMs <= 0) throw storeUnavailable();
      const feedMs = Math.max(0, deadlines.feedMs - reader.waitedMs);
      const flight = `${key} ${Math.ceil(feedMs / JOINED_MS)}`;
      const late = new AbortController();
      const waits = AbortSignal.any([signal, late.signal]);
      const work = (ends: AbortSignal) =>
        computeFor(key, instrumentId, () => compute({ feedMs, signal: ends }));
      const join = async () =>
        kept.get(key)?.value ?? computing.run(flight, work, { signal: waits });
      const how = { mayWait: true, signal: waits };
      const computed = computing.has(flight) ? join() : budget.run(name, join, how);
      return within(computed, leftMs, () => {
        late.abort();
        throw storeUnavailable();
      });
    },
    close: () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    },
  };
}
