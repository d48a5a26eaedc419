import type { Resolution, Span } from '@moneytrail/calendar';
import { barsNeeded, computeMarks, DEFAULT_INPUTS, markId } from '@moneytrail/indicators';
import {
  type BarColumns,
  type BarService,
  barAt,
  positionOf,
  type ReadOptions,
  sliceColumns,
} from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { loadBars } from './load-bars.ts';
import type { LedgerMark } from './store.ts';

/** The bars that marks are made of. */
export type MarkBars = Pick<BarService, 'history'>;

export type MarkSeries = { instrument: Instrument; resolution: Resolution };

export type ComputedMarks = {
  /** Oldest first; none where bars that the formulas need are missing. */
  marks: LedgerMark[];
  /** Bars written before this moment do not touch them. */
  fromMs: number;
  /** Whether nothing but the newest bars can be missing. */
  isWhole: boolean;
  /** Time of the newest bar of the span that is whole; null without any. */
  lastTime: number | null;
  /** Names the feed whose failure leaves bars out. */
  warning: string | null;
};

/** Decimals of a price scale: 100 has two. */
function decimalsOf(priceScale: number): number {
  return Math.max(0, Math.round(Math.log10(priceScale)));
}

/** By decimals: making one takes longer than finding a mark. */
const FORMATS = new Map<number, Intl.NumberFormat>();

/** A price as people read it: the instrument's decimals, a comma every three digits, a true minus sign. */
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

/** What a mark says: `BUY · strong · 1,234.50`, with the close that made it. */
function markText(
  mark: { side: 'buy' | 'sell'; strong: boolean },
  close: number,
  priceScale: number,
): string {
  const words = [mark.side.toUpperCase(), ...(mark.strong ? ['strong'] : [])];
  return [...words, formatPrice(close, priceScale)].join(' · ');
}

/** The marks of closed bars from an index on, with the default inputs. */
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

/** The marks of a span of closed bars with the default inputs: a pure function of those bars and the ones before. */
export async function computeMarksOf(
  bars: MarkBars,
  series: MarkSeries,
  span: Span,
  options?: ReadOptions,
): Promise<ComputedMarks> {
  const warmUp = barsNeeded(DEFAULT_INPUTS);
  const loaded = await loadBars(bars, { ...series, range: span, warmUp }, options);
  const { columns, firstIndex, fromMs, wholeUntilMs, isWhole, warning } = loaded;
  // Where the vendor failed as a bar closed, what was read of it is the state of a moment before.
  const toIndex = positionOf(columns, wholeUntilMs);
  const lastTime = toIndex > firstIndex ? columns.time[toIndex - 1] : undefined;
  const marks = isWhole ? marksOf(series, sliceColumns(columns, 0, toIndex), firstIndex) : [];
  return { marks, fromMs, isWhole, lastTime: lastTime ?? null, warning };
}
