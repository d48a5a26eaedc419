import type { Resolution } from '@moneytrail/calendar';
import { MAX_HISTORY_LIMIT } from '@moneytrail/contract';
import type { BarColumns, BarService } from '../../bars/index.ts';
import { concatColumns } from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import type { Range } from './ranges.ts';

/** All bars of a range with the bars before it that the formulas need; `warning` where the newest part is missing. */
export async function loadBars(
  bars: Pick<BarService, 'history' | 'lastBars'>,
  wanted: { instrument: Instrument; resolution: Resolution; range: Range; warmUp: number },
): Promise<{ columns: BarColumns; firstIndex: number; warning: string | null }> {
  const { instrument, resolution, range, warmUp } = wanted;
  const { fromMs } = range;
  const pages: BarColumns[] = [];
  let warning: string | null = null;
  for (let toMs = range.toMs; ; ) {
    const limit = MAX_HISTORY_LIMIT;
    const page = await bars.history({ instrument, resolution, fromMs, toMs, limit, countBack: -1 });
    warning ??= page.warning;
    pages.unshift(page.columns);
    const first = page.columns.time[0];
    if (page.columns.length < limit || first === undefined) break;
    toMs = first;
  }
  const before = await bars.lastBars({ instrument, resolution, count: warmUp, untilMs: fromMs });
  const columns = concatColumns([before.columns, ...pages]);
  return { columns, firstIndex: before.columns.length, warning: warning ?? before.warning };
}
