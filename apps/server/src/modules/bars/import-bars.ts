import { isBarClosed, isEmptySpan, nextBarTime, type StoredResolution } from '@moneytrail/calendar';
import type { Db } from '../../db/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import { observeScale } from './backfill/accept-bars.ts';
import { type BarColumns, NO_BARS, timeAt } from './columns/bar-columns.ts';
import { noteImport } from './store/series.ts';
import { writeBarsWithin } from './store/write-bars.ts';
import { validateBars } from './validation/validate-bars.ts';

type Import = {
  instrument: Instrument;
  resolution: StoredResolution;
  /** Pieces of a file in any order; each ascending and unique. */
  pieces: Iterable<BarColumns> | AsyncIterable<BarColumns>;
  /** Whether a simulator made these prices. */
  isSimulated: boolean;
};

/**
 * Stores an operator's own bars: all of them in one transaction, or none where a piece cannot be read. They are accepted
 * as they are, and no feed is asked for the span between the first and the last of them, nor repairs it later. Answers
 * how many were stored; invalid ones are left out.
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
    // A bar that was not closed yet is left to the feed.
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
