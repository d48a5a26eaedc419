import {
  isBarClosed,
  isEmptySpan,
  nextBarTime,
  resolutionMinutes,
  STORED_RESOLUTIONS,
  type StoredResolution,
} from '@moneytrail/calendar';
import type { Db } from '../../db/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import { observeScale, validateBars } from './accept-bars.ts';
import {
  type BarColumns,
  eachBar,
  NO_BARS,
  pickBars,
  sliceColumns,
  timeAt,
} from './columns/bar-columns.ts';
import { createRollUp } from './imports/read-bars.ts';
import { noteImport, readImports } from './store/series.ts';
import { writeBars, writeBarsWithin } from './store/write-bars.ts';
import { readStoredBars } from './stored-bars.ts';

const BARS_A_WRITE = 5_000;

type Import = {
  instrument: Instrument;
  resolution: StoredResolution;
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
  const key = { instrumentId: instrument.id, resolution, isSimulated };
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
  from: StoredResolution,
  to: StoredResolution,
): Promise<void> {
  const key = { instrumentId: instrument.id, resolution: to, isSimulated: false };
  const rollUp = createRollUp(instrument.hours, from, to);
  const whole = { fromMs: Number.MIN_SAFE_INTEGER, toMs: Number.MAX_SAFE_INTEGER };
  const finer = await readStoredBars(db, { ...key, ...whole, resolution: from });
  for await (const piece of finer.pieces) for (const bar of eachBar(piece)) rollUp.add(bar);
  const own = await readImports(db, key);
  const all = rollUp.columns();
  const columns = pickBars(all, (i) => {
    const time = timeAt(all, i);
    return !own.some(({ fromMs, toMs }) => time >= fromMs && time < toMs);
  });
  for (let at = 0; at < columns.length; at += BARS_A_WRITE) {
    const some = sliceColumns(columns, at, Math.min(at + BARS_A_WRITE, columns.length));
    await writeBars(db, { key, columns: some, coverage: null, trust: 'trusted' });
  }
}
