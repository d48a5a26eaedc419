import type { StoredResolution } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import { type BarColumns, concatColumns } from '../columns/bar-columns.ts';
import { type ReaderDeps, readSpan } from '../fill/feed-reader.ts';
import { settledEnd } from '../fill/settled.ts';
import { readStoredBars } from '../stored-bars.ts';
import { findGaps, type Gap } from './find-gaps.ts';

/** What was missing, and what the vendor does not have either. */
export type GapRepair = { found: Gap[]; remaining: Gap[] };

export type Stretch = {
  instrument: Instrument;
  resolution: StoredResolution;
  fromMs: number;
  toMs: number;
};

async function gapsOf({ db, clock }: ReaderDeps, stretch: Stretch): Promise<Gap[]> {
  const { instrument, resolution, fromMs } = stretch;
  const toMs = Math.min(stretch.toMs, settledEnd(instrument, resolution, clock.now()));
  const stored = await readStoredBars(db, {
    instrumentId: instrument.id,
    resolution,
    fromMs,
    toMs,
  });
  const pieces: BarColumns[] = [];
  for await (const piece of stored.pieces) pieces.push(piece);
  return findGaps({ hours: instrument.hours, resolution }, concatColumns(pieces), { fromMs, toMs });
}

/**
 * Reads from the feed what is missing among the stored bars of `[fromMs, toMs)`, once the feed is back.
 * Rejects with the feed's error; what came before it is stored.
 */
export async function repairGaps(deps: ReaderDeps, stretch: Stretch): Promise<GapRepair> {
  const { instrument, resolution } = stretch;
  const found = await gapsOf(deps, stretch);
  for (const { fromMs, toMs } of found) {
    await readSpan(deps, instrument, resolution, { fromMs, toMs });
  }
  return { found, remaining: found.length === 0 ? [] : await gapsOf(deps, stretch) };
}
