import type { Span, StoredResolution } from '@moneytrail/calendar';
import { unlessAborted } from '@moneytrail/feeds';
import { createKeyedSemaphore } from '../../../semaphore.ts';
import { createSingleFlight } from '../../../single-flight.ts';
import type { Instrument } from '../../catalogue/index.ts';
import type { SeriesKey } from '../store/series.ts';
import { discoverDaily, type ReaderDeps, readSpan, readTail } from './feed-reader.ts';
import { type ReadOptions, SlowFeedError } from './read-failures.ts';
import { createTailThrottle, type TailThrottle } from './tail-throttle.ts';

/** The stored series of an instrument. */
export type Series = {
  instrument: Instrument;
  resolution: StoredResolution;
  key: SeriesKey;
  name: string;
};

/**
 * Reads from the feeds of one thread: each in its turn, and once however many ask. What was read is stored. A failed read
 * is logged, once, with its cause: callers are told of it in our words alone. Fails at once with a `QueueFullError` where
 * too many wait already, and with a `SlowFeedError` where the caller's patience ends.
 */
export type FeedReads = {
  span: (series: Series, span: Span, options: ReadOptions) => Promise<unknown>;
  /** The newest bars from a moment on. */
  tail: (series: Series, sinceMs: number, options: ReadOptions) => Promise<void>;
  /** The whole daily history; answers its beginning. */
  daily: (series: Series, options: ReadOptions) => Promise<number>;
  /** Whether the newest bars are to be asked for again, and how that ended last time. */
  tails: Pick<TailThrottle, 'isDue' | 'failure'>;
  /** Resolves when every read of a series that is under way and about the span has ended, well or not. */
  settled: (series: Series, span: Span, signal: AbortSignal | undefined) => Promise<void>;
};

/** Of one feed: a slow one holds up no other. */
const READS_AT_ONCE = 2;
const MOST_WAITING = 100;

/** The result, unless the caller's patience ends first; the work goes on. */
async function inPatience<T>(work: Promise<T>, patience: AbortSignal | undefined): Promise<T> {
  try {
    return await unlessAborted(work, [patience]);
  } catch (error) {
    throw patience?.aborted && error === patience.reason ? new SlowFeedError(error) : error;
  }
}

export function createFeedReads(deps: ReaderDeps): FeedReads {
  const singleFlight = createSingleFlight();
  const turns = createKeyedSemaphore({ concurrency: READS_AT_ONCE, maxWaiting: MOST_WAITING });
  const tails = createTailThrottle(deps.clock);

  function once<T>(
    { instrument, resolution, name }: Series,
    { part, span, isUrgent }: { part: string; span?: Span; isUrgent: boolean },
    read: (signal: AbortSignal) => Promise<T>,
    { signal, patience }: ReadOptions,
  ): Promise<T> {
    const { exchange, ticker } = instrument;
    const readOrNote = (ends: AbortSignal) =>
      read(ends).catch((error: unknown) => {
        const detail = { err: error, ticker, resolution };
        if (!ends.aborted) deps.log.warn(detail, 'bars could not be read from the feed');
        throw error;
      });
    const work = (ends: AbortSignal) => {
      const turn = { signal: ends, priority: isUrgent ? 1 : 0 };
      return turns.run(exchange, () => readOrNote(ends), turn);
    };
    const waiting = { signal, ...(span ? { span } : {}) };
    return inPatience(singleFlight.run(`${name}/${part}`, work, waiting), patience);
  }

  return {
    span: (series, span, options) => {
      const { instrument, resolution } = series;
      const read = (signal: AbortSignal) => readSpan(deps, instrument, resolution, span, signal);
      return once(series, { part: String(span.fromMs), span, isUrgent: false }, read, options);
    },
    tail: (series, sinceMs, options) => {
      const { instrument, resolution, name } = series;
      const { priority = 'reader' } = options;
      const read = (signal: AbortSignal) => {
        const work = () => readTail(deps, instrument, resolution, sinceMs, { ...options, signal });
        return tails.ask(name, sinceMs, work, signal);
      };
      // Who needs older bars does not join a question for newer ones, nor a reader one that leaves readers room.
      const part = `tail ${sinceMs} ${priority}`;
      const span = { fromMs: sinceMs, toMs: Number.POSITIVE_INFINITY };
      return once(series, { part, span, isUrgent: priority === 'reader' }, read, options);
    },
    daily: (series, options) => {
      const { fence } = options;
      const read = (signal: AbortSignal) => {
        const work = () => discoverDaily(deps, series.instrument, { signal, fence });
        return tails.ask(series.name, Number.NEGATIVE_INFINITY, work, signal);
      };
      return once(series, { part: 'all', isUrgent: true }, read, options);
    },
    tails,
    settled: ({ name }, span, signal) => singleFlight.settled(name, span, signal),
  };
}
