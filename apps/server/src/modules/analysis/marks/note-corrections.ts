import { DAY_MS } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { Instrument } from '../../catalogue/index.ts';
import { barsInRange } from './load-bars.ts';
import { ledgerOf, type PublishDeps } from './publish-marks.ts';
import { insertNote, selectLedgers, selectMarks } from './store.ts';

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

/** Compares the bars of published marks since a moment with the present ones, and notes each difference once. */
export async function noteCorrections(
  deps: PublishDeps,
  sinceMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { db, bars, clock } = deps;
  const byId = new Map<number, Instrument>(deps.catalogue.enabled().map((each) => [each.id, each]));
  for (const key of await selectLedgers(db, sinceMs)) {
    signal.throwIfAborted();
    const instrument = byId.get(key.instrumentId);
    if (!instrument) continue;
    const { resolution } = key;
    // Real bars correct no simulated mark.
    if (ledgerOf(deps.feeds, { instrument, resolution }).isSimulated !== key.isSimulated) continue;
    const marks = await selectMarks(db, key, { fromMs: sinceMs, toMs: Number.MAX_SAFE_INTEGER });
    const [first, last] = [marks[0], marks.at(-1)];
    if (!first || !last) continue;
    const range = { fromMs: first.bar.time, toMs: last.bar.time + 1 };
    const present = await barsInRange(bars, { instrument, resolution, range });
    const barAtTime = new Map(present.bars.map((bar) => [bar.time, bar]));
    for (const mark of marks) {
      const bar = barAtTime.get(mark.bar.time);
      const text = bar && describeCorrection(mark.bar, bar);
      if (text) await insertNote(db, key, { markId: mark.id, text, nowMs: clock.now() });
    }
  }
}
