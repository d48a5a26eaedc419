import {
  barClosesAtMs,
  barTimeOf,
  DAY_MS,
  isBarClosed,
  type MarketHours,
  nextBarTime,
  type Resolution,
  type Span,
} from '@moneytrail/calendar';
import { type Bar, MAX_HISTORY_LIMIT, type Mark } from '@moneytrail/contract';
import {
  barsNeeded,
  type Columns,
  columnsFrom,
  computeMarks,
  DEFAULT_INPUTS,
  FORMULA_VERSION,
  markId,
} from '@moneytrail/indicators';
import {
  type BarColumns,
  type BarService,
  barAt,
  barsOf,
  type History,
  positionOf,
  type ReadOptions,
  sliceColumns,
} from '../../bars/index.ts';
import { hasEnded, type Instrument } from '../../catalogue/index.ts';
import { hasHole, missingOlderBars, type NewestBars, newestBars } from '../newest-bars.ts';
import type { LedgerMark } from './ledger.ts';

export type MarkBars = Pick<BarService, 'history'>;

export type MarkSeries = { instrument: Instrument; resolution: Resolution };

export type ComputedMarks = Pick<LoadedBars, 'fromMs' | 'isWhole' | 'warning'> & {
  /** Oldest first; empty if bars that the formulas need are missing. */
  marks: LedgerMark[];
  /** Time of the newest final bar of the span; null without one. */
  lastTime: number | null;
};

function decimalsOf(priceScale: number): number {
  return Math.max(0, Math.round(Math.log10(priceScale)));
}

/** By decimals; cached, as creating one takes longer than finding a mark. */
const FORMATS = new Map<number, Intl.NumberFormat>();

/** A price with the instrument's decimals, thousands separators and a true minus sign. */
function formatPrice(price: number, priceScale: number): string {
  const decimals = decimalsOf(priceScale);
  let format = FORMATS.get(decimals);
  if (!format) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    format = new Intl.NumberFormat('en-US', digits);
    FORMATS.set(decimals, format);
  }
  return format.format(price).replace('-', '−');
}

/** `BUY · strong · 1,234.50`, with the close of the mark's bar. */
function markText(
  mark: { side: 'buy' | 'sell'; strong: boolean },
  close: number,
  priceScale: number,
): string {
  const words = [mark.side.toUpperCase(), ...(mark.strong ? ['strong'] : [])];
  return [...words, formatPrice(close, priceScale)].join(' · ');
}

/** The marks of closed bars from an index on, by the default inputs. */
export function marksOf(series: MarkSeries, columns: BarColumns, firstIndex: number): LedgerMark[] {
  const { instrument, resolution } = series;
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
      publishedAtMs: null,
    };
  });
}

/** The marks of a span of closed bars by the default inputs, which depend only on these bars and the ones before. */
export async function computeMarksOf(
  bars: MarkBars,
  series: MarkSeries,
  span: Span,
  options?: ReadOptions,
): Promise<ComputedMarks> {
  const warmUp = barsNeeded(DEFAULT_INPUTS);
  const loaded = await loadBars(bars, { ...series, range: span, warmUp }, options);
  const { columns, firstIndex, fromMs, wholeUntilMs, isWhole, warning } = loaded;
  // If the vendor failed as a bar closed, the stored bar may be an earlier state of it.
  const toIndex = positionOf(columns, wholeUntilMs);
  const lastTime = toIndex > firstIndex ? columns.time[toIndex - 1] : undefined;
  const marks = isWhole ? marksOf(series, sliceColumns(columns, 0, toIndex), firstIndex) : [];
  return { marks, fromMs, isWhole, lastTime: lastTime ?? null, warning };
}

type LoadedBars = Pick<NewestBars, 'fromMs' | 'isWhole' | 'warning' | 'wholeUntilMs'> & {
  columns: Columns;
  firstIndex: number;
};

type Wanted = { instrument: Instrument; resolution: Resolution; range: Span };

/** The time from which bars of a page may still change; a page of final bars sets no bound. */
function openFrom({ columns, wholeUntilMs }: Pick<History, 'columns' | 'wholeUntilMs'>): number {
  const isFinal = positionOf(columns, wholeUntilMs) === columns.length;
  return isFinal ? Number.POSITIVE_INFINITY : wholeUntilMs;
}

/** The bars of a range, read page by page from the newest. */
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

/** The bars of a range, and before them the `warmUp` bars that the formulas need. */
async function loadBars(
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

/** Marks never change, so they wait for the vendor's final form, which is read a moment after a bar's end. */
const SETTLE_MS = 10_000;

/** The time of the first bar that is not closed and settled; marks of earlier bars are final. */
export function firstUnsettledBar(
  hours: MarketHours,
  resolution: Resolution,
  nowMs: number,
): number {
  const settledMs = nowMs - SETTLE_MS;
  const time = barTimeOf(hours, resolution, settledMs);
  return isBarClosed(hours, resolution, time, settledMs)
    ? nextBarTime(hours, resolution, time)
    : time;
}

/** The close of the bar after that of `time`; null if there is none, as the contract ends. */
export function nextCloseOf(
  instrument: Instrument,
  resolution: Resolution,
  time: number,
  nowMs: number,
): number | null {
  const { hours, endDate } = instrument;
  const nextTime = nextBarTime(hours, resolution, time);
  if (hasEnded(instrument, nowMs)) return null;
  if (endDate !== null && nextTime >= Date.parse(endDate) + DAY_MS) return null;
  return barClosesAtMs(hours, resolution, nextTime);
}

/** Colours on a light background; a dark chart has its own by `side`. */
const COLOURS = { buy: '#098474', sell: '#B81D3C' } as const;

export function presentMark(mark: LedgerMark, notes: readonly string[]): Mark {
  const { id, side, isStrong, price, text, bar, publishedAtMs } = mark;
  return {
    id,
    time: bar.time,
    price,
    color: COLOURS[side],
    label: side === 'buy' ? 'B' : 'S',
    text,
    size: isStrong ? 2 : 1,
    shape: side === 'buy' ? 'arrowUp' : 'arrowDown',
    side,
    strong: isStrong,
    formulaVersion: FORMULA_VERSION,
    publishedAt: publishedAtMs,
    notes: [...notes],
  };
}
