import { DAY_MS } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { JobRun } from '../../../jobs/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import type { MarkSeries } from './compute-marks.ts';
import { eachSeries, type SeriesLog } from './each-series.ts';
import { barsInRange } from './load-bars.ts';
import { ledgerOf, type PublishDeps } from './publish-marks.ts';
import { insertNote, type LedgerKey, selectLedgers, selectMarks } from './store.ts';

/** Corrections of bars this recent are looked for often, those of older ones every night. */
export const RECENT_MS = 7 * DAY_MS;

const COMPARED = ['open', 'high', 'low', 'close', 'volume'] as const;

/** What a correction changed, in words; null where the bar is as it was. */
function describeCorrection(published: Bar, present: Bar): string | null {
  const changes = COMPARED.filter((name) => published[name] !== present[name]).map(
    (name) => `${name} ${published[name] ?? 'none'} → ${present[name] ?? 'none'}`,
  );
  if (changes.length === 0) return null;
  return `The source corrected this bar after the mark was published: ${changes.join(', ')}.`;
}

/** Compares the marks of one ledger with the bars of now, and notes each difference once. */
async function noteOfLedger(
  { db, bars, clock }: PublishDeps,
  { instrument, resolution, key }: MarkSeries & { key: LedgerKey },
  sinceMs: number,
): Promise<void> {
  const marks = await selectMarks(db, key, { fromMs: sinceMs, toMs: Number.MAX_SAFE_INTEGER });
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last) return;
  const range = { fromMs: first.bar.time, toMs: last.bar.time + 1 };
  const present = await barsInRange(bars, { instrument, resolution, range });
  const barAtTime = new Map(present.bars.map((bar) => [bar.time, bar]));
  for (const mark of marks) {
    const bar = barAtTime.get(mark.bar.time);
    const text = bar && describeCorrection(mark.bar, bar);
    if (text) await insertNote(db, key, { markId: mark.id, text, nowMs: clock.now() });
  }
}

/** Compares the bars of published marks since a moment with the present ones, and notes each difference once. */
export async function noteCorrections(
  deps: PublishDeps & { log: SeriesLog },
  sinceMs: number,
  run: JobRun,
): Promise<void> {
  const byId = new Map<number, Instrument>(deps.catalogue.enabled().map((each) => [each.id, each]));
  const series = (await selectLedgers(deps.db, sinceMs)).flatMap((key) => {
    const instrument = byId.get(key.instrumentId);
    if (!instrument) return [];
    const { resolution } = key;
    // Real bars correct no simulated mark.
    const { isSimulated } = ledgerOf(deps.feeds, { instrument, resolution });
    return isSimulated === key.isSimulated ? [{ instrument, resolution, key }] : [];
  });
  const failed = 'published marks were not compared';
  await eachSeries(series, { log: deps.log, failed, run }, (each) =>
    noteOfLedger(deps, each, sinceMs),
  );
}
