import { resolutionMs, type StoredResolution, storedSourceOf } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import { chunkStartOf, chunksBetween } from '../chunks/chunk-calendar.ts';
import {
  type BarColumns,
  barsBetween,
  concatColumns,
  positionOf,
  sliceColumns,
} from '../columns/bar-columns.ts';
import type { Failure } from '../fill/filler.ts';
import { type ChunkHead, readNewestTime, readOldestTime, stampOf } from '../store/chunk-rows.ts';
import type { Db, SeriesKey } from '../store/series.ts';
import { countTradingDays } from './bar-edge.ts';
import { type Collected, isEnough } from './choose-bars.ts';
import type { History, HistoryRequest } from './history-request.ts';
import { readWhole, type WholeDeps } from './read-whole.ts';
import { rollUp } from './roll-up.ts';
import { contractBounds, startOfDate } from './series-bounds.ts';

export type CollectDeps = WholeDeps & { db: Db; clock: { now: () => number } };

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
const DAY_MS = 86_400_000;

type Walk = {
  key: SeriesKey;
  /** Bars of the source found so far, ascending. */
  columns: BarColumns;
  /** What was read for them. */
  chunks: ChunkHead[];
  /** Everything from here to the end has been read. */
  readFromMs: number;
  /** Where the last bars ended, going backwards, or the walk began. */
  emptySinceMs: number;
  /** The failure that left out the newest bars; null where all came. */
  tailFailure: unknown;
};

function chunksBack(resolution: StoredResolution, endMs: number, count: number): number {
  let startMs = chunkStartOf(resolution, endMs - 1);
  for (let i = 1; i < count; i++) startMs = chunkStartOf(resolution, startMs - 1);
  return startMs;
}

/** What to do about a failed read: nothing newer is stored, so the answer ends before it; or bars end after it. */
async function settle(
  { db }: CollectDeps,
  walk: Walk,
  failures: readonly Failure[],
): Promise<{ cutAtMs: number | null; tailFailure: unknown }> {
  let cutAtMs: number | null = null;
  let tailFailure: unknown = null;
  const newest = failures.length > 0 ? await readNewestTime(db, walk.key) : null;
  for (const { toMs, error } of failures) {
    const hasNewer = walk.columns.length > 0 || (newest !== null && newest >= toMs);
    if (hasNewer) cutAtMs = Math.max(cutAtMs ?? toMs, toMs);
    else tailFailure = error;
  }
  return { cutAtMs, tailFailure };
}

async function isBeginningFound(
  { db, filler }: CollectDeps,
  instrument: Instrument,
  walk: Walk,
): Promise<boolean> {
  const { resolution } = walk.key;
  const { hours } = instrument;
  if (walk.tailFailure !== null) return false;
  const isEmptyUntil = (toMs: number) =>
    walk.readFromMs < toMs &&
    countTradingDays(hours, walk.readFromMs, toMs, EMPTY_DAYS_AT_BEGINNING) >=
      EMPTY_DAYS_AT_BEGINNING;
  if (!isEmptyUntil(walk.emptySinceMs)) return false;
  if (walk.columns.length === 0) {
    // An instrument that is no longer traded has no newer bars: only days that were traded count.
    const day = await readNewestTime(db, { ...walk.key, resolution: '1D' });
    if (day !== null && !isEmptyUntil(startOfDate(hours, resolution, day + DAY_MS))) return false;
  }
  const oldest = await readOldestTime(db, walk.key);
  if (oldest !== null && oldest < walk.readFromMs) return false;
  await filler.known.noteBeginning(instrument, resolution, oldest ?? walk.emptySinceMs);
  return true;
}

/**
 * Reads bars backwards from `toMs`, filling from the feed what is not stored, until the request has enough or nothing
 * older exists. Throws a `HistoryError` where a failed read would leave a hole or nothing to answer.
 */
export async function collectBars(
  deps: CollectDeps,
  request: HistoryRequest,
): Promise<Collected & Pick<History, 'stored'> & { tailFailure: unknown }> {
  const { instrument, resolution } = request;
  const source = storedSourceOf(resolution);
  const market = { hours: instrument.hours, from: source, to: resolution };
  const toMs =
    source === resolution ? request.toMs : request.toMs + resolutionMs(resolution) + REST_MS;
  const endMs = Math.min(
    toMs,
    deps.clock.now() + 2 * resolutionMs(source),
    contractBounds(instrument, source).toMs,
  );
  const walk: Walk = {
    key: { instrumentId: instrument.id, resolution: source },
    columns: concatColumns([]),
    chunks: [],
    readFromMs: endMs,
    emptySinceMs: endMs,
    tailFailure: null,
  };
  const beginningMs = await beginningOrOldest(deps, instrument, source);
  const inWindow = chunksBetween(source, request.fromMs, endMs, MOST_FIRST_CHUNKS[source]).length;
  let count = Math.max(1, inWindow);
  for (let round = 0; ; round++) {
    const span = { fromMs: chunksBack(source, walk.readFromMs, count), toMs: walk.readFromMs };
    const { chunks, failures } = await readWhole(deps, instrument, walk.key, span);
    const { cutAtMs, tailFailure } = await settle(deps, walk, failures);
    walk.tailFailure ??= tailFailure;
    walk.chunks.push(...chunks);
    const read = concatColumns(chunks.map((chunk) => chunk.columns));
    const found = barsBetween(read, cutAtMs ?? Number.NEGATIVE_INFINITY, span.toMs);
    walk.columns = concatColumns([found, walk.columns]);
    walk.readFromMs = span.fromMs;
    if (found.length > 0) walk.emptySinceMs = found.time[0] ?? walk.emptySinceMs;
    const rolled = rollUp(market, walk.columns);
    const columns = sliceColumns(rolled, 0, positionOf(rolled, request.toMs));
    const isBeginning =
      cutAtMs === null &&
      (span.fromMs <= beginningMs || (await isBeginningFound(deps, instrument, walk)));
    const stored = { fromMs: span.fromMs, toMs: endMs, stamp: stampOf(walk.chunks) };
    const collected = { columns, isBeginning, tailFailure: walk.tailFailure, stored };
    if (cutAtMs !== null) return requireSome(collected, failures);
    if (isEnough(request, collected)) return requireSome(collected, failures);
    count = Math.min(2 ** round, MOST_CHUNKS);
  }
}

/** A failure is never an empty page: what is left to answer must be something. */
function requireSome<C extends Collected & { tailFailure: unknown }>(
  collected: C,
  failures: readonly Failure[],
): C {
  const { columns, isBeginning, tailFailure } = collected;
  const usable = isBeginning ? columns.length : columns.length - 1;
  const failure = failures[0]?.error ?? tailFailure;
  if (usable <= 0 && failure !== null && failure !== undefined) throw new HistoryError(failure);
  return collected;
}

/** Where the series begins; where the feed cannot tell, the oldest stored bar is as far as one can go. */
async function beginningOrOldest(
  { db, filler }: CollectDeps,
  instrument: Instrument,
  resolution: StoredResolution,
): Promise<number> {
  try {
    return await filler.known.beginningOf(instrument, resolution);
  } catch (error) {
    const oldest = await readOldestTime(db, { instrumentId: instrument.id, resolution });
    if (oldest === null) throw new HistoryError(error);
    return oldest;
  }
}
