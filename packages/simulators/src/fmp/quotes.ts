import { DAY_MS } from '@moneytrail/calendar';
import type { Market } from '../market/market.ts';
import type { Route } from '../server/answer.ts';
import type { FmpInstrument } from './listings.ts';
import type { Selection } from './selection.ts';

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

/** A row of `/quote`: the change is against the day before, the time stamp in seconds. */
function quoteRow(market: Market, instrument: FmpInstrument): unknown {
  const snapshot = market.snapshot(instrument.market);
  if (!snapshot) return null;
  const { price, day, previousClose, timeMs } = snapshot;
  const { decimals } = instrument.market.scale;
  const year = market.days(instrument.market, {
    fromMs: day.timeMs - 365 * DAY_MS,
    toMs: day.timeMs + 1,
  });
  const closes = year.map(({ close }) => close);
  const change = rounded(price - previousClose, decimals);
  return {
    symbol: instrument.symbol,
    name: instrument.name,
    price,
    changePercentage: rounded((change / previousClose) * 100, 5),
    change,
    volume: day.volume,
    dayLow: day.low,
    dayHigh: day.high,
    yearHigh: Math.max(...year.map(({ high }) => high)),
    yearLow: Math.min(...year.map(({ low }) => low)),
    marketCap: instrument.kind === 'stock' ? Math.round(price * 1e9) : null,
    priceAvg50: rounded(mean(closes.slice(-50)), decimals + 2),
    priceAvg200: rounded(mean(closes.slice(-200)), decimals + 2),
    exchange: instrument.exchange,
    open: day.open,
    previousClose,
    timestamp: Math.floor(timeMs / 1_000),
  };
}

/** A row of `/quote-short` and of every batch of short quotes. */
function shortQuoteRow(market: Market, instrument: FmpInstrument): unknown {
  const snapshot = market.snapshot(instrument.market);
  if (!snapshot) return null;
  const change = rounded(snapshot.price - snapshot.previousClose, instrument.market.scale.decimals);
  return { symbol: instrument.symbol, price: snapshot.price, change, volume: snapshot.day.volume };
}

/** Quotes, long and short, one by one and in batches. */
export function quoteHandlers(
  market: Market,
  selection: Selection,
): Record<string, Route['handle']> {
  const quote = (instrument: FmpInstrument) => quoteRow(market, instrument);
  const short = (instrument: FmpInstrument) => shortQuoteRow(market, instrument);
  return {
    quote: selection.one((instrument) => [quote(instrument)]),
    'quote-short': selection.one((instrument) => [short(instrument)]),
    'batch-quote': selection.many(quote),
    'batch-quote-short': selection.many(short),
    'batch-crypto-quotes': selection.kind('crypto', short),
    'batch-forex-quotes': selection.kind('forex', short),
    'batch-commodity-quotes': selection.kind('commodity', short),
    'batch-index-quotes': selection.kind('index', short),
    'batch-exchange-quote': selection.where(
      ({ exchange }, { query }) => exchange === query.exchange,
      short,
    ),
  };
}
