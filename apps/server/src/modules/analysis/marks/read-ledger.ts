import type { Span } from '@moneytrail/calendar';
import type { Db } from '../../../db/index.ts';
import { isPublished } from './publish-marks.ts';
import {
  type LedgerKey,
  type LedgerMark,
  selectMarks,
  selectNotes,
  selectRanges,
} from './store.ts';

export type Ledger = {
  published: LedgerMark[];
  ranges: Span[];
  notes: ReadonlyMap<string, string[]>;
};

/** What the ledger holds of a range; the database is not asked where nothing is published. */
export async function readLedger(db: Db, key: LedgerKey, range: Span): Promise<Ledger> {
  if (!isPublished(key.resolution)) return { published: [], ranges: [], notes: new Map() };
  // Ranges first: what is published between the two reads is then computed as well, and never left out.
  const ranges = await selectRanges(db, key);
  const published = await selectMarks(db, key, range);
  const ids = published.map(({ id }) => id);
  return { published, ranges, notes: await selectNotes(db, key, ids) };
}
