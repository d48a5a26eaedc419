import {
  DAY_MS,
  historyWindowMs,
  type MarketHours,
  type Resolution,
  resolutionMs,
  type Span,
  type StoredResolution,
  storedSourceOf,
} from '@moneytrail/calendar';
import { rollUp as rollUpBars, unlessAborted } from '@moneytrail/feeds';
import type { KnownBar } from '@moneytrail/indicators';
import type { Db } from '../../db/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import { chunkStartOf, chunksBetween } from './chunks/chunk-calendar.ts';
import {
  type BarColumns,
  barsBetween,
  columnsOf,
  concatColumns,
  eachBar,
  NO_BARS,
  positionOf,
  sliceColumns,
  timeAt,
} from './columns/bar-columns.ts';
import { fromStore, type ReadOptions, StorageError, unavailable, warningOf } from './failures.ts';
import { withLiveStates } from './known-bars.ts';
import type { Backfiller } from './read-through.ts';
import { contractBounds, countTradingDays, startOfDate, wholeEnd } from './series-bounds.ts';
import {
  type ChunkHead,
  readEnds,
  readNewestTime,
  readOldestTime,
  stampOf,
} from './store/chunks.ts';
import { coveredEndOf, knownUntilOf } from './store/coverage.ts';
import { type FeedKinds, readBeginning, type SeriesKey, seriesKey } from './store/series.ts';

/** Bars in `[fromMs, toMs)`. */
export type HistoryRequest = {
  instrument: Instrument;
  resolution: Resolution;
  fromMs: number;
  toMs: number;
  /** At most this many bars, the newest of the window. */
  limit: number;
  /** Above 0: at least this many bars before `toMs`, even from before `fromMs`. */
  countBack: number;
  /** `oldest`: the oldest bars of the window instead, at most `limit`; `countBack` is disregarded. */
  order?: 'newest' | 'oldest' | undefined;
  /** States of the newest bars that the stream knows; none by default. */
  live?: readonly KnownBar[];
};

export type History = {
  columns: BarColumns;
  /** Time of the next older bar, or of the first bar before an empty window; null if none exists. */
  nextTime: number | null;
  /** There is no bar in the window and none before it. */
  noData: boolean;
  /** Names the feed whose failure leaves bars out. */
  warning: string | null;
  /** Spans whose bars may be missing; empty without a warning. */
  missing: readonly Span[];
  /** Time of the first bar that may still change. */
  wholeUntilMs: number;
  /** The open bars include all trades up to this moment, on the feed's clock; 0 if unknown. */
  knownUntilMs: number;
  /** The stored span that was read, and the versions of its chunks: while they are unchanged, so is the answer. */
  stored: { key: SeriesKey; fromMs: number; toMs: number; stamp: string };
};

type CollectDeps = {
  db: Db;
  feeds: FeedKinds;
  clock: { now: () => number };
  backfiller: Backfiller;
};

/** Bars of the requested resolution before the end of the window. */
type Collected = {
  columns: BarColumns;
  /** Whether nothing older exists. If not, the oldest bar may be incomplete and only its time is used. */
  isBeginning: boolean;
};

/** State of a read that goes backwards from the end of the window. */
type Walk = {
  instrument: Instrument;
  key: SeriesKey;
  /** Bars of the stored resolution found so far, ascending. */
  columns: BarColumns;
  chunks: ChunkHead[];
  /** Everything from here to the end has been read. */
  readFromMs: number;
  /** Time of the oldest bar found so far, else where the walk began; between `readFromMs` and here there are no bars. */
  emptySinceMs: number;
  /** The first failure that leaves bars out; after it only stored bars are read. */
  failure: unknown;
  missing: Span[];
  /** Times of the first and the last stored bar; null until a failure makes them matter. */
  stored: { oldestMs: number | null; newestMs: number | null } | null;
};

/** A failed read that leaves nothing to answer. */
class HistoryError extends Error {
  readonly failure: unknown;
  constructor(failure: unknown) {
    super('history could not be read', { cause: failure });
    this.failure = failure;
  }
}

/** After this many trading days without a bar the vendor is taken to have nothing older. */
const EMPTY_DAYS_AT_BEGINNING = 40;
/** Chunks of the first read: those of the window, up to this many; later reads double. */
const MOST_FIRST_CHUNKS: Record<StoredResolution, number> = { '1': 4, '15': 3, '60': 4, '1D': 4 };
const MOST_CHUNKS = 32;
/** The last part of an intraday session can be a few minutes longer than its bars. */
const REST_MS = 5 * 60_000;

export function rollUp(
  market: { hours: MarketHours; from: StoredResolution; to: Resolution },
  fine: BarColumns,
): BarColumns {
  return market.from === market.to ? fine : columnsOf(rollUpBars(market, eachBar(fine)));
}

/**
 * A page of history, stored bars first. If the feed fails, the stored bars are answered with a warning; throws
 * `FEED_UNAVAILABLE`, naming feed, instrument and cause, if there are none, `UNAVAILABLE` if the store fails, and the
 * reason of an aborted signal.
 */
export type ReadHistory = (request: HistoryRequest, options?: ReadOptions) => Promise<History>;

export function createHistory(deps: CollectDeps): ReadHistory {
  return async (request, options = {}) => {
    const { instrument, resolution } = request;
    const collect = request.order === 'oldest' ? collectOldest : collectBars;
    try {
      return await collect(deps, request, options);
    } catch (error) {
      if (error instanceof HistoryError) throw unavailable(instrument, resolution, error.failure);
      if (error instanceof StorageError) throw unavailable(instrument, resolution, error);
      throw error;
    }
  };
}

/**
 * Reads bars backwards from `toMs`, through the store to the feed, until the request is satisfied or nothing older
 * exists. After a failure only stored bars are read further.
 */
async function collectBars(
  deps: CollectDeps,
  request: HistoryRequest,
  options: ReadOptions,
): Promise<History> {
  const { instrument, resolution } = request;
  const walk = startWalk(deps, request);
  const endMs = walk.readFromMs;
  const source = walk.key.resolution;
  const market = { hours: instrument.hours, from: source, to: resolution };
  const beginningMs = await beginningOf(deps, walk, options);
  const inWindow = chunksBetween(source, request.fromMs, endMs, MOST_FIRST_CHUNKS[source]).length;
  let count = Math.max(1, inWindow);
  for (let round = 0; ; round++) {
    await readBack(deps, walk, count, options);
    const { failure, missing, readFromMs } = walk;
    const rolled = rollUp(market, walk.columns);
    const known = {
      wholeUntilMs: wholeEnd(instrument, resolution, coveredEndOf(walk.chunks)),
      knownUntilMs: knownUntilOf(walk.chunks),
    };
    const { columns, knownUntilMs } = withLiveStates(
      { hours: instrument.hours, resolution },
      sliceColumns(rolled, 0, positionOf(rolled, request.toMs)),
      known,
      { live: request.live ?? [], toMs: request.toMs },
    );
    // Enough bars are enough wherever the stored ones begin.
    const isSatisfied = isEnough(request, { columns, isBeginning: false });
    if (failure !== undefined && !isSatisfied) await noteFailure(deps, walk, failure);
    const isBeginning =
      failure === undefined
        ? readFromMs <= beginningMs || (await isBeginningFound(deps, walk))
        : isAllStoredRead(walk) && !isOlderMissing(walk);
    const collected = { columns, isBeginning };
    if (isEnough(request, collected) || isAllOfFailed(request, walk, collected)) {
      const page = pageOf(request, collected);
      requireSome(request, walk, page);
      return {
        ...page,
        warning: failure === undefined ? null : warningOf(instrument, failure),
        missing,
        wholeUntilMs: known.wholeUntilMs,
        knownUntilMs,
        stored: { key: walk.key, fromMs: readFromMs, toMs: endMs, stamp: stampOf(walk.chunks) },
      };
    }
    count = Math.min(2 ** round, MOST_CHUNKS);
  }
}

/** Each further part of an empty window is this many times longer. */
const PART_GROWTH = 4;
/** The longest part, in windows: a part is held in memory whole, also where its bars are dense. */
const LONGEST_PART = 64;

/**
 * Reads the oldest bars of a window in parts, until one has bars. If the beginning of a series is unknown and none are
 * found where its days begin, its first stored bar counts: `nextTime` then tells whether older ones are known.
 */
async function collectOldest(
  deps: CollectDeps,
  request: HistoryRequest,
  options: ReadOptions,
): Promise<History> {
  const walk = startWalk(deps, request);
  const endMs = Math.min(request.toMs, walk.readFromMs);
  const storedMs = await fromStore(readOldestTime(deps.db, walk.key));
  const beginningMs = await beginningOf(deps, walk, options);
  const knownMs = Number.isFinite(beginningMs) ? beginningMs : (storedMs ?? endMs);
  const roundedMs = knownMs - resolutionMs(request.resolution);
  let fromMs = Math.max(request.fromMs, roundedMs);
  const isFirst = fromMs === roundedMs;
  const windowMs = historyWindowMs(request.resolution);
  let lengthMs = windowMs;
  for (;;) {
    const toMs = Math.min(fromMs + lengthMs, request.toMs);
    const part = { ...request, fromMs, toMs, limit: Number.POSITIVE_INFINITY, countBack: -1 };
    const found = await collectBars(deps, part, options);
    if (found.columns.length > 0 || toMs >= endMs) {
      const count = Math.min(request.limit, found.columns.length);
      return { ...found, columns: sliceColumns(found.columns, 0, count) };
    }
    fromMs = isFirst ? Math.max(toMs, (storedMs ?? 0) - resolutionMs(request.resolution)) : toMs;
    lengthMs = Math.min(lengthMs * PART_GROWTH, LONGEST_PART * windowMs);
  }
}

/** A walk from the end of the request, or from the present if that is earlier. */
function startWalk(deps: CollectDeps, { instrument, resolution, toMs }: HistoryRequest): Walk {
  const source = storedSourceOf(resolution);
  const lastMs = source === resolution ? toMs : toMs + resolutionMs(resolution) + REST_MS;
  const endMs = Math.min(
    lastMs,
    deps.clock.now() + 2 * resolutionMs(source),
    contractBounds(instrument, source).toMs,
  );
  return {
    instrument,
    key: seriesKey(deps, instrument, source),
    columns: NO_BARS,
    chunks: [],
    readFromMs: endMs,
    emptySinceMs: endMs,
    failure: undefined,
    missing: [],
    stored: null,
  };
}

/** The beginning of the series; if the feed does not answer, the oldest stored bar. */
async function beginningOf(deps: CollectDeps, walk: Walk, options: ReadOptions): Promise<number> {
  const { instrument, key } = walk;
  try {
    const beginning = deps.backfiller.source.beginningOf(instrument, key.resolution, options);
    const { signal, away = (wait) => wait } = options;
    return await away(unlessAborted(beginning, [signal]));
  } catch (error) {
    options.signal?.throwIfAborted();
    await noteFailure(deps, walk, error);
    const oldestMs = walk.stored?.oldestMs ?? null;
    if (oldestMs === null) throw new HistoryError(error);
    return oldestMs;
  }
}

/** Notes the first failure, after which it matters what is stored. */
async function noteFailure(
  { db }: Pick<CollectDeps, 'db'>,
  walk: Walk,
  failure: unknown,
): Promise<void> {
  walk.failure ??= failure;
  walk.stored ??= await fromStore(readEnds(db, walk.key));
}

/** Reads the next older chunks into the walk. */
async function readBack(
  deps: CollectDeps,
  walk: Walk,
  count: number,
  options: ReadOptions,
): Promise<void> {
  const { resolution } = walk.key;
  const toMs = walk.readFromMs;
  let fromMs = toMs;
  for (let i = 0; i < count; i++) fromMs = chunkStartOf(resolution, fromMs - 1);
  const given = walk.failure === undefined ? options : { ...options, failure: walk.failure };
  const read = await deps.backfiller.readThrough(
    walk.instrument,
    resolution,
    { fromMs, toMs },
    given,
  );
  walk.failure ??= read.failures[0]?.error;
  walk.missing.push(
    ...read.failures.map((failed) => ({ fromMs: failed.fromMs, toMs: failed.toMs })),
  );
  walk.chunks.push(...read.chunks);
  const all = concatColumns(read.chunks.map((chunk) => chunk.columns));
  const found = barsBetween(all, Number.NEGATIVE_INFINITY, toMs);
  walk.columns = concatColumns([found, walk.columns]);
  walk.readFromMs = fromMs;
  if (found.length > 0) walk.emptySinceMs = found.time[0] ?? walk.emptySinceMs;
}

/** Whether the walk has passed enough empty trading days to be at the beginning of the series, which is then noted. */
async function isBeginningFound({ db, backfiller }: CollectDeps, walk: Walk): Promise<boolean> {
  const { instrument, key } = walk;
  const { hours } = instrument;
  const isEmptyUntil = (toMs: number) =>
    walk.readFromMs < toMs &&
    countTradingDays(hours, walk.readFromMs, toMs, EMPTY_DAYS_AT_BEGINNING) >=
      EMPTY_DAYS_AT_BEGINNING;
  if (!isEmptyUntil(walk.emptySinceMs)) return false;
  if (walk.columns.length === 0) {
    // An instrument that is no longer traded has no newer bars: only days that were traded count.
    const days = { ...key, resolution: '1D' } as const;
    if ((await fromStore(readBeginning(db, days))) === null) {
      await noteFailure({ db }, walk, new Error('its days are not known yet'));
      return false;
    }
    const day = await fromStore(readNewestTime(db, days));
    if (day !== null && !isEmptyUntil(startOfDate(hours, key.resolution, day + DAY_MS)))
      return false;
  }
  const oldest = await fromStore(readOldestTime(db, key));
  if (oldest !== null && oldest < walk.readFromMs) return false;
  await backfiller.source.noteBeginning(instrument, key.resolution, oldest ?? walk.emptySinceMs);
  return true;
}

/** Whether all stored bars are older than the window: then a failure leaves out its bars, and the page names older ones. */
function isWindowNewest(request: HistoryRequest, { stored }: Walk): boolean {
  const newestMs = stored?.newestMs ?? null;
  return newestMs !== null && newestMs < request.fromMs;
}

/** Whether nothing older is stored; meaningful only after a failure. */
function isAllStoredRead({ readFromMs, stored }: Walk): boolean {
  return stored !== null && readFromMs <= (stored.oldestMs ?? Number.POSITIVE_INFINITY);
}

/** Whether a failed span lies before the oldest bar: then that bar is not the beginning of history. */
function isOlderMissing({ columns, missing }: Walk): boolean {
  const oldestMs = columns.time[0] ?? Number.POSITIVE_INFINITY;
  return missing.some(({ fromMs }) => fromMs < oldestMs);
}

/** Whether a walk that met a failure has read all stored bars that the request can be answered with. */
function isAllOfFailed(request: HistoryRequest, walk: Walk, { columns }: Collected): boolean {
  if (walk.failure === undefined) return false;
  if (isAllStoredRead(walk)) return true;
  if (request.countBack > 0) return false;
  if (walk.readFromMs > request.fromMs) return false;
  return columns.length > 0 || !isWindowNewest(request, walk);
}

/** After a failure a page must hold bars or name an older one: a failure is never answered as an empty page. */
function requireSome(
  request: HistoryRequest,
  walk: Walk,
  { columns, nextTime }: Pick<History, 'columns' | 'nextTime'>,
): void {
  if (walk.failure === undefined || columns.length > 0) return;
  if (nextTime !== null && isWindowNewest(request, walk)) return;
  throw new HistoryError(walk.failure);
}

/** Whether reading further back could not change the answer. */
function isEnough(request: HistoryRequest, { columns, isBeginning }: Collected): boolean {
  if (isBeginning) return true;
  if (columns.length === 0) return false;
  const isWindowRead = timeAt(columns, 0) < request.fromMs;
  const known = columns.length - 1;
  if (request.countBack <= 0) return isWindowRead || known >= request.limit;
  const most = Math.max(request.limit, request.countBack);
  return known >= most || (isWindowRead && known >= request.countBack);
}

function firstOf(request: HistoryRequest, { columns, isBeginning }: Collected): number {
  const oldest = isBeginning ? 0 : Math.min(1, columns.length);
  const inWindow = positionOf(columns, request.fromMs);
  if (request.countBack <= 0) return Math.max(oldest, inWindow, columns.length - request.limit);
  const counted = columns.length - request.countBack;
  const most = Math.max(request.limit, request.countBack);
  return Math.max(oldest, Math.min(inWindow, counted), columns.length - most);
}

/** The newest bars of the window and the time of the next older one. */
function pageOf(
  request: HistoryRequest,
  collected: Collected,
): Pick<History, 'columns' | 'nextTime' | 'noData'> {
  const { columns } = collected;
  const first = firstOf(request, collected);
  const nextTime = first > 0 ? timeAt(columns, first - 1) : null;
  const chosen = sliceColumns(columns, first, columns.length);
  return { columns: chosen, nextTime, noData: chosen.length === 0 && nextTime === null };
}
