import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExchangeName } from '@moneytrail/contract';
import type { Instrument } from '../catalogue/index.ts';
import { ChunkError, decodeChunk } from './chunks/chunk-codec.ts';
import { type BarColumns, timeAt } from './columns/bar-columns.ts';
import { readRowBefore } from './store/chunk-rows.ts';
import { type ChunkVersion, type NewestRow, readNewestRows } from './store/newest-rows.ts';
import { type Db, seriesKey } from './store/series.ts';

/** The end of a stored bar; `isFinal` where the feed has answered for the bar after it was closed. */
export type StoredClose = { time: number; close: number; isFinal: boolean };

/** Newest bars of a series, ascending. */
type Newest = {
  closes: StoredClose[];
  /** `[fromMs, toMs)` that the feed has answered for without a hole, around the newest of them. */
  covered: { fromMs: number; toMs: number };
  /** The one chunk they come from; null where there is none, or more than one. */
  chunk: ChunkVersion | null;
};

/** What is stored of an instrument's newest bars; no feed has been asked. */
export type NewestStored = {
  /** The last minute. */
  minutes: Newest;
  /** The last day and the one before it. */
  days: Newest;
};

type NewestStoredDeps = {
  db: Db;
  feeds: Record<ExchangeName, { readonly isSimulated: boolean }>;
  log: { error: (detail: object, message: string) => void };
};

const DAYS = 2;
const NONE: Newest = { closes: [], covered: { fromMs: 0, toMs: 0 }, chunk: null };

function lastCloses(columns: BarColumns, count: number, coveredToMs: number): StoredClose[] {
  const first = Math.max(0, columns.length - count);
  return Array.from({ length: columns.length - first }, (_, offset) => {
    const time = timeAt(columns, first + offset);
    const close = columns.close[first + offset] ?? Number.NaN;
    return { time, close, isFinal: time < coveredToMs };
  });
}

/** The last bars of the newest chunk; `known` were of it, where its data was left out. */
function closesOf(row: NewestRow, count: number, known: Newest): Newest {
  if (row.data === null) return known;
  const covered = { fromMs: row.coveredFromMs, toMs: row.coveredToMs };
  const closes = lastCloses(decodeChunk(row.data), count, row.coveredToMs);
  return { closes, covered, chunk: { startMs: row.startMs, version: row.version } };
}

/** The last days; where the newest chunk has just begun, those of the one before as well. */
async function daysOf(
  { db, feeds }: NewestStoredDeps,
  instrument: Instrument,
  row: NewestRow,
  known: Newest,
): Promise<Newest> {
  const own = closesOf(row, DAYS, known);
  const missing = DAYS - own.closes.length;
  if (missing === 0) return own;
  const before = await readRowBefore(db, seriesKey({ feeds }, instrument, '1D'), row.startMs);
  if (!before) return { ...own, chunk: null };
  const older = lastCloses(decodeChunk(before.data), missing, before.coveredToMs);
  const isJoined = own.covered.fromMs <= row.startMs && before.coveredToMs >= row.startMs;
  const fromMs = isJoined ? before.coveredFromMs : own.covered.fromMs;
  const covered = { ...own.covered, fromMs };
  return { closes: [...older, ...own.closes], covered, chunk: null };
}

/**
 * The newest stored minute and days of instruments, by id, from one statement; only where a chunk of days has just begun
 * the one before is read besides. `known` is what an earlier reading answered: chunks that are still the same are not
 * read again. Damaged bars of one instrument leave the others as they are.
 */
export async function readNewestStored(
  deps: NewestStoredDeps,
  instruments: readonly Instrument[],
  known: ReadonlyMap<number, NewestStored> = new Map(),
): Promise<Map<number, NewestStored>> {
  const before = ({ id }: Instrument) => known.get(id) ?? { minutes: NONE, days: NONE };
  const series = instruments.flatMap((each) => [
    { ...seriesKey(deps, each, '1'), known: before(each).minutes.chunk },
    { ...seriesKey(deps, each, '1D'), known: before(each).days.chunk },
  ]);
  const rows = await readNewestRows(deps.db, series);
  const newest = new Map<number, NewestStored>();
  for (const instrument of instruments) {
    const row = (resolution: '1' | '1D') =>
      rows.find((each) => each.instrumentId === instrument.id && each.resolution === resolution);
    const [minute, day] = [row('1'), row('1D')];
    const { minutes, days } = before(instrument);
    try {
      newest.set(instrument.id, {
        minutes: minute ? closesOf(minute, 1, minutes) : NONE,
        days: day ? await daysOf(deps, instrument, day, days) : NONE,
      });
    } catch (error) {
      if (!(error instanceof ChunkError)) throw error;
      newest.set(instrument.id, { minutes: NONE, days: NONE });
      deps.log.error({ err: error, instrument: instrument.ticker }, 'newest bars cannot be read');
    }
    // Unpacking takes about a millisecond: what else the process has to do is not held up by fifty of them.
    if (minute?.data || day?.data) await nextTurn();
  }
  return newest;
}
