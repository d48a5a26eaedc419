import { DAY_MS, type StoredResolution } from '@moneytrail/calendar';
import type { Db } from '../../../db/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { chunkStartOf } from '../chunks/chunk-calendar.ts';
import { decodeChunk } from '../chunks/chunk-codec.ts';
import { type BarColumns, barsBetween, concatColumns } from '../columns/bar-columns.ts';
import { type ChunkRow, readHeads, readOldestTime, readRows } from './chunks.ts';
import { type FeedKinds, seriesKey } from './series.ts';

type Deps = { db: Db; feeds: FeedKinds };

/** More than a year, so that the close before its first day is there after any holidays. */
const STORED_YEAR_MS = (366 + 21) * DAY_MS;

export type StoredYear = {
  /** Stored days, ascending. */
  days: BarColumns;
  /** The feed has answered for all days from here to the newest one. */
  coveredFromMs: number;
};

/** The start of the contiguous coverage that ends with the newest of the rows, which are ascending. */
function coverageStart(rows: readonly ChunkRow[]): number {
  let fromMs = Number.POSITIVE_INFINITY;
  for (const [index, row] of rows.toReversed().entries()) {
    if (index > 0 && row.coveredToMs < fromMs) break;
    fromMs = row.coveredFromMs;
    if (fromMs > row.startMs) break;
  }
  return fromMs;
}

/** The last stored days of an instrument, a year and three weeks up to a moment; null without any. No feed is asked. */
export async function readYear(
  { db, feeds }: Deps,
  instrument: Instrument,
  toMs: number,
): Promise<StoredYear | null> {
  const key = seriesKey({ feeds }, instrument, '1D');
  const fromMs = toMs - STORED_YEAR_MS;
  const heads = await readHeads(db, key, chunkStartOf('1D', fromMs), toMs);
  const filled = heads.filter(({ lastTime }) => lastTime !== null && lastTime >= fromMs);
  if (filled.length === 0) return null;
  const rows = await readRows(
    db,
    key,
    filled.map(({ startMs }) => startMs),
  );
  const columns = concatColumns(rows.map(({ data }) => decodeChunk(data)));
  const coveredFromMs = Math.max(coverageStart(rows), fromMs);
  const days = barsBetween(columns, coveredFromMs, Number.POSITIVE_INFINITY);
  return days.length === 0 ? null : { days, coveredFromMs };
}

/** The times of the first stored bars of some series; null for one without bars. */
export async function readFirstTimes(
  { db, feeds }: Deps,
  instrument: Instrument,
  resolutions: readonly StoredResolution[],
): Promise<{ resolution: StoredResolution; time: number | null }[]> {
  return await Promise.all(
    resolutions.map(async (resolution) => ({
      resolution,
      time: await readOldestTime(db, seriesKey({ feeds }, instrument, resolution)),
    })),
  );
}
