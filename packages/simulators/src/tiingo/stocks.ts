import {
  DAY_MS,
  MARKET_HOURS,
  type MarketHours,
  periodEndMs,
  periodStartMs,
  sessionOf,
  tradingDateOf,
} from '@moneytrail/calendar';
import { utcBucket } from '../market/bucket.ts';
import { type Candle, mergeCandles } from '../market/candle.ts';
import type { Market } from '../market/market.ts';
import { firstDayOf } from '../market/market-instrument.ts';
import { type Answer, json, type Request } from '../server/provider.ts';
import type { TiingoInstruments, TiingoStock } from './listings.ts';
import {
  askedColumns,
  detail,
  MAX_ROWS,
  NOT_FOUND,
  type Period,
  periodOf,
  pick,
  resampleOf,
  rowsAnswer,
  unknownTicker,
} from './requests.ts';

const DEFAULT_RESULTS = 10;
const MAX_RESULTS = 100;

type SearchRow = Record<string, string | boolean | null>;

/** The search results of a share. Apple is also listed in Canada: a ticker alone is not unique. */
function searchRows({ name, ticker, permaTicker, assetType }: TiingoStock): SearchRow[] {
  const rowIn = (countryCode: string, id: string): SearchRow => {
    return {
      name,
      ticker,
      permaTicker: id,
      openFIGIComposite: null,
      assetType,
      isActive: true,
      countryCode,
    };
  };
  const home = rowIn('US', permaTicker);
  return ticker === 'AAPL' ? [rowIn('CA', 'CA000000137372'), home] : [home];
}

/** `/tiingo/utilities/search`: shares by ticker or name. */
export function searchAnswer(stocks: TiingoInstruments['stocks'], request: Request): Answer {
  const { query, exactTickerMatch, limit } = request.query;
  if (!query) {
    return detail('Error: query format was not correct. "query" or "isin" must be a string.', 400);
  }
  const wanted = query.toLowerCase();
  const isExact = exactTickerMatch?.toLowerCase() === 'true';
  const matches = ({ ticker, name }: TiingoStock) =>
    isExact
      ? ticker.toLowerCase() === wanted
      : ticker.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted);
  const rows = [...stocks.values()]
    .filter(matches)
    .flatMap(searchRows)
    .slice(0, Math.min(Number(limit) || DEFAULT_RESULTS, MAX_RESULTS));
  const columns = askedColumns(request);
  return rowsAnswer(columns ? rows.map((row) => pick(row, columns)) : rows, request);
}

/** Fills gaps between two bars of one session with flat bars without volume (`forceFill`). */
function fillQuiet(hours: MarketHours, bars: readonly Candle[], lengthMs: number): Candle[] {
  const filled: Candle[] = [];
  for (const bar of bars) {
    const last = filled.at(-1);
    const { openMs } = sessionOf(hours, tradingDateOf(hours, bar.timeMs));
    if (last && last.timeMs >= openMs) {
      const { close } = last;
      for (let timeMs = last.timeMs + lengthMs; timeMs < bar.timeMs; timeMs += lengthMs) {
        filled.push({ timeMs, open: close, high: close, low: close, close, volume: 0 });
      }
    }
    filled.push(bar);
  }
  return filled;
}

const HOURS = MARKET_HOURS['us-stocks'];
const IEX_COLUMNS: ReadonlySet<string> = new Set(['date', 'open', 'high', 'low', 'close']);
const FREQUENCIES = ['daily', 'weekly', 'monthly', 'annually'] as const;
type Frequency = (typeof FREQUENCIES)[number];

/** First and last date of the period of a day; weeks are dated by their Friday. */
function periodBounds(frequency: Frequency, dayMs: number): { startMs: number; dateMs: number } {
  if (frequency === 'daily') return { startMs: dayMs, dateMs: dayMs };
  if (frequency === 'weekly') {
    const startMs = periodStartMs('1W', dayMs);
    return { startMs, dateMs: startMs + 4 * DAY_MS };
  }
  if (frequency === 'monthly') {
    const startMs = periodStartMs('1M', dayMs);
    return { startMs, dateMs: periodEndMs('1M', startMs) - DAY_MS };
  }
  const year = new Date(dayMs).getUTCFullYear();
  return { startMs: Date.UTC(year, 0, 1), dateMs: Date.UTC(year, 11, 31) };
}

/** End-of-day bars: closed sessions only. */
function closedDays(market: Market, stock: TiingoStock, period: Period): Candle[] {
  const fromMs = Math.max(period.fromMs, firstDayOf(stock.market));
  return market
    .days(stock.market, { fromMs, toMs: period.toMs })
    .filter(({ timeMs }) => sessionOf(HOURS, timeMs).closeMs <= market.now());
}

function endOfDayRow(
  { open, high, low, close, volume }: Candle,
  date: string,
): Record<string, unknown> {
  return {
    date,
    close,
    high,
    low,
    open,
    volume,
    adjClose: close,
    adjHigh: high,
    adjLow: low,
    adjOpen: open,
    adjVolume: volume,
    divCash: 0,
    splitFactor: 1,
  };
}

/** `/tiingo/daily/{ticker}/prices` */
export function endOfDayPrices(
  market: Market,
  stock: TiingoStock | undefined,
  request: Request,
): Answer {
  const { query, params } = request;
  if (!stock) return unknownTicker(params.ticker ?? '');
  const frequency = FREQUENCIES.find(
    (known) => known === (query.resampleFreq ?? 'daily').toLowerCase(),
  );
  if (!frequency)
    return detail('Error: resampleFreq must be "daily", "weekly", "monthly", or "annually"', 400);
  const asked = periodOf(request, 0);
  if (!asked) return detail('Error: startDate and endDate must be dates in YYYY-MM-DD format', 400);
  const isLatest = !query.startDate && !query.endDate;
  const days = isLatest
    ? closedDays(market, stock, { fromMs: market.now() - 10 * DAY_MS, toMs: asked.toMs }).slice(-1)
    : closedDays(market, stock, rolled(asked, frequency));
  const bars = mergeCandles(days, (dayMs) => periodBounds(frequency, dayMs).dateMs);
  if (query.sort === '-date') bars.reverse();
  const columns = askedColumns(request);
  const rows = bars.map((bar) => {
    const stamp = new Date(bar.timeMs).toISOString();
    // Only the latest row has an offset instead of Z.
    return endOfDayRow(bar, isLatest ? stamp.replace('.000Z', '+00:00') : stamp);
  });
  return rowsAnswer(columns ? rows.map((row) => pick(row, columns)) : rows, request);
}

/** Extends a period to whole weeks or months. */
function rolled(period: Period, frequency: Frequency): Period {
  if (frequency === 'daily') return period;
  const fromMs = periodBounds(frequency, Math.floor(period.fromMs / DAY_MS) * DAY_MS).startMs;
  if (period.toMs === Number.MAX_SAFE_INTEGER) return { fromMs, toMs: period.toMs };
  const toMs =
    periodBounds(frequency, Math.floor((period.toMs - 1) / DAY_MS) * DAY_MS).dateMs + DAY_MS;
  return { fromMs, toMs };
}

/** `/tiingo/daily/{ticker}` */
export function stockMeta(
  market: Market,
  stock: TiingoStock | undefined,
  { params }: Request,
): Answer {
  if (!stock) return unknownTicker(params.ticker ?? '');
  const last = closedDays(market, stock, {
    fromMs: market.now() - 10 * DAY_MS,
    toMs: market.now(),
  }).at(-1);
  return json({
    ticker: stock.ticker,
    name: stock.name,
    exchangeCode: stock.exchangeCode,
    startDate: new Date(firstDayOf(stock.market)).toISOString().slice(0, 10),
    endDate: new Date(last?.timeMs ?? market.now()).toISOString().slice(0, 10),
    description: `${stock.name}, simulated.`,
  });
}

/**
 * `/iex/{ticker}/prices`: bars on the UTC clock with a stamp inside the session. The hour that begins before 9:30 is
 * therefore missing, as in recorded responses.
 */
export function iexPrices(
  market: Market,
  stock: TiingoStock | undefined,
  request: Request,
): Answer {
  if (!stock) return NOT_FOUND;
  const resample = resampleOf(request.query.resampleFreq);
  if (!resample || resample.unit === 'day') {
    return detail("Error: resampleFreq must be in 'Min' or 'Hour' only", 400);
  }
  const latest = market.snapshot(stock.market)?.day.timeMs ?? 0;
  const period = periodOf(request, latest);
  if (!period)
    return detail('Error: startDate and endDate must be dates in YYYY-MM-DD format', 400);
  const range = {
    fromMs: Math.max(period.fromMs, firstDayOf(stock.market)),
    toMs: Math.min(period.toMs, market.now() + 1),
  };
  const traded = market
    .bars(stock.market, range, utcBucket(resample.lengthMs))
    .filter(({ timeMs }) => timeMs >= sessionOf(HOURS, tradingDateOf(HOURS, timeMs)).openMs);
  const isFilled = request.query.forceFill?.toLowerCase() === 'true';
  const bars = isFilled ? fillQuiet(HOURS, traded, resample.lengthMs) : traded;
  const columns = askedColumns(request) ?? IEX_COLUMNS;
  const rows = bars
    .slice(-MAX_ROWS)
    .map(({ timeMs, open, high, low, close, volume }) =>
      pick({ date: new Date(timeMs).toISOString(), open, high, low, close, volume }, columns),
    );
  return rowsAnswer(rows, request);
}
