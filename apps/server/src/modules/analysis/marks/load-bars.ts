import type { Resolution, Span } from '@moneytrail/calendar';
import { type Bar, MAX_HISTORY_LIMIT } from '@moneytrail/contract';
import { type Columns, columnsFrom } from '@moneytrail/indicators';
import {
  type BarService,
  barsOf,
  type History,
  positionOf,
  type ReadOptions,
} from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { hasHole, missingOlderBars, newestBars } from '../newest-bars.ts';

export type LoadedBars = {
  columns: Columns;
  /** Position of the first bar inside the range. */
  firstIndex: number;
  /** Bars written before this moment do not touch them. */
  fromMs: number;
  /** The time of the first bar that may change still. */
  wholeUntilMs: number;
  /** Whether nothing but the newest bars can be missing. */
  isWhole: boolean;
  /** Names the feed whose failure leaves bars out. */
  warning: string | null;
};

type Wanted = { instrument: Instrument; resolution: Resolution; range: Span };

/** From when on bars of a page may change still; a page of final bars says nothing of the later ones. */
function openFrom({ columns, wholeUntilMs }: Pick<History, 'columns' | 'wholeUntilMs'>): number {
  const isFinal = positionOf(columns, wholeUntilMs) === columns.length;
  return isFinal ? Number.POSITIVE_INFINITY : wholeUntilMs;
}

/** The bars inside the range, page by page from the newest. */
export async function barsInRange(
  bars: Pick<BarService, 'history'>,
  { instrument, resolution, range }: Wanted,
  options?: ReadOptions,
): Promise<
  Pick<LoadedBars, 'wholeUntilMs' | 'isWhole' | 'warning'> & { bars: Bar[]; missing: Span[] }
> {
  const { fromMs } = range;
  const limit = MAX_HISTORY_LIMIT;
  const pages: Bar[][] = [];
  const missing: Span[] = [];
  let warning: string | null = null;
  let wholeUntilMs = Number.POSITIVE_INFINITY;
  let toMs = range.toMs;
  for (;;) {
    const page = await bars.history(
      { instrument, resolution, fromMs, toMs, limit, countBack: -1 },
      options,
    );
    const { columns, nextTime } = page;
    warning ??= page.warning;
    wholeUntilMs = Math.min(wholeUntilMs, openFrom(page));
    missing.push(...page.missing);
    pages.unshift(barsOf(columns));
    const isWhole = nextTime === null || nextTime < fromMs;
    const first = columns.time[0];
    if (isWhole || first === undefined) {
      return { bars: pages.flat(), wholeUntilMs, isWhole, warning, missing };
    }
    toMs = first;
  }
}

/** All bars of a range, behind the `warmUp` bars before it that the formulas need. */
export async function loadBars(
  bars: Pick<BarService, 'history'>,
  wanted: Wanted & { warmUp: number },
  options?: ReadOptions,
): Promise<LoadedBars> {
  const { instrument, resolution, range, warmUp } = wanted;
  const inside = await barsInRange(bars, wanted, options);
  const untilMs = range.fromMs;
  const older = { instrument, resolution, count: warmUp, untilMs };
  const before = await newestBars(bars, older, options);
  const columns = columnsFrom([...barsOf(before.columns), ...inside.bars]);
  const missing = [...before.missing, ...inside.missing];
  const isWhole = inside.isWhole && before.isWhole && !hasHole(columns.time, missing);
  const warning = inside.warning ?? before.warning;
  return {
    columns,
    firstIndex: before.columns.length,
    fromMs: before.fromMs,
    wholeUntilMs: Math.min(inside.wholeUntilMs, openFrom(before)),
    isWhole,
    warning: isWhole ? warning : missingOlderBars(instrument),
  };
}
