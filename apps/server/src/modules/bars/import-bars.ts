import {
  type ImportedResolution,
  isBarClosed,
  isEmptySpan,
  nextBarTime,
  resolutionMinutes,
  type Span,
  STORED_RESOLUTIONS,
  type StoredResolution,
  storedSourceOf,
} from '@moneytrail/calendar';
import type { Db } from '../../db/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import { observeScale, validateBars } from './accept-bars.ts';
import {
  type BarColumns,
  concatColumns,
  eachBar,
  mergeColumns,
  NO_BARS,
  pickBars,
  sliceColumns,
  timeAt,
} from './columns/bar-columns.ts';
import { createRollUp } from './imports/read-bars.ts';
import { barLengthIn } from './series-bounds.ts';
import { replaceSeries } from './store/replace-series.ts';
import { noteImport, readImports, type SeriesKey } from './store/series.ts';
import { writeBars, writeBarsWithin } from './store/write-bars.ts';
import { readStoredBars } from './stored-bars.ts';

const BARS_A_WRITE = 5_000;
const WHOLE = { fromMs: Number.MIN_SAFE_INTEGER, toMs: Number.MAX_SAFE_INTEGER };

const isWithin = (spans: readonly Span[], time: number) =>
  spans.some(({ fromMs, toMs }) => time >= fromMs && time < toMs);

type Import = {
  instrument: Instrument;
  /** The length of the bars; those of a length that is not stored stand in the series of its source. */
  resolution: ImportedResolution;
  /** Pieces of a file in any order; each is ascending and unique in time. */
  pieces: Iterable<BarColumns> | AsyncIterable<BarColumns>;
  isSimulated: boolean;
};

/**
 * Stores an operator's own bars in one transaction: all pieces or none. Valid bars are accepted unchecked; feeds are not
 * asked for the span between the first and the last bar, and never repair it. Answers how many bars were stored.
 */
export async function importBars(
  { db, clock }: { db: Db; clock: { now: () => number } },
  { instrument, resolution, pieces, isSimulated }: Import,
): Promise<number> {
  const { hours } = instrument;
  const series = storedSourceOf(resolution);
  const key = { instrumentId: instrument.id, resolution: series, isSimulated };
  const market = { hours, resolution, nowMs: clock.now() };
  let newest = NO_BARS;
  let count = 0;
  await db.transaction().execute(async (transaction) => {
    let firstMs = Number.POSITIVE_INFINITY;
    for await (const piece of pieces) {
      const { valid: columns } = validateBars(piece, market);
      if (columns.length === 0) continue;
      await writeBarsWithin(transaction, { key, columns, coverage: null, trust: 'trusted' });
      count += columns.length;
      firstMs = Math.min(firstMs, timeAt(columns, 0));
      const lastMs = timeAt(columns, columns.length - 1);
      if (newest.length === 0 || lastMs > timeAt(newest, newest.length - 1)) newest = columns;
    }
    if (newest.length === 0) return;
    const lastMs = timeAt(newest, newest.length - 1);
    // The feed completes a bar that was still open.
    const isClosed = isBarClosed(hours, resolution, lastMs, market.nowMs);
    const toMs = isClosed ? nextBarTime(hours, resolution, lastMs) : lastMs;
    const coverage = { fromMs: firstMs, toMs };
    if (isEmptySpan(coverage)) return;
    await writeBarsWithin(transaction, { key, columns: NO_BARS, coverage, trust: 'trusted' });
    await noteImport(transaction, key, coverage);
  });
  if (newest.length > 0) await observeScale({ db }, { instrument, columns: newest });
  return count;
}

/**
 * Stores the bars of an instrument made from files piece by piece, each in a transaction of its own, so that no other
 * user of an embedded database waits for all of them; repeating it changes nothing. Longer stored bars are built from
 * them, unless files have brought those. Answers how many bars were stored.
 */
export async function importInPieces(
  deps: { db: Db; clock: { now: () => number } },
  given: Omit<Import, 'isSimulated'>,
): Promise<number> {
  const { instrument, resolution } = given;
  let count = 0;
  for await (const piece of given.pieces) {
    count += await importBars(deps, { ...given, pieces: [piece], isSimulated: false });
  }
  for (const coarser of STORED_RESOLUTIONS) {
    if (resolutionMinutes(coarser) > resolutionMinutes(resolution)) {
      await buildCoarser(deps.db, instrument, resolution, coarser);
    }
  }
  return count;
}

async function buildCoarser(
  db: Db,
  instrument: Instrument,
  from: ImportedResolution,
  to: StoredResolution,
): Promise<void> {
  const key = { instrumentId: instrument.id, resolution: to, isSimulated: false };
  const own = await readImports(db, key);
  const columns = await rolledUp(db, instrument, { from, to, own });
  for (let at = 0; at < columns.length; at += BARS_A_WRITE) {
    const some = sliceColumns(columns, at, Math.min(at + BARS_A_WRITE, columns.length));
    await writeBars(db, { key, columns: some, coverage: null, trust: 'trusted' });
  }
}

/** Longer bars of an instrument, without those in the spans of its `own` ones. */
async function rolledUp(
  db: Db,
  { id, hours }: Instrument,
  { from, to, own }: { from: ImportedResolution; to: StoredResolution; own: readonly Span[] },
): Promise<BarColumns> {
  const finer = { instrumentId: id, resolution: storedSourceOf(from), isSimulated: false };
  const rollUp = createRollUp(hours, from, to);
  const { pieces } = await readStoredBars(db, { ...finer, ...WHOLE });
  for await (const piece of pieces) for (const bar of eachBar(piece)) rollUp.add(bar);
  const all = rollUp.columns();
  return pickBars(all, (i) => !isWithin(own, timeAt(all, i)));
}

/**
 * Builds the longer bars of an instrument made from files anew, by its present hours, chunk by chunk. Bars that files have
 * brought stay as they are. Repeating it changes nothing.
 */
export async function rebuildImported(db: Db, instrument: Instrument): Promise<void> {
  const { id: instrumentId } = instrument;
  const sources: StoredResolution[] = [];
  for (const to of STORED_RESOLUTIONS) {
    const key: SeriesKey = { instrumentId, resolution: to, isSimulated: false };
    const own = await readImports(db, key);
    if (sources.length > 0) {
      let columns = await readOwn(db, key, own);
      for (const series of sources) {
        const from = barLengthIn(instrument, series);
        const built = await rolledUp(db, instrument, { from, to, own });
        columns = mergeColumns(columns, built).columns;
      }
      await replaceSeries(db, key, { columns, imports: own });
    }
    if (own.length > 0) sources.push(to);
  }
}

/** The bars of a series that files have brought. */
async function readOwn(db: Db, key: SeriesKey, own: readonly Span[]): Promise<BarColumns> {
  const kept: BarColumns[] = [];
  const { pieces } = await readStoredBars(db, { ...key, ...WHOLE });
  for await (const piece of pieces) {
    kept.push(pickBars(piece, (i) => isWithin(own, timeAt(piece, i))));
  }
  return concatColumns(kept);
}
