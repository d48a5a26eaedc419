import type { Resolution } from '@moneytrail/calendar';
import { barsNeeded, computeMarks, DEFAULT_INPUTS, markId } from '@moneytrail/indicators';
import { type BarColumns, type BarService, barAt } from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { firstUnsettledBar } from './first-unsettled.ts';
import { loadBars } from './load-bars.ts';
import { markText } from './mark-text.ts';
import { missingRanges, type Range } from './ranges.ts';
import {
  type LedgerKey,
  type LedgerMark,
  type MarksDb,
  recordMarks,
  selectRanges,
} from './store.ts';

export type PublishDeps = {
  db: MarksDb;
  bars: Pick<BarService, 'history'>;
  clock: { now: () => number };
};

type Subject = { instrument: Instrument; resolution: Resolution; key: LedgerKey };

function marksOf(
  { instrument, resolution }: Subject,
  columns: BarColumns,
  firstIndex: number,
): LedgerMark[] {
  const found = computeMarks(columns, DEFAULT_INPUTS).filter(({ index }) => index >= firstIndex);
  return found.map(({ index, time, side, strong, price }) => {
    const bar = barAt(columns, index);
    return {
      id: markId({ instrument: instrument.ticker, resolution, time, side }),
      side,
      isStrong: strong,
      price,
      text: markText({ side, strong }, bar.close, instrument.priceScale),
      bar,
    };
  });
}

/**
 * Looks at the bars of one range for the first time and publishes their marks; at none where older ones are missing.
 * What lies behind the newest known bar counts as not looked at: its bars may only be late.
 */
async function publishRange(
  deps: PublishDeps,
  subject: Subject,
  range: Range & { isNewest: boolean },
): Promise<string | null> {
  const { db, bars, clock } = deps;
  const warmUp = barsNeeded(DEFAULT_INPUTS);
  const loaded = await loadBars(bars, { ...subject, range, warmUp });
  const { columns, firstIndex, warning } = loaded;
  if (!loaded.isWhole) return warning;
  const lastTime = columns.length > firstIndex ? columns.time[columns.length - 1] : undefined;
  const isOpenEnded = range.isNewest || warning !== null;
  const seenToMs = lastTime === undefined ? range.fromMs : lastTime + 1;
  const toMs = isOpenEnded ? seenToMs : range.toMs;
  if (toMs > range.fromMs) {
    const marks = marksOf(subject, columns, firstIndex);
    const looked = { range: { fromMs: range.fromMs, toMs }, marks, nowMs: clock.now() };
    await recordMarks(db, subject.key, looked);
  }
  return warning;
}

/**
 * Publishes the marks of closed bars in a range that nobody looked at before, with the default inputs.
 * Answers the warning of a feed whose failure leaves the newest part out.
 */
export async function publishMarks(
  deps: PublishDeps,
  subject: Subject,
  range: Range,
): Promise<string | null> {
  const { hours } = subject.instrument;
  const closedToMs = firstUnsettledBar(hours, subject.resolution, deps.clock.now());
  const wanted = { fromMs: range.fromMs, toMs: Math.min(range.toMs, closedToMs) };
  if (wanted.fromMs >= wanted.toMs) return null;
  const looked = await selectRanges(deps.db, subject.key);
  let warning: string | null = null;
  for (const missing of missingRanges(looked, wanted)) {
    const isNewest = missing.toMs === closedToMs;
    const problem = await publishRange(deps, subject, { ...missing, isNewest });
    warning ??= problem;
  }
  return warning;
}
