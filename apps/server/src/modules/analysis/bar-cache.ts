import type { Span, StoredResolution } from '@moneytrail/calendar';
import { LRUCache } from 'lru-cache';
import { BARS_WRITTEN, type BarsWritten, type TickBus } from '../../bus/index.ts';
import { within } from '../../deadline.ts';
import type { CallerBudget } from '../../http/caller-budget.ts';
import { type Askers, createSingleFlight } from '../../single-flight.ts';
import type { Clock } from '../../steady-clock.ts';
import {
  ANSWER_DEADLINES,
  type AnswerDeadlines,
  type BuildLimits,
  storeUnavailable,
} from '../bars/index.ts';

/** The stored bars in `[fromMs, toMs)` that a value was computed from. */
export type MadeOf = Span & { source: StoredResolution };

/** A value and its validity: for `keptMs`, until the next bar closes, or until its bars are written. */
export type Timed<Value> = { value: Value; keptMs: number; madeOf: MadeOf };

export type Reader = {
  /** The caller that is charged for computations. */
  readonly name: string;
  /** Aborted when the caller has disconnected. */
  readonly signal: AbortSignal;
  /** Time the caller has waited so far, ms. */
  readonly waitedMs: number;
};

type Question = {
  instrumentId: number;
  /** Identifies the value among those of the instrument. */
  key: string;
  reader: Reader;
};

export type BarCache<Value> = ReturnType<typeof createBarCache<Value>>;

/** Validity of a value while the newest closed bar is not final. */
export const LATE_BAR_MS = 5_000;

const MAX_BYTES = 8 * 1_024 * 1_024;
/** Callers share a computation only if their feed deadlines differ by less than this. */
const JOINED_MS = 500;
const LONGEST_KEPT_MS = 600_000;

export type BarCacheDeps = {
  bus: TickBus;
  clock: Pick<Clock, 'monotonicMs'>;
  budget: CallerBudget;
  deadlines?: AnswerDeadlines;
};

type IsOf = (written: BarsWritten) => boolean;

function touches(instrumentId: number, { source, fromMs, toMs }: MadeOf): IsOf {
  return (written) =>
    written.instrumentId === instrumentId &&
    written.resolution === source &&
    written.fromMs < toMs &&
    written.toMs > fromMs;
}

/** Caches up to 8 MB of values computed from bars, until they expire or their bars are written. */
export function createBarCache<Value>({
  bus,
  clock,
  budget,
  deadlines = ANSWER_DEADLINES,
}: BarCacheDeps) {
  const kept = new LRUCache<string, { value: Value; isOf: IsOf }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ value }, key) => 2 * (JSON.stringify(value).length + key.length),
    ttl: LONGEST_KEPT_MS,
    ttlResolution: 0,
    perf: { now: clock.monotonicMs },
  });
  const computing = createSingleFlight();
  /** Writes during each computation; the result of a computation without a list here is not cached. */
  const writesMeanwhile = new Set<BarsWritten[]>();
  const unsubscribes = [
    bus.subscribe(BARS_WRITTEN, (written) => {
      for (const writes of writesMeanwhile) writes.push(written);
      for (const [key, { isOf }] of [...kept.entries()]) if (isOf(written)) kept.delete(key);
    }),
    // Writes may have been missed during the disconnection.
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
      const isOf = touches(instrumentId, madeOf);
      const ttl = Math.min(keptMs, LONGEST_KEPT_MS);
      const isCurrent = writesMeanwhile.has(writes) && !writes.some(isOf);
      if (ttl > 0 && isCurrent) kept.set(key, { value, isOf }, { ttl });
      return value;
    } finally {
      writesMeanwhile.delete(writes);
    }
  }

  return {
    /**
     * The cached or computed value. Concurrent callers share a computation, which is cancelled when the last of them has
     * disconnected or reached its deadline. Rejects with 503 at the caller's deadline, and with the reason of an aborted
     * signal.
     */
    async read(
      { instrumentId, key: own, reader }: Question,
      compute: (limits: BuildLimits) => Promise<Timed<Value>>,
    ): Promise<Value> {
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
      const work = (ends: AbortSignal, askers: Askers) =>
        computeFor(key, instrumentId, () => compute({ feedMs, signal: ends, askers }));
      const join = async () =>
        kept.get(key)?.value ?? computing.run(flight, work, { signal: waits, name });
      const how = { mayWait: true, signal: waits };
      const computed = computing.has(flight) ? join() : budget.run(name, join, how);
      return within(computed, leftMs, () => {
        late.abort();
        throw storeUnavailable();
      });
    },
    close: (): void => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    },
  };
}
