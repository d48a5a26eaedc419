import { DAY_MS } from '@moneytrail/calendar';
import type { Snapshot } from '@moneytrail/contract';
import type { Db } from '../../../db/index.ts';
import { type FullSnapshot, type SnapshotKey, storeSnapshots } from '../snapshot-store.ts';

/** A snapshot of a bar that closed on 11 January 1970 at 100, of which nothing else is known. */
export const NO_FIGURES: Snapshot = {
  time: 9 * DAY_MS,
  closedAtMs: 10 * DAY_MS,
  close: 100,
  longTermResistance: null,
  shortTermResistance: null,
  shortTermSupport: null,
  longTermSupport: null,
  longTermTightness: null,
  shortTermTightness: null,
  distanceToLongTermMin: null,
  distanceToShortTermMin: null,
  longShortPercentage: null,
  deployment: null,
  liquiditySpread: null,
  mark: null,
};

/** Stores the snapshot of an instrument whose feed no process owns, of yesterday's bar unless another one is given. */
export async function storeFigures(
  db: Db,
  key: SnapshotKey,
  { snapshot, studies = null }: { snapshot: Partial<Snapshot>; studies?: FullSnapshot['studies'] },
): Promise<void> {
  const closedAtMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const bar = { time: closedAtMs - DAY_MS, closedAtMs };
  const full = { key, snapshot: { ...NO_FIGURES, ...bar, ...snapshot }, studies };
  await storeSnapshots(db, [full], async () => true);
}
