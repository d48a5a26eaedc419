import { isBarClosed, isEmptySpan, nextBarTime, type StoredResolution } from '@moneytrail/calendar';
import type { Db } from '../../db/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import { observeScale, validateBars } from './accept-bars.ts';
import { type BarColumns, NO_BARS, timeAt } from './columns/bar-columns.ts';
import { noteImport } from './store/series.ts';
import { writeBarsWithin } from './store/write-bars.ts';

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
