import {
  DAY_MS,
  intersection,
  isEmptySpan,
  resolutionMs,
  type Span,
  type StoredResolution,
} from '@moneytrail/calendar';
import { byExchange, type ExchangeName } from '@moneytrail/contract';
import { type Feed, isHeldBack, unlessAborted } from '@moneytrail/feeds';
import type { ReadReplica } from '../../db/index.ts';
import { createFairTurns } from '../../fair-turns.ts';
import { type Askers, createSingleFlight } from '../../single-flight.ts';
import type { Clock } from '../../steady-clock.ts';
import type { Instrument } from '../catalogue/index.ts';
import { type AcceptDeps, acceptBars } from './accept-bars.ts';
import { chunkEndOf, chunkStartOf } from './chunks/chunk-calendar.ts';
import { type BarColumns, columnsOf, NO_BARS, timeAt } from './columns/bar-columns.ts';
import { fromStore, type ReadOptions, SlowFeedError } from './failures.ts';
import { answeredEnd, contractBounds, hasSession, SETTLE_MS, settledEnd } from './series-bounds.ts';
import { createSeriesSource, type SeriesSource } from './series-source.ts';
import { type Chunk, type ChunkHead, createChunkReader, readOldestTime } from './store/chunks.ts';
import { uncoveredSpans } from './store/coverage.ts';
import { type SeriesKey, seriesKey, seriesName } from './store/series.ts';
import { writeBeginning } from './store/write-bars.ts';

export type ReaderDeps = AcceptDeps & {
  /** Stored bars are read from it where it is up to date; without it, from `db`. */
  replica?: ReadReplica | undefined;
  feeds: Record<ExchangeName, Pick<Feed, 'history' | 'isSimulated' | 'clockLeadMs'>>;
};

/** The stored series of an instrument. */
type Series = {
  instrument: Instrument;
  resolution: StoredResolution;
  key: SeriesKey;
  name: string;
};

/** A span that is not stored and could not be read. */
type Failure = Span & { error: unknown };

export type Backfiller = ReturnType<typeof createBackfiller>;

type BackfillDeps = { clock: Clock; reads: FeedReads; source: SeriesSource };

/** Vendors correct their last bars: this many before the covered end are read once more. */
const REREAD_BARS = 2;
/** Per feed, so that a slow one holds up no other. */
const READS_AT_ONCE = 2;
/** Reads of one caller that wait for a turn: those that were given up still run, for later callers. */
const MOST_WAITING = 100;
/** Missing closed bars are not asked for again within this time, */
const MISSING_AGAIN_MS = 5_000;
/** nor the forming bar alone within this. */
const FORMING_AGAIN_MS = 60_000;

/**
 * Reads bars through the store: spans that the feed was never asked for are read from it and stored first. Remembers
 * beginnings and recent questions.
 */
export function createBackfiller(given: Omit<ReaderDeps, 'keep'>) {
  const reader = createChunkReader(given);
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
    /**
     * The chunks of a span that begins with a chunk, and the parts of it that could not be read. Concurrent callers share
     * one question to the feed.
     */
    readThrough: async (
      instrument: Instrument,
      resolution: StoredResolution,
      span: Span,
      options: ReadOptions = {},
    ): Promise<{ chunks: Chunk[]; failures: readonly Failure[] }> => {
      const { signal, feedDeadline, away = (wait) => wait } = options;
      const series = seriesOf(instrument, resolution);
      const read = () =>
        unlessAborted(fromStore(reader.read(series.key, span.fromMs, span.toMs - 1)), [signal]);
      // Reads of the span that are under way store it: waiting for them saves another question.
      const settled = reads.settled(series, span, signal);
      await away(unlessAborted(settled, [signal, feedDeadline])).catch(() =>
        signal?.throwIfAborted(),
      );
      const stored = await read();
      const failures = await away(backfill(deps, series, span, stored, options));
      const isAnyRead = failures !== null && options.failure === undefined;
      return { chunks: isAnyRead ? await read() : stored, failures: failures ?? [] };
    },
    source,
    /** Reads the newest bars again from a moment on. */
    refresh: async (
      instrument: Instrument,
      resolution: StoredResolution,
      sinceMs: number,
      options: ReadOptions = {},
    ): Promise<void> => {
      await source.beginningOf(instrument, resolution, options);
      await reads.tail(seriesOf(instrument, resolution), sinceMs, options);
    },
  };
}

/** Reads the missing parts of a span; null if there is nothing to ask the feed for. */
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
  if (tail !== undefined || (isToPresent && options.failure === undefined)) {
    reads.push(backfillTail(deps, series, { missing: tail, endMs: settledMs }, options));
  }
  return reads.length > 0 ? (await Promise.all(reads)).flat() : null;
}

/** Reads the newest bars of a span: the missing ones, or from time to time the forming one. */
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
    // All closed bars are stored: a slow feed only costs the newest state of the forming one.
    return missing || !options.feedDeadline?.aborted ? failures : [];
  }
  const error = reads.tails.failure(series.name);
  return error === undefined || !missing ? [] : [{ ...span, error }];
}

/** Turns the failure of a read into a failed span; rejects only if the caller's signal is aborted. */
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

/**
 * The parts of a span that the feed has to be asked for, between the beginning of the series and `settledMs`, the end of
 * its final bars; and whether the span reaches beyond that end.
 */
export function missingSpans(
  instrument: Instrument,
  resolution: StoredResolution,
  span: Span,
  { lowestMs, settledMs }: { lowestMs: number; settledMs: number },
  stored: readonly ChunkHead[],
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

type FeedReads = ReturnType<typeof createFeedReads>;

/**
 * Reads from the feeds of one thread and stores what comes: two at a time per feed, which callers share fairly, and one
 * for all concurrent callers of one priority. A failed read is logged once with its cause, which callers are not told.
 * Rejects at once with a `QueueFullError` when too many reads of the caller wait, and with a `SlowFeedError` at the
 * caller's feed deadline; the read then goes on.
 */
function createFeedReads(deps: ReaderDeps) {
  const singleFlight = createSingleFlight();
  const turnsOf = byExchange(() =>
    createFairTurns({ turns: READS_AT_ONCE, mostWaiting: MOST_WAITING }),
  );
  const tails = createTailThrottle(deps.clock);

  async function once<T>(
    { instrument, resolution, name }: Series,
    { part, span, isUrgent }: { part: string; span?: Span; isUrgent: boolean },
    read: (signal: AbortSignal) => Promise<T>,
    { signal, feedDeadline, askers }: ReadOptions,
  ): Promise<T> {
    const { exchange, ticker } = instrument;
    const readOrLog = (ends: AbortSignal) =>
      read(ends).catch((error: unknown) => {
        const detail = { err: error, ticker, resolution };
        if (!ends.aborted && !isHeldBack(error)) {
          deps.log.warn(detail, 'bars could not be read from the feed');
        }
        throw error;
      });
    const work = (ends: AbortSignal, callers: Askers) =>
      turnsOf[exchange].run({ callers, signal: ends, isUrgent }, () => readOrLog(ends));
    const waiting = { signal, askers, ...(span ? { span } : {}) };
    const flight = singleFlight.run(`${name}/${part}`, work, waiting);
    try {
      return await unlessAborted(flight, [feedDeadline]);
    } catch (error) {
      const isLate = feedDeadline?.aborted && error === feedDeadline.reason;
      throw isLate ? new SlowFeedError(error) : error;
    }
  }

  return {
    span: (series: Series, span: Span, options: ReadOptions): Promise<unknown> => {
      const { instrument, resolution } = series;
      const { priority = 'reader' } = options;
      const read = (signal: AbortSignal) =>
        readSpan(deps, instrument, resolution, span, { signal, priority });
      const part = `${span.fromMs} ${priority}`;
      return once(series, { part, span, isUrgent: false }, read, options);
    },
    /** The newest bars from a moment on. */
    tail: (series: Series, sinceMs: number, options: ReadOptions): Promise<void> => {
      const { instrument, resolution, name } = series;
      const { priority = 'reader' } = options;
      const read = (signal: AbortSignal) => {
        const work = () => readTail(deps, instrument, resolution, sinceMs, { ...options, signal });
        return tails.ask(name, sinceMs, work, signal);
      };
      // Callers share a read only if they need the same bars with the same priority.
      const part = `tail ${sinceMs} ${priority}`;
      const span = { fromMs: sinceMs, toMs: Number.POSITIVE_INFINITY };
      return once(series, { part, span, isUrgent: priority === 'reader' }, read, options);
    },
    /** The whole daily history; answers its beginning. */
    daily: (series: Series, options: ReadOptions): Promise<number> => {
      const { fence, priority = 'reader' } = options;
      const read = (signal: AbortSignal) => {
        const work = () => discoverDaily(deps, series.instrument, { signal, fence, priority });
        return tails.ask(series.name, Number.NEGATIVE_INFINITY, work, signal);
      };
      const isUrgent = priority === 'reader';
      return once(series, { part: `all ${priority}`, isUrgent }, read, options);
    },
    tails,
    /** Resolves when every read of the span that is under way has ended, successfully or not. */
    settled: ({ name }: Series, span: Span, signal: AbortSignal | undefined): Promise<void> =>
      singleFlight.settled(name, span, signal),
  };
}

/** Limits how often the newest bars of a series are asked for. */
function createTailThrottle({ monotonicMs }: Pick<Clock, 'monotonicMs'>) {
  type Asked = { sinceMs: number; atMs: number; isUnderWay: boolean; failure?: unknown };
  const lastAsked = new Map<string, Asked>();
  return {
    /**
     * Whether the bars since a moment may be asked for: at once if they were not asked for or the answer is outstanding,
     * after seconds if closed bars are missing, after a minute for the forming bar alone.
     */
    isDue: (series: string, sinceMs: number, isMissing: boolean): boolean => {
      const asked = lastAsked.get(series);
      if (!asked || sinceMs < asked.sinceMs || (isMissing && asked.isUnderWay)) return true;
      return monotonicMs() - asked.atMs >= (isMissing ? MISSING_AGAIN_MS : FORMING_AGAIN_MS);
    },
    /** Asks and records the outcome; an aborted question counts as never asked. */
    ask: async <T>(
      series: string,
      sinceMs: number,
      work: () => Promise<T>,
      signal: AbortSignal,
    ): Promise<T> => {
      const asked: Asked = { sinceMs, atMs: monotonicMs(), isUnderWay: true };
      lastAsked.set(series, asked);
      try {
        return await work();
      } catch (error) {
        asked.failure = error;
        if (signal.aborted && lastAsked.get(series) === asked) lastAsked.delete(series);
        throw error;
      } finally {
        asked.isUnderWay = false;
      }
    },
    /** The failure of the last question, or undefined. */
    failure: (series: string): unknown => lastAsked.get(series)?.failure,
  };
}

/** The feed's bars of a span; nothing is stored. Rejects with the feed's error. */
export function askFeed(
  { feeds }: Pick<ReaderDeps, 'feeds'>,
  instrument: Instrument,
  resolution: StoredResolution,
  { fromMs, toMs }: Span,
  { signal, priority = 'reader' }: Pick<ReadOptions, 'signal' | 'priority'> = {},
): Promise<BarColumns> {
  const { code, type, hours } = instrument;
  const ref = { code, type, marketHours: hours.id };
  return feeds[instrument.exchange]
    .history({ instrument: ref, resolution, fromMs, toMs, priority }, signal)
    .then(columnsOf);
}

/**
 * The time of a question on the feed's clock, which bounds what its answer covers, however far our clock is ahead and
 * however long the process has stood still since.
 */
function askedAtFeed({ feeds }: ReaderDeps, { exchange }: Instrument, askedMs: number): number {
  return askedMs - feeds[exchange].clockLeadMs();
}

/** Reads a span from the feed and stores it; it is covered up to its last closed bar. Answers how many bars came. */
export async function readSpan(
  deps: ReaderDeps,
  instrument: Instrument,
  resolution: StoredResolution,
  span: Span,
  asked: Pick<ReadOptions, 'signal' | 'priority'> = {},
): Promise<number> {
  const askedMs = deps.clock.now();
  const columns = await askFeed(deps, instrument, resolution, span, asked);
  const nowMs = askedAtFeed(deps, instrument, askedMs);
  const isClosed = span.toMs <= settledEnd(instrument, resolution, nowMs);
  const end = isClosed ? span.toMs : answeredEnd(instrument, resolution, columns, nowMs);
  const coverage = { fromMs: span.fromMs, toMs: Math.min(span.toMs, end) };
  await acceptBars(deps, {
    instrument,
    resolution,
    columns,
    coverage,
    asked: { ...span, knownUntilMs: nowMs - SETTLE_MS },
    trust: 'filtered',
  });
  return columns.length;
}

/** Reads from a moment to the present, including the forming bar, and stores it; only closed bars count as covered. */
export async function readTail(
  deps: ReaderDeps,
  instrument: Instrument,
  resolution: StoredResolution,
  sinceMs: number,
  { signal, fence, priority }: ReadOptions,
): Promise<void> {
  const lengthMs = resolutionMs(resolution);
  const bounds = contractBounds(instrument, resolution);
  const fromMs = Math.max(bounds.fromMs, sinceMs - REREAD_BARS * lengthMs);
  const askedMs = deps.clock.now();
  const toMs = Math.min(bounds.toMs, askedMs + lengthMs);
  if (fromMs >= toMs) return;
  const span = { fromMs, toMs };
  const columns = await askFeed(deps, instrument, resolution, span, { signal, priority });
  const nowMs = askedAtFeed(deps, instrument, askedMs);
  const end = answeredEnd(instrument, resolution, columns, nowMs);
  const isOver = bounds.toMs <= settledEnd(instrument, resolution, nowMs);
  const coverage = { fromMs: Math.max(fromMs, sinceMs), toMs: isOver ? bounds.toMs : end };
  const delivery = { instrument, resolution, columns, coverage, fence, trust: 'filtered' } as const;
  await acceptBars(deps, { ...delivery, asked: { ...span, knownUntilMs: nowMs - SETTLE_MS } });
}

/** Reads the whole daily history once, stores it and notes its beginning, which it answers. */
async function discoverDaily(
  deps: ReaderDeps,
  instrument: Instrument,
  { signal, fence, priority }: ReadOptions,
): Promise<number> {
  const bounds = contractBounds(instrument, '1D');
  const askedMs = deps.clock.now();
  const span = { fromMs: bounds.fromMs, toMs: Math.min(bounds.toMs, askedMs + 2 * DAY_MS) };
  const columns =
    span.fromMs < span.toMs
      ? await askFeed(deps, instrument, '1D', span, { signal, priority })
      : NO_BARS;
  const nowMs = askedAtFeed(deps, instrument, askedMs);
  const end = Math.min(bounds.toMs, answeredEnd(instrument, '1D', columns, nowMs));
  const key = seriesKey(deps, instrument, '1D');
  // An operator may have imported older bars than the feed has.
  const oldest = (await fromStore(readOldestTime(deps.db, key))) ?? Number.POSITIVE_INFINITY;
  const first = columns.length > 0 ? timeAt(columns, 0) : Math.max(bounds.fromMs, end);
  const beginningMs = Math.min(oldest, first);
  await acceptBars(deps, {
    instrument,
    resolution: '1D',
    columns,
    coverage: { fromMs: beginningMs, toMs: end },
    asked: { ...span, knownUntilMs: nowMs - SETTLE_MS },
    trust: 'filtered',
    fence,
  });
  return fromStore(writeBeginning(deps.db, key, beginningMs));
}
