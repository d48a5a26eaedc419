import { RESOLUTIONS, type Resolution, SECOND_MS } from '@moneytrail/calendar';
import { EXCHANGES, INSTRUMENT_TYPES, type Mark } from '@moneytrail/contract';
import { changePercent } from '@moneytrail/indicators';
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

/** The name of an instrument in all later calls; it must not contain a slash. */
const tickerOf = ({ exchange, code }: Instrument) => `${exchange}:${code}`;

const isIntraday = (resolution: Resolution) => /^\d+$/.test(resolution);

/** A `LibrarySymbolInfo`. It must not have a field `s`, which clients take for a failure. */
export function symbolOf(instrument: Instrument): object {
  const { hours, exchange, listedExchange } = instrument;
  const resolutions = supportedResolutions(instrument);
  return {
    name: instrument.code,
    ticker: tickerOf(instrument),
    description: instrument.description,
    type: instrument.type,
    session: hours.session,
    timezone: hours.zone,
    exchange,
    listed_exchange: listedExchange.value === '' ? exchange : listedExchange.value,
    minmov: 1,
    pricescale: instrument.priceScale,
    minmove2: 0,
    fractional: false,
    has_intraday: true,
    intraday_multipliers: resolutions.filter(isIntraday),
    has_daily: true,
    has_weekly_and_monthly: true,
    has_empty_bars: false,
    supported_resolutions: resolutions,
    format: 'price',
    data_status: 'streaming',
  };
}

/** A row of `/search`. */
export function foundOf(instrument: Instrument): object {
  const { code, description, exchange, type } = instrument;
  const ticker = tickerOf(instrument);
  return { symbol: code, full_name: ticker, description, exchange, ticker, type };
}

/** The answer for a symbol without a known price, or one that the caller may not see. */
export const unknownQuote = (asked: string) => ({ s: 'error', n: asked, v: {} });

function changeOf({ price, previousClose }: KnownQuote['quote']): object {
  if (previousClose === null) return {};
  return {
    ch: price - previousClose,
    chp: previousClose === 0 ? 0 : changePercent(price, previousClose),
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
  const { code, exchange, description } = instrument;
  const names = { short_name: code, exchange, description };
  return {
    s: 'ok',
    n: asked,
    v: { ...names, lp: quote.price, ...changeOf(quote), ...figuresOf(session) },
  };
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
