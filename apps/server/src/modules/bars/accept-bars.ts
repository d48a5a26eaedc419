import {
  barTimeOf,
  type MarketHours,
  nextBarTime,
  type Resolution,
  type Span,
  type StoredResolution,
} from '@moneytrail/calendar';
import type { Db } from '../../db/index.ts';
import type { Clock } from '../../steady-clock.ts';
import { type Instrument, notePriceScale } from '../catalogue/index.ts';
import { decimalsOf, SCALES } from './chunks/decimals.ts';
import { type BarColumns, pickBars, timeAt } from './columns/bar-columns.ts';
import { fromStore } from './failures.ts';
import type { WrittenChunk } from './store/chunks.ts';
import type { Decision } from './store/quarantine.ts';
import { type FeedKinds, type SeriesKey, seriesKey } from './store/series.ts';
import { type FeedQuestion, type Trust, type WriteFence, writeBars } from './store/write-bars.ts';

/** Receives every change of stored bars. */
export type WrittenListener = (
  instrumentId: number,
  resolution: StoredResolution,
  fromMs: number,
  toMs: number,
) => void;

export type AcceptDeps = {
  db: Db;
  feeds: FeedKinds;
  clock: Clock;
  log: { warn: (detail: object, message: string) => void };
  written: WrittenListener;
  /** Keeps the written chunks in memory for the next read. */
  keep?: (key: SeriesKey, chunks: readonly WrittenChunk[]) => void;
};

type Delivery = {
  instrument: Instrument;
  resolution: StoredResolution;
  columns: BarColumns;
  coverage: Span | null;
  /** The question to the feed that the bars answer. */
  asked?: FeedQuestion;
  trust: Trust;
  fence?: WriteFence | undefined;
  /** The reason to accept corroborated bars. */
  decision?: Decision;
};

const DEFAULT_SCALE = 100;
const OBSERVED_BARS = 20;
const MIN_FINER_DECIMALS = 3;

/** Stores a finer price scale if the newest closes have more than the usual two decimals. */
export async function observeScale(
  { db }: Pick<AcceptDeps, 'db'>,
  { instrument, columns }: Pick<Delivery, 'instrument' | 'columns'>,
): Promise<void> {
  if (instrument.priceScale !== DEFAULT_SCALE || columns.length < OBSERVED_BARS) return;
  const newest = columns.close.subarray(columns.length - OBSERVED_BARS, columns.length);
  const decimals = decimalsOf(newest) ?? SCALES.length - 1;
  if (decimals < MIN_FINER_DECIMALS) return;
  await fromStore(notePriceScale(db, instrument.id, SCALES[decimals] ?? DEFAULT_SCALE));
}

function report({ log }: AcceptDeps, delivery: Delivery, times: number[], message: string): void {
  if (times.length === 0) return;
  const { instrument, resolution } = delivery;
  const sample = times.slice(0, 5);
  log.warn({ ticker: instrument.ticker, resolution, count: times.length, sample }, message);
}

/** Validates bars, quarantines outliers, stores the rest and notifies of the change. */
export async function acceptBars(deps: AcceptDeps, delivery: Delivery): Promise<void> {
  const { instrument, resolution, coverage, asked, trust, fence, decision } = delivery;
  const market = { hours: instrument.hours, resolution, nowMs: deps.clock.now() };
  const { valid: accepted, invalid } = validateBars(delivery.columns, market);
  const key = seriesKey(deps, instrument, resolution);
  const { isChanged, quarantined, chunks } = await fromStore(
    writeBars(deps.db, { key, columns: accepted, coverage, asked, trust, fence, decision }),
  );
  deps.keep?.(key, chunks);
  report(
    deps,
    delivery,
    invalid.map(({ time }) => time),
    'invalid bars refused',
  );
  report(deps, delivery, quarantined, 'outliers quarantined');
  if (!isChanged) return;
  await observeScale(deps, delivery);
  const from = accepted.length > 0 ? timeAt(accepted, 0) : (coverage?.fromMs ?? 0);
  const last = accepted.length > 0 ? timeAt(accepted, accepted.length - 1) : from;
  deps.written(instrument.id, resolution, from, Math.max(last + 1, coverage?.toMs ?? 0));
}

type InvalidBar = { time: number; fault: string };

/** The fault that makes a bar invalid in any market; null if it is valid. */
export function faultOf(columns: BarColumns, i: number): string | null {
  const open = columns.open[i] ?? Number.NaN;
  const high = columns.high[i] ?? Number.NaN;
  const low = columns.low[i] ?? Number.NaN;
  const close = columns.close[i] ?? Number.NaN;
  const volume = columns.volume[i] ?? Number.NaN;
  if (!Number.isInteger(columns.time[i])) return 'its time is not a whole number of milliseconds';
  if (!Number.isFinite(open + high + low + close)) return 'a price is not finite';
  if (high < open || high < close) return 'its high is below its open or close';
  if (low > open || low > close) return 'its low is above its open or close';
  if (volume === Number.POSITIVE_INFINITY || volume < 0)
    return 'its volume is negative or not finite';
  return null;
}

/**
 * Separates invalid bars: those with a body outside high and low, with numbers that are not finite, and those more than
 * one bar in the future.
 */
export function validateBars(
  columns: BarColumns,
  market: { hours: MarketHours; resolution: Resolution; nowMs: number },
): { valid: BarColumns; invalid: InvalidBar[] } {
  const { hours, resolution, nowMs } = market;
  const latestMs = nextBarTime(hours, resolution, barTimeOf(hours, resolution, nowMs));
  const invalid: InvalidBar[] = [];
  const positions = new Set<number>();
  for (let i = 0; i < columns.length; i++) {
    const time = columns.time[i] ?? Number.NaN;
    const fault = time > latestMs ? 'it lies in the future' : faultOf(columns, i);
    if (fault === null) continue;
    invalid.push({ time, fault });
    positions.add(i);
  }
  const valid = invalid.length === 0 ? columns : pickBars(columns, (i) => !positions.has(i));
  return { valid, invalid };
}
