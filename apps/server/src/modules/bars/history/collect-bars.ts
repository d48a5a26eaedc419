import {
  DAY_MS,
  resolutionMs,
  type Span,
  type StoredResolution,
  storedSourceOf,
} from '@moneytrail/calendar';
import { unlessAborted } from '@moneytrail/feeds';
import type { Db } from '../../../db/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import type { Backfiller } from '../backfill/backfiller.ts';
import { fromStore, type ReadOptions } from '../backfill/read-failures.ts';
import { chunkStartOf, chunksBetween } from '../chunks/chunk-calendar.ts';
import {
  type BarColumns,
  barsBetween,
  concatColumns,
  positionOf,
  sliceColumns,
} from '../columns/bar-columns.ts';
import { type ChunkHead, readNewestTime, readOldestTime, stampOf } from '../store/chunk-rows.ts';
import { coveredEndOf } from '../store/coverage.ts';
import { type FeedKinds, readBeginning, type SeriesKey, seriesKey } from '../store/series.ts';
import {
  type Collected,
  type History,
  type HistoryRequest,
  isEnough,
  pageOf,
} from './history-page.ts';
import { rollUp } from './roll-up.ts';
import { contractBounds, countTradingDays, startOfDate, wholeEnd } from './series-bounds.ts';

export type CollectDeps = {
  db: Db;
  feeds: FeedKinds;
  clock: { now: () => number };
  backfiller: Backfiller;
};

/** A failed read that the answer cannot do without. */
export class HistoryError extends Error {
  readonly failure: unknown;
  constructor(failure: unknown) {
    super('history could not be read', { cause: failure });
    this.failure = failure;
  }
}

/** So many trading days without a bar mean that the vendor has nothing older. */
const EMPTY_DAYS_AT_BEGINNING = 40;
/** Chunks read in one go: the window's own at first, as far as they are not too many for a page, then more and more. */
const MOST_FIRST_CHUNKS: Record<StoredResolution, number> = { '1': 4, '15': 3, '60': 4, '1D': 4 };
const MOST_CHUNKS = 32;
/** The last part of an intraday session can be a few minutes longer than its bars. */
const REST_MS = 5 * 60_000;

type Walk = {
  instrument: Instrument;
  key: SeriesKey;
  /** Bars of the source found so far, ascending. */
  columns: BarColumns;
  /** What was read for them. */
  chunks: ChunkHead[];
  /** Everything from here to the end has been read. */
  readFromMs: number;
  /** Where the last bars ended, going backwards, or the walk began. */
  emptySinceMs: number;
  /** The first failure, which leaves bars out; from then on only what is stored is read. */
  failure: unknown;
  /** What could not be read. */
  missing: Span[];
  /** Times of the first and the last stored bar; looked up after a failure only. */
  stored: { oldestMs: number | null; newestMs: number | null };
};

function chunksBack(resolution: StoredResolution, endMs: number, count: number): number {
  let startMs = chunkStartOf(resolution, endMs - 1);
  for (let i = 1; i < count; i++) startMs = chunkStartOf(resolution, startMs - 1);
  return startMs;
}

async function isBeginningFound({ db, backfiller }: CollectDeps, walk: Walk): Promise<boolean> {
  const { instrument } = walk;
  const { resolution } = walk.key;
  const { hours } = instrument;
  const isEmptyUntil = (toMs: number) =>
    walk.readFromMs < toMs &&
    countTradingDays(hours, walk.readFromMs, toMs, EMPTY_DAYS_AT_BEGINNING) >=
      EMPTY_DAYS_AT_BEGINNING;
  if (!isEmptyUntil(walk.emptySinceMs)) return false;
  if (walk.columns.length === 0) {
    // An instrument that is no longer traded has no newer bars: only days that were traded count.
    const days = { ...walk.key, resolution: '1D' } as const;
    if ((await fromStore(readBeginning(db, days))) === null) {
      await noteFailure({ db }, walk, new Error('its days are not known yet'));
      return false;
    }
    const day = await fromStore(readNewestTime(db, days));
    if (day !== null && !isEmptyUntil(startOfDate(hours, resolution, day + DAY_MS))) return false;
  }
  const oldest = await fromStore(readOldestTime(db, walk.key));
  if (oldest !== null && oldest < walk.readFromMs) return false;
  await backfiller.source.noteBeginning(instrument, resolution, oldest ?? walk.emptySinceMs);
  return true;
}

async function noteFailure(
  { db }: Pick<CollectDeps, 'db'>,
  walk: Walk,
  failure: unknown,
): Promise<void> {
  if (walk.failure !== undefined || failure === undefined) return;
  walk.failure = failure;
  const oldestMs = await fromStore(readOldestTime(db, walk.key));
  walk.stored = { oldestMs, newestMs: await fromStore(readNewestTime(db, walk.key)) };
}

/** Reads the next older chunks into the walk. */
async function readBack(
  deps: CollectDeps,
  walk: Walk,
  count: number,
  options: ReadOptions,
): Promise<void> {
  const { resolution } = walk.key;
  const span = { fromMs: chunksBack(resolution, walk.readFromMs, count), toMs: walk.readFromMs };
  const given = walk.failure === undefined ? options : { ...options, failure: walk.failure };
  const read = await deps.backfiller.readThrough(walk.instrument, resolution, span, given);
  await noteFailure(deps, walk, read.failures[0]?.error);
  walk.missing.push(...read.failures.map(({ fromMs, toMs }) => ({ fromMs, toMs })));
  walk.chunks.push(...read.chunks);
  const all = concatColumns(read.chunks.map((chunk) => chunk.columns));
  const found = barsBetween(all, Number.NEGATIVE_INFINITY, span.toMs);
  walk.columns = concatColumns([found, walk.columns]);
  walk.readFromMs = span.fromMs;
  if (found.length > 0) walk.emptySinceMs = found.time[0] ?? walk.emptySinceMs;
}

/** A walk that begins at the end of a request, or at the present where that comes first. */
function walkOf(deps: CollectDeps, request: HistoryRequest): Walk {
  const { instrument, resolution } = request;
  const source = storedSourceOf(resolution);
  const toMs =
    source === resolution ? request.toMs : request.toMs + resolutionMs(resolution) + REST_MS;
  const endMs = Math.min(
    toMs,
    deps.clock.now() + 2 * resolutionMs(source),
    contractBounds(instrument, source).toMs,
  );
  return {
    instrument,
    key: seriesKey(deps, instrument, source),
    columns: concatColumns([]),
    chunks: [],
    readFromMs: endMs,
    emptySinceMs: endMs,
    failure: undefined,
    missing: [],
    stored: { oldestMs: null, newestMs: null },
  };
}

/**
 * Reads bars backwards from `toMs`, through the store to the feed, until the request has enough or nothing older
 * exists. After a failure what is stored is read on: bars are left out, and `failure` is the reason. Throws a
 * `HistoryError` where that leaves nothing to answer, and the reason of an aborted `signal`.
 */
export async function collectBars(
  deps: CollectDeps,
  request: HistoryRequest,
  options: ReadOptions = {},
): Promise<
  Collected & Pick<History, 'stored' | 'missing' | 'wholeUntilMs'> & { failure: unknown }
> {
  const { instrument, resolution } = request;
  const walk = walkOf(deps, request);
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
    const columns = sliceColumns(rolled, 0, positionOf(rolled, request.toMs));
    const isBeginning =
      failure === undefined
        ? readFromMs <= beginningMs || (await isBeginningFound(deps, walk))
        : isAllStoredRead(walk) && !isOlderMissing(walk);
    const stored = { key: walk.key, fromMs: readFromMs, toMs: endMs, stamp: stampOf(walk.chunks) };
    const wholeUntilMs = wholeEnd(instrument, resolution, coveredEndOf(walk.chunks));
    const collected = { columns, isBeginning, failure, missing, wholeUntilMs, stored };
    if (isEnough(request, collected) || isAllOfFailed(request, walk, collected)) {
      return requireSome(request, walk, collected);
    }
    count = Math.min(2 ** round, MOST_CHUNKS);
  }
}

/** Whether nothing stored is newer than the window: then a failure there leaves out the newest bars, and older ones do. */
function isWindowNewest(request: HistoryRequest, { stored }: Walk): boolean {
  return stored.newestMs !== null && stored.newestMs < request.fromMs;
}

/** Whether nothing older is stored; asked after a failure only. */
function isAllStoredRead({ readFromMs, stored }: Walk): boolean {
  return readFromMs <= (stored.oldestMs ?? Number.POSITIVE_INFINITY);
}

/** Whether what could not be read lies before the oldest bar: then that bar is not where history begins. */
function isOlderMissing({ columns, missing }: Walk): boolean {
  const oldestMs = columns.time[0] ?? Number.POSITIVE_INFINITY;
  return missing.some(({ fromMs }) => fromMs < oldestMs);
}

/** Whether a walk that met a failure has read all that its window can be answered with. */
function isAllOfFailed(request: HistoryRequest, walk: Walk, collected: Collected): boolean {
  if (walk.failure === undefined) return false;
  if (isAllStoredRead(walk)) return true;
  if (request.countBack > 0) return false;
  if (walk.readFromMs > request.fromMs) return false;
  return collected.columns.length > 0 || !isWindowNewest(request, walk);
}

/** A failure is never an empty page: what is left to answer must be something, or name what is older. */
function requireSome<C extends Collected>(request: HistoryRequest, walk: Walk, collected: C): C {
  if (walk.failure === undefined) return collected;
  const { columns, nextTime } = pageOf(request, collected);
  if (columns.length > 0) return collected;
  if (nextTime !== null && isWindowNewest(request, walk)) return collected;
  throw new HistoryError(walk.failure);
}

/** Where the series begins; where the feed cannot tell, the oldest stored bar is as far as one can go. */
async function beginningOf(deps: CollectDeps, walk: Walk, options: ReadOptions): Promise<number> {
  try {
    const beginning = deps.backfiller.source.beginningOf(
      walk.instrument,
      walk.key.resolution,
      options,
    );
    return await unlessAborted(beginning, [options.signal]);
  } catch (error) {
    options.signal?.throwIfAborted();
    await noteFailure(deps, walk, error);
    if (walk.stored.oldestMs === null) throw new HistoryError(error);
    return walk.stored.oldestMs;
  }
}
