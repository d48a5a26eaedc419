import {
  barTimeOf,
  isDateResolution,
  periodStartMs,
  RESOLUTIONS,
  type Resolution,
  storedSourceOf,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { FORMULA_VERSION } from '@moneytrail/indicators';
import type { BarsWritten } from '../../../bus/index.ts';
import { type BarService, barAt } from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import type { Range } from './ranges.ts';
import { insertNote, type LedgerKey, type MarksDb, selectMarks } from './store.ts';

export type NoteDeps = {
  db: MarksDb;
  bars: Pick<BarService, 'history'>;
  clock: { now: () => number };
};

const COMPARED = ['open', 'high', 'low', 'close', 'volume'] as const;

/** What a correction changed, in words; null where the bar is as it was. */
function describeCorrection(published: Bar, present: Bar): string | null {
  const changes = COMPARED.filter((name) => published[name] !== present[name]).map(
    (name) => `${name} ${published[name] ?? 'none'} → ${present[name] ?? 'none'}`,
  );
  if (changes.length === 0) return null;
  return `The source corrected this bar after the mark was published: ${changes.join(', ')}.`;
}

/** The bars of a resolution that hold any of the stored bars that were written. */
function touchedRange(instrument: Instrument, resolution: Resolution, written: BarsWritten): Range {
  const { fromMs, toMs } = written;
  if (!isDateResolution(resolution)) {
    return { fromMs: barTimeOf(instrument.hours, resolution, fromMs), toMs };
  }
  return { fromMs: periodStartMs(resolution, fromMs), toMs };
}

async function barNow(
  deps: NoteDeps,
  instrument: Instrument,
  resolution: Resolution,
  time: number,
): Promise<Bar | null> {
  const { columns } = await deps.bars.history({
    instrument,
    resolution,
    fromMs: time,
    toMs: time + 1,
    limit: 1,
    countBack: -1,
  });
  return columns.length > 0 ? barAt(columns, 0) : null;
}

/** After stored bars were written: notes at each mark whose bar is no longer as it was published. */
export async function noteCorrections(
  deps: NoteDeps,
  instrument: Instrument,
  written: BarsWritten,
): Promise<void> {
  const { db, clock } = deps;
  const resolutions = RESOLUTIONS.filter(
    (resolution) => storedSourceOf(resolution) === written.resolution,
  );
  for (const isSimulated of [false, true]) {
    for (const resolution of resolutions) {
      const key: LedgerKey = {
        instrumentId: instrument.id,
        resolution,
        formulaVersion: FORMULA_VERSION,
        isSimulated,
      };
      const marks = await selectMarks(db, key, touchedRange(instrument, resolution, written));
      for (const mark of marks) {
        const present = await barNow(deps, instrument, resolution, mark.bar.time);
        const text = present && describeCorrection(mark.bar, present);
        if (text) await insertNote(db, key, { markId: mark.id, text, nowMs: clock.now() });
      }
    }
  }
}
