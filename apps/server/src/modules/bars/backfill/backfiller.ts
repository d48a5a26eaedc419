import type { Span, StoredResolution } from '@moneytrail/calendar';
import { unlessAborted } from '@moneytrail/feeds';
import { createSingleFlight } from '../../../single-flight.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { type Chunk, createChunkReader } from '../store/chunk-reader.ts';
import { seriesKey, seriesName } from '../store/series.ts';
import { backfill, type Failure, readOnce, readTailOnce, type Series } from './backfill.ts';
import { createFeedQueue } from './feed-queue.ts';
import { discoverDaily, type ReaderDeps } from './feed-reader.ts';
import { fromStore, type ReadOptions } from './read-failures.ts';
import { createSeriesSource, type SeriesSource } from './series-source.ts';
import { createTailThrottle } from './tail-throttle.ts';

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

/** A backfiller; its memory of beginnings and of what was asked just now lives as long as the process. */
export function createBackfiller(given: Omit<ReaderDeps, 'keep'>): Backfiller {
  const singleFlight = createSingleFlight();
  const queue = createFeedQueue();
  const tails = createTailThrottle(given.clock);
  const reader = createChunkReader(given.db);
  const deps = { ...given, keep: reader.keep };
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
