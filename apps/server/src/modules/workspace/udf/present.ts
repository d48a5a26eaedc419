import {
  closedWeekdays,
  earlyCloses,
  type MarketHours,
  RESOLUTIONS,
  type Resolution,
  SECOND_MS,
} from '@moneytrail/calendar';
import { EXCHANGES, INSTRUMENT_TYPES, type Mark } from '@moneytrail/contract';
import { changePercent, roundToScale } from '@moneytrail/indicators';
import { LRUCache } from 'lru-cache';
import { type Instrument, supportedResolutions } from '../../catalogue/index.ts';
import type { KnownQuote } from '../../live/index.ts';

const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The answer of `/config`, a constant that cannot fail. */
export const CONFIG = {
  supports_search: true,
  supports_group_request: false,
  supports_marks: true,
  supports_timescale_marks: true,
  supports_time: true,
  supported_resolutions: RESOLUTIONS,
  exchanges: [
    { value: '', name: 'All Exchanges', desc: '' },
    ...EXCHANGES.map((name) => ({ value: name, name, desc: name })),
  ],
  symbols_types: [
    { name: 'All types', value: '' },
    ...INSTRUMENT_TYPES.map((value) => ({ name: titled(value), value })),
  ],
};

const isIntraday = (resolution: Resolution) => /^\d+$/.test(resolution);

/** The protocol has no field for the label of simulated prices; clients show the description wherever they show a symbol. */
const described = ({ description }: Instrument, isSimulated: boolean) =>
  isSimulated ? `${description} (Simulated)` : description;

/** Holidays are told of this many years before the present one, and of the next one. */
const YEARS_BEFORE = 20;
const MOST_CALENDARS = 100;

const dayText = (dayMs: number) => new Date(dayMs).toISOString().slice(0, 10).replaceAll('-', '');
const clockText = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}${String(minute % 60).padStart(2, '0')}`;

type Closures = { session_holidays?: string; corrections?: string };
const known = new LRUCache<string, Closures>({ max: MOST_CALENDARS });

/** The known holidays of a market, and its sessions that end early: `0930-1300:20261127;…`. */
function closuresOf(hours: MarketHours, nowMs: number): Closures {
  const year = new Date(nowMs).getUTCFullYear();
  const key = `${hours.id} ${year}`;
  const before = known.get(key);
  if (before) return before;
  const span = [Date.UTC(year - YEARS_BEFORE, 0, 1), Date.UTC(year + 2, 0, 1)] as const;
  const holidays = closedWeekdays(hours, ...span).map(dayText);
  const opens = clockText(hours.openMinute);
  const corrections = earlyCloses(hours, ...span).map(
    ({ dayMs, closeMinute }) => `${opens}-${clockText(closeMinute)}:${dayText(dayMs)}`,
  );
  const closures = {
    ...(holidays.length > 0 && { session_holidays: holidays.join(',') }),
    ...(corrections.length > 0 && { corrections: corrections.join(';') }),
  };
  known.set(key, closures);
  return closures;
}

/** Currency pairs of Tiingo are quoted without trades, and an index is calculated instead of traded. */
const hasVolume = ({ exchange, type }: Instrument) =>
  type !== 'index' && !(exchange === 'Tiingo' && type === 'forex');

/** Coins are traded in fractions, with eight decimals at most. */
const volumePrecisionOf = ({ type }: Instrument) => (type === 'crypto' ? 8 : 0);

/** A `LibrarySymbolInfo`. It must not have a field `s`, which clients take for a failure. */
export function symbolOf(
  instrument: Instrument,
  { isSimulated, nowMs }: { isSimulated: boolean; nowMs: number },
): object {
  const { hours, exchange, listedExchange } = instrument;
  const resolutions = supportedResolutions(instrument);
  return {
    name: instrument.code,
    ticker: instrument.ticker,
    description: described(instrument, isSimulated),
    type: instrument.type,
    session: hours.session,
    timezone: hours.zone,
    ...closuresOf(hours, nowMs),
    exchange,
    listed_exchange: listedExchange.value === '' ? exchange : listedExchange.value,
    minmov: 1,
    pricescale: instrument.priceScale,
    minmove2: 0,
    fractional: false,
    has_intraday: resolutions.some(isIntraday),
    intraday_multipliers: resolutions.filter(isIntraday),
    has_daily: true,
    has_weekly_and_monthly: true,
    has_empty_bars: false,
    supported_resolutions: resolutions,
    visible_plots_set: hasVolume(instrument) ? 'ohlcv' : 'ohlc',
    volume_precision: volumePrecisionOf(instrument),
    format: 'price',
    data_status: 'streaming',
    simulated: isSimulated,
  };
}

/** A row of `/search`. */
export function foundOf(instrument: Instrument, isSimulated: boolean): object {
  const { code, exchange, type, ticker } = instrument;
  const description = described(instrument, isSimulated);
  return {
    symbol: code,
    full_name: ticker,
    description,
    exchange,
    ticker,
    type,
    simulated: isSimulated,
  };
}

/** The answer for a symbol without a known price, or one that the caller may not see. */
export const unknownQuote = (asked: string) => ({ s: 'error', n: asked, v: {} });

/** Four decimals of a percentage. */
const PERCENT_SCALE = 10_000;

function changeOf({ price, previousClose, priceScale }: KnownQuote['quote']): object {
  if (previousClose === null) return {};
  const percent = previousClose === 0 ? 0 : changePercent(price, previousClose);
  return {
    ch: roundToScale(price - previousClose, priceScale),
    chp: roundToScale(percent, PERCENT_SCALE),
    prev_close_price: previousClose,
  };
}

function figuresOf(session: KnownQuote['session']): object {
  if (!session) return {};
  const { open, high, low, volume } = session;
  return {
    open_price: open,
    ...(high !== null && low !== null && { high_price: high, low_price: low }),
    ...(volume !== null && { volume }),
  };
}

/**
 * One symbol of `/quotes` under its requested name: its price and the session of that price. Uncertain figures are left
 * out.
 */
export function quoteOf(asked: string, { instrument, quote, session }: KnownQuote): object {
  const { code, exchange } = instrument;
  const { price, simulated } = quote;
  const names = { short_name: code, exchange, description: described(instrument, simulated) };
  const figures = { ...changeOf(quote), ...figuresOf(session) };
  return { s: 'ok', n: asked, v: { ...names, lp: price, ...figures, simulated } };
}

/** Pixels. */
const MARK_SIZE = { 1: 14, 2: 22 } as const;

/** `/marks`: buy and sell marks as columns. */
export function markTable(marks: readonly Mark[]): object {
  return {
    id: marks.map(({ id }) => id),
    time: marks.map(({ time }) => time / SECOND_MS),
    color: marks.map(({ color }) => color),
    text: marks.map(({ text }) => text),
    label: marks.map(({ label }) => label),
    labelFontColor: marks.map(() => 'white'),
    minSize: marks.map(({ strong }) => MARK_SIZE[strong ? 2 : 1]),
  };
}

/** `/timescale_marks`: the strong marks with their notes. */
export function timescaleMarks(marks: readonly Mark[]): object[] {
  return marks
    .filter(({ strong }) => strong)
    .map(({ id, time, color, label, text, notes }) => {
      return { id, time: time / SECOND_MS, color, label, tooltip: [text, ...notes] };
    });
}
