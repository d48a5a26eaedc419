import {
  intersection,
  isEmptySpan,
  resolutionMs,
  type Span,
  type StoredResolution,
} from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import { chunkEndOf, chunkStartOf } from '../chunks/chunk-calendar.ts';
import { contractBounds, hasSession, settledEnd } from '../history/series-bounds.ts';
import { type Chunk, createChunkReader } from '../store/chunk-reader.ts';
import { uncoveredSpans } from '../store/coverage.ts';
import { type SeriesKey, seriesKey, seriesName } from '../store/series.ts';
import { createFeedQueue, type FeedQueue } from './feed-queue.ts';
import { discoverDaily, type ReaderDeps, readSpan, readTail } from './feed-reader.ts';
import { fromStore, type ReadOptions, unlessAborted } from './read-failures.ts';
import { createSeriesSource, type SeriesSource } from './series-source.ts';
import { createSingleFlight, type SingleFlight } from './single-flight.ts';
import { createTailThrottle, type TailThrottle } from './tail-throttle.ts';

/** A span that is not stored and could not be read. */
export type Failure = Span & { error: unknown };

/** The chunks of a span, and what of it could not be read. */
export type ReadThrough = { chunks: Chunk[]; failures: readonly Failure[] };

/** Reads bars through the store: what the feed has not been asked for is read from it and stored first. */
export type Backfiller = {
  /** A span that begins with a chunk. Each part is asked of the feed once, however many ask at the same time. */
  readThrough: (
    instrument: Instrument,
    resolution: StoredResolution,
    span: Span,
    options?: ReadOptions,
  ) => Promise<ReadThrough>;
  source: SeriesSource;
  /** Reads the newest bars again from a moment on. */
  refresh: (
    instrument: Instrument,
    resolution: StoredResolution,
    sinceMs: number,
    options?: ReadOptions,
  ) => Promise<void>;
};

type Parts = ReaderDeps & {
  singleFlight: SingleFlight;
  queue: FeedQueue;
  source: SeriesSource;
  tails: TailThrottle;
};
type Series = {
  instrument: Instrument;
  resolution: StoredResolution;
  key: SeriesKey;
  name: string;
};

/** Reads from the feed in turn, once however many ask. */
function readOnce<T>(
  { singleFlight, queue }: Pick<Parts, 'singleFlight' | 'queue'>,
  { instrument, name }: Series,
  what: { part: string; span?: Span; isUrgent: boolean },
  read: (signal: AbortSignal) => Promise<T>,
  { signal, patience }: ReadOptions,
): Promise<T> {
  const { part, isUrgent } = what;
  const work = (ends: AbortSignal) =>
    queue.add(instrument.exchange, () => read(ends), { signal: ends, isUrgent });
  const span = what.span ? { span: what.span } : {};
  return unlessAborted(singleFlight.run(`${name}/${part}`, work, { signal, ...span }), [patience]);
}

async function readTailOnce(
  deps: Parts,
  series: Series,
  sinceMs: number,
  options: ReadOptions,
): Promise<void> {
  const { instrument, resolution, name } = series;
  const span = { fromMs: sinceMs, toMs: Number.POSITIVE_INFINITY };
  const read = (signal: AbortSignal) => {
    const { fence } = options;
    const work = () => readTail(deps, instrument, resolution, sinceMs, { signal, fence });
    return deps.tails.ask(name, sinceMs, work, signal);
  };
  // Who needs older bars does not join a question for newer ones.
  const part = `tail ${sinceMs}`;
  await readOnce(deps, series, { part, span, isUrgent: true }, read, options);
}

/** A read whose failure leaves a span out; only a caller who has left ends the whole. */
async function attempt(
  span: Span,
  { signal, failure }: ReadOptions,
  read: () => Promise<unknown>,
): Promise<Failure[]> {
  if (failure !== undefined) return [{ ...span, error: failure }];
  try {
    await read();
    return [];
  } catch (error) {
    signal?.throwIfAborted();
    return [{ ...span, error }];
  }
}

/** What is read of a span that reaches the newest bars: the missing ones, or from time to time the forming one. */
async function backfillTail(
  deps: Parts,
  series: Series,
  tail: { missing: Span | undefined; endMs: number },
  options: ReadOptions,
): Promise<Failure[]> {
  const { missing, endMs } = tail;
  const nowMs = deps.clock.now();
  const isForming = endMs <= nowMs;
  if (!missing && !isForming) return [];
  const span = missing ?? { fromMs: endMs, toMs: nowMs + resolutionMs(series.resolution) };
  if (deps.tails.isDue(series.name, span.fromMs, missing !== undefined)) {
    const failures = await attempt(span, options, () =>
      readTailOnce(deps, series, span.fromMs, options),
    );
    // All closed bars are there: a slow feed costs the newest state of the forming one alone.
    return missing || !options.patience?.aborted ? failures : [];
  }
  const error = deps.tails.failure(series.name);
  return error === undefined || !missing ? [] : [{ ...span, error }];
}

/** What of a span the feed has to be asked for, and up to where its bars are final. */
function missingOf(
  { instrument, resolution }: Series,
  span: Span,
  { lowestMs, settledMs }: { lowestMs: number; settledMs: number },
  stored: readonly Chunk[],
): { missing: Span[]; isToPresent: boolean } {
  const endMs = Math.min(contractBounds(instrument, resolution).toMs, settledMs);
  // Whole chunks are read, so that a chunk's coverage never has a hole.
  const chunks = {
    fromMs: chunkStartOf(resolution, span.fromMs),
    toMs: chunkEndOf(resolution, chunkStartOf(resolution, span.toMs - 1)),
  };
  const needed = intersection(chunks, { fromMs: lowestMs, toMs: endMs });
  const isTraded = ({ fromMs, toMs }: Span) =>
    resolution === '1D' || hasSession(instrument.hours, fromMs, toMs);
  return {
    missing: isEmptySpan(needed) ? [] : uncoveredSpans(resolution, needed, stored).filter(isTraded),
    isToPresent: chunks.toMs > settledMs && endMs === settledMs && span.toMs > settledMs,
  };
}

/** Reads what is missing of a span; null where the feed has nothing to be asked. */
async function backfill(
  deps: Parts,
  series: Series,
  span: Span,
  stored: readonly Chunk[],
  options: ReadOptions,
): Promise<Failure[] | null> {
  const { instrument, resolution } = series;
  const settledMs = settledEnd(instrument, resolution, deps.clock.now());
  let lowestMs: number;
  try {
    const beginning = deps.source.beginningOf(instrument, resolution, options);
    lowestMs = await unlessAborted(beginning, [options.patience]);
  } catch (error) {
    options.signal?.throwIfAborted();
    return [{ fromMs: span.fromMs, toMs: settledMs, error: options.failure ?? error }];
  }
  const { missing, isToPresent } = missingOf(series, span, { lowestMs, settledMs }, stored);
  const isTail = ({ toMs }: Span) => toMs === settledMs;
  const reads = missing
    .filter((each) => !isTail(each))
    .map((each) => {
      const what = { part: String(each.fromMs), span: each, isUrgent: false };
      const read = (signal: AbortSignal) => readSpan(deps, instrument, resolution, each, signal);
      return attempt(each, options, () => readOnce(deps, series, what, read, options));
    });
  const tail = missing.find(isTail);
  const isTailWanted = tail !== undefined || (isToPresent && options.failure === undefined);
  if (isTailWanted) {
    reads.push(backfillTail(deps, series, { missing: tail, endMs: settledMs }, options));
  }
  return reads.length > 0 ? (await Promise.all(reads)).flat() : null;
}

/** A backfiller; its memory of beginnings and of what was asked just now lives as long as the process. */
export function createBackfiller(deps: ReaderDeps): Backfiller {
  const singleFlight = createSingleFlight();
  const queue = createFeedQueue();
  const tails = createTailThrottle(deps.clock);
  const reader = createChunkReader(deps.db);
  const seriesOf = (instrument: Instrument, resolution: StoredResolution): Series => {
    const key = seriesKey(deps, instrument, resolution);
    return { instrument, resolution, key, name: seriesName(key) };
  };
  const source = createSeriesSource({
    ...deps,
    discoverDaily: (instrument, options) => {
      const series = seriesOf(instrument, '1D');
      const read = (signal: AbortSignal) => {
        const work = () => discoverDaily(deps, instrument, { signal, fence: options.fence });
        return tails.ask(series.name, Number.NEGATIVE_INFINITY, work, signal);
      };
      return readOnce(
        { singleFlight, queue },
        series,
        { part: 'all', isUrgent: true },
        read,
        options,
      );
    },
  });
  const parts = { ...deps, singleFlight, queue, source, tails };
  return {
    readThrough: async (instrument, resolution, span, options = {}) => {
      const { signal, patience } = options;
      const series = seriesOf(instrument, resolution);
      const read = () =>
        unlessAborted(fromStore(reader.read(series.key, span.fromMs, span.toMs - 1)), [signal]);
      // What is being read of the span is worth waiting for: it is stored afterwards.
      const settled = singleFlight.settled(series.name, span, signal);
      await unlessAborted(settled, [signal, patience]).catch(() => signal?.throwIfAborted());
      const stored = await read();
      const failures = await backfill(parts, series, span, stored, options);
      const isAnyRead = failures !== null && options.failure === undefined;
      return { chunks: isAnyRead ? await read() : stored, failures: failures ?? [] };
    },
    source,
    refresh: async (instrument, resolution, sinceMs, options = {}) => {
      await source.beginningOf(instrument, resolution, options);
      await readTailOnce(parts, seriesOf(instrument, resolution), sinceMs, options);
    },
  };
}
