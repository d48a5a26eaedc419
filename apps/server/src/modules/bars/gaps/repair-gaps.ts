import type { StoredResolution } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import type { BarDeps } from '../bar-deps.ts';
import type { BarService } from '../bar-service.ts';
import { type BarColumns, concatColumns } from '../columns/bar-columns.ts';
import { settledEnd } from '../fill/settled.ts';
import { readStoredBars } from '../stored-bars.ts';
import { findGaps, type Gap } from './find-gaps.ts';

export type GapRepairDeps = Pick<BarDeps, 'db' | 'feeds' | 'clock'> & {
  bars: Pick<BarService, 'write'>;
};

type Stretch = {
  instrument: Instrument;
  resolution: StoredResolution;
  fromMs: number;
  toMs: number;
};

async function gapsOf({ db, clock }: GapRepairDeps, stretch: Stretch): Promise<Gap[]> {
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
 * `remaining` is what the vendor does not have either. Rejects with the feed's error; what came before it is stored.
 */
export async function repairGaps(
  deps: GapRepairDeps,
  stretch: Stretch,
): Promise<{ found: Gap[]; remaining: Gap[] }> {
  const { instrument, resolution } = stretch;
  const found = await gapsOf(deps, stretch);
  const { code, type, hours } = instrument;
  for (const { fromMs, toMs } of found) {
    const bars = await deps.feeds[instrument.exchange].history({
      instrument: { code, type, marketHours: hours.id },
      resolution,
      fromMs,
      toMs,
    });
    await deps.bars.write({
      instrument,
      resolution,
      bars,
      coveredFromMs: fromMs,
      coveredToMs: toMs,
    });
  }
  return { found, remaining: found.length === 0 ? [] : await gapsOf(deps, stretch) };
}
