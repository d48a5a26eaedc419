import { resolutionMs, type Span, type StoredResolution } from '@moneytrail/calendar';
import { unlessAborted } from '@moneytrail/feeds';
import type { Instrument } from '../../catalogue/index.ts';
import { settledEnd } from '../history/series-bounds.ts';
import { type Chunk, createChunkReader } from '../store/chunk-reader.ts';
import { seriesKey, seriesName } from '../store/series.ts';
import type { ReaderDeps } from './feed-reader.ts';
import { createFeedReads, type FeedReads, type Series } from './feed-reads.ts';
import { missingSpans } from './missing-spans.ts';
import { fromStore, type ReadOptions } from './read-failures.ts';
import { createSeriesSource, type SeriesSource } from './series-source.ts';

/** A span that is not stored and could not be read. */
type Failure = Span & { error: unknown };

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

type BackfillDeps = Pick<ReaderDeps, 'clock'> & { reads: FeedReads; source: SeriesSource };

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
  { clock, reads }: BackfillDeps,
  series: Series,
  { missing, endMs }: { missing: Span | undefined; endMs: number },
  options: ReadOptions,
): Promise<Failure[]> {
  const nowMs = clock.now();
  const isForming = endMs <= nowMs;
  if (!missing && !isForming) return [];
  const span = missing ?? { fromMs: endMs, toMs: nowMs + resolutionMs(series.resolution) };
  if (reads.tails.isDue(series.name, span.fromMs, missing !== undefined)) {
    const failures = await attempt(span, options, () => reads.tail(series, span.fromMs, options));
    // All closed bars are there: a slow feed costs the newest state of the forming one alone.
    return missing || !options.patience?.aborted ? failures : [];
  }
  const error = reads.tails.failure(series.name);
  return error === undefined || !missing ? [] : [{ ...span, error }];
}

/** Reads what is missing of a span; null where the feed has nothing to be asked. */
async function backfill(
  deps: BackfillDeps,
  series: Series,
  span: Span,
  stored: readonly Chunk[],
  options: ReadOptions,
): Promise<Failure[] | null> {
  const { instrument, resolution } = series;
  const settledMs = settledEnd(instrument, resolution, deps.clock.now());
  let lowestMs: number;
  try {
    lowestMs = await deps.source.beginningOf(instrument, resolution, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    return [{ fromMs: span.fromMs, toMs: settledMs, error: options.failure ?? error }];
  }
  const bounds = { lowestMs, settledMs };
  const { missing, isToPresent } = missingSpans(instrument, resolution, span, bounds, stored);
  const isTail = ({ toMs }: Span) => toMs === settledMs;
  const reads = missing
    .filter((each) => !isTail(each))
    .map((each) => attempt(each, options, () => deps.reads.span(series, each, options)));
  const tail = missing.find(isTail);
  const isTailWanted = tail !== undefined || (isToPresent && options.failure === undefined);
  if (isTailWanted) {
    reads.push(backfillTail(deps, series, { missing: tail, endMs: settledMs }, options));
  }
  return reads.length > 0 ? (await Promise.all(reads)).flat() : null;
}

/** A backfiller; its memory of beginnings and of what was asked just now lives as long as the process. */
export function createBackfiller(given: Omit<ReaderDeps, 'keep'>): Backfiller {
  const reader = createChunkReader(given.db);
  const reads = createFeedReads({ ...given, keep: reader.keep });
  const seriesOf = (instrument: Instrument, resolution: StoredResolution): Series => {
    const key = seriesKey(given, instrument, resolution);
    return { instrument, resolution, key, name: seriesName(key) };
  };
  const source = createSeriesSource({
    ...given,
    discoverDaily: (instrument, options) => reads.daily(seriesOf(instrument, '1D'), options),
  });
  const deps = { clock: given.clock, reads, source };
  return {
    readThrough: async (instrument, resolution, span, options = {}) => {
      const { signal, patience } = options;
      const series = seriesOf(instrument, resolution);
      const read = () =>
        unlessAborted(fromStore(reader.read(series.key, span.fromMs, span.toMs - 1)), [signal]);
      // What is being read of the span is worth waiting for: it is stored afterwards.
      const settled = reads.settled(series, span, signal);
      await unlessAborted(settled, [signal, patience]).catch(() => signal?.throwIfAborted());
      const stored = await read();
      const failures = await backfill(deps, series, span, stored, options);
      const isAnyRead = failures !== null && options.failure === undefined;
      return { chunks: isAnyRead ? await read() : stored, failures: failures ?? [] };
    },
    source,
    refresh: async (instrument, resolution, sinceMs, options = {}) => {
      await source.beginningOf(instrument, resolution, options);
      await reads.tail(seriesOf(instrument, resolution), sinceMs, options);
    },
  };
}
