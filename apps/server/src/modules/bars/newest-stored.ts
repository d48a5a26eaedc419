import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Bar, ExchangeName } from '@moneytrail/contract';
import type { Db } from '../../db/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import { ChunkError, decodeChunk } from './chunks/chunk-codec.ts';
import { type BarColumns, barAt, concatColumns } from './columns/bar-columns.ts';
import { newestOpenMs, type SessionSoFar, sessionSoFar } from './session-so-far.ts';
import {
  type ChunkVersion,
  type NewestRow,
  readNewestRows,
  readRowBefore,
} from './store/chunks.ts';
import { seriesKey } from './store/series.ts';

/** A stored bar; `isFinal` once the feed has answered for it after its close. */
export type StoredBar = Bar & { isFinal: boolean };

type Newest = {
  bars: StoredBar[];
  /** The contiguous span around the newest bar that the feed has answered for. */
  covered: { fromMs: number; toMs: number };
  /** The chunk they come from; null if there is none or more than one. */
  chunk: ChunkVersion | null;
};

/** The newest stored bars of an instrument; no feed is asked. */
export type NewestStored = {
  minutes: Newest & { session: SessionSoFar | null };
  /** The last day and the one before it. */
  days: Newest;
};

type NewestStoredDeps = {
  db: Db;
  feeds: Record<ExchangeName, { readonly isSimulated: boolean }>;
  log: { error: (detail: object, message: string) => void };
};

const DAYS = 2;
const NONE: Newest & { session: null } = {
  session: null,
  bars: [],
  covered: { fromMs: 0, toMs: 0 },
  chunk: null,
};

function lastBars(columns: BarColumns, count: number, coveredToMs: number): StoredBar[] {
  const first = Math.max(0, columns.length - count);
  return Array.from({ length: columns.length - first }, (_, offset) => {
    const last = barAt(columns, first + offset);
    return { ...last, isFinal: last.time < coveredToMs };
  });
}

type ReadRow = NewestRow & { data: Buffer };

function newestOf(row: ReadRow, columns: BarColumns, count: number): Newest {
  return {
    bars: lastBars(columns, count, row.coveredToMs),
    covered: { fromMs: row.coveredFromMs, toMs: row.coveredToMs },
    chunk: { startMs: row.startMs, version: row.version },
  };
}

/** The chunk before the newest one; `wholeFromMs` is the begin of the contiguous coverage of both. */
async function readBefore({ db, feeds }: NewestStoredDeps, instrument: Instrument, row: NewestRow) {
  const key = seriesKey({ feeds }, instrument, row.resolution);
  const before = await readRowBefore(db, key, row.startMs);
  if (!before) return null;
  const isJoined = row.coveredFromMs <= row.startMs && before.coveredToMs >= row.startMs;
  const wholeFromMs = isJoined ? before.coveredFromMs : row.coveredFromMs;
  return { columns: decodeChunk(before.data), coveredToMs: before.coveredToMs, wholeFromMs };
}

/** The last minute; if its session opened in the chunk before, the session is summed up over both. */
async function minutesOf(
  deps: NewestStoredDeps,
  instrument: Instrument,
  row: ReadRow,
): Promise<NewestStored['minutes']> {
  const { hours } = instrument;
  const columns = decodeChunk(row.data);
  const newest = newestOf(row, columns, 1);
  if (newestOpenMs(hours, columns) >= row.startMs) {
    return { ...newest, session: sessionSoFar(hours, columns, row.coveredFromMs) };
  }
  const before = await readBefore(deps, instrument, row);
  const session = before
    ? sessionSoFar(hours, concatColumns([before.columns, columns]), before.wholeFromMs)
    : null;
  return { ...newest, chunk: null, session };
}

/** The last days, if necessary from the chunk before as well. */
async function daysOf(
  deps: NewestStoredDeps,
  instrument: Instrument,
  row: ReadRow,
): Promise<Newest> {
  const own = newestOf(row, decodeChunk(row.data), DAYS);
  const missing = DAYS - own.bars.length;
  if (missing === 0) return own;
  const before = await readBefore(deps, instrument, row);
  if (!before) return { ...own, chunk: null };
  const older = lastBars(before.columns, missing, before.coveredToMs);
  const covered = { ...own.covered, fromMs: before.wholeFromMs };
  return { bars: [...older, ...own.bars], covered, chunk: null };
}

const isRead = (row: NewestRow | undefined): row is ReadRow =>
  row !== undefined && row.data !== null;

/**
 * The newest stored minute and days of instruments, by id, from one statement; a second one per instrument is needed only
 * if days or session reach back into the chunk before. `known` is an earlier result, whose unchanged chunks are not read
 * again. An instrument with damaged bars counts as without bars.
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
        minutes: isRead(minute)
          ? await minutesOf(deps, instrument, minute)
          : ((minute && minutes) ?? NONE),
        days: isRead(day) ? await daysOf(deps, instrument, day) : ((day && days) ?? NONE),
      });
    } catch (error) {
      if (!(error instanceof ChunkError)) throw error;
      newest.set(instrument.id, { minutes: NONE, days: NONE });
      deps.log.error({ err: error, instrument: instrument.ticker }, 'newest bars cannot be read');
    }
    // Unpacking takes about a millisecond; fifty in a row would block the event loop.
    if (minute?.data || day?.data) await nextTurn();
  }
  return newest;
}
