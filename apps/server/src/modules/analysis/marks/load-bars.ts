import type { Resolution } from '@moneytrail/calendar';
import { type Bar, MAX_HISTORY_LIMIT } from '@moneytrail/contract';
import { type Columns, columnsFrom } from '@moneytrail/indicators';
import { type BarColumns, type BarService, barAt } from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import type { Range } from './ranges.ts';

export type LoadedBars = {
  columns: Columns;
  /** Position of the first bar inside the range. */
  firstIndex: number;
  /** Names the feed whose failure leaves the newest part out. */
  warning: string | null;
};

function barsOf(columns: BarColumns): Bar[] {
  return Array.from({ length: columns.length }, (_, index) => barAt(columns, index));
}

/** All bars of a range, behind the `warmUp` bars before it that the formulas need. */
export async function loadBars(
  bars: Pick<BarService, 'history' | 'lastBars'>,
  wanted: { instrument: Instrument; resolution: Resolution; range: Range; warmUp: number },
): Promise<LoadedBars> {
  const { instrument, resolution, range, warmUp } = wanted;
  const { fromMs } = range;
  const limit = MAX_HISTORY_LIMIT;
  const pages: Bar[][] = [];
  let warning: string | null = null;
  let toMs = range.toMs;
  for (let isWhole = false; !isWhole; ) {
    const page = await bars.history({ instrument, resolution, fromMs, toMs, limit, countBack: -1 });
    warning ??= page.warning;
    pages.unshift(barsOf(page.columns));
    toMs = page.columns.time[0] ?? fromMs;
    isWhole = page.columns.length < limit || toMs <= fromMs;
  }
  const before = await bars.lastBars({ instrument, resolution, count: warmUp, untilMs: fromMs });
  const columns = columnsFrom([barsOf(before.columns), ...pages].flat());
  return { columns, firstIndex: before.columns.length, warning: warning ?? before.warning };
}
