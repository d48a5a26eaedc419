import { DAY_MS } from '@moneytrail/calendar';
import { utcBucket } from '../market/bucket.ts';
import type { Candle } from '../market/candle.ts';
import type { Market } from '../market/market.ts';
import { firstDayOf } from '../market/market-instrument.ts';
import { type Answer, json, type Request } from '../server/provider.ts';
import type { TiingoPair } from './listings.ts';
import { detail, MAX_ROWS, periodOf, resampleOf, rowsAnswer } from './requests.ts';

const MAX_TICKERS = 100;

/** The known tickers of a comma-separated list. */
export function pairsOf(known: ReadonlyMap<string, TiingoPair>, tickers: string): TiingoPair[] {
  return tickers
    .toLowerCase()
    .split(',')
    .flatMap((ticker) => known.get(ticker.trim()) ?? []);
}

/** The bars of a pair for a request, or an error. */
function barsOf(market: Market, pair: TiingoPair, request: Request): Candle[] | Answer {
  const resample = resampleOf(request.query.resampleFreq);
  if (!resample) return detail('Error: resampleFreq was not in the correct format', 400);
  const nowMs = market.now();
  const period = periodOf(request, Math.floor(nowMs / DAY_MS) * DAY_MS);
  if (!period)
    return detail('Error: startDate and endDate must be dates in YYYY-MM-DD format', 400);
  const fromMs = Math.max(period.fromMs, firstDayOf(pair.market) - DAY_MS);
  const range = { fromMs, toMs: Math.min(period.toMs, nowMs + DAY_MS) };
  const bars =
    resample.unit === 'day'
      ? market.days(pair.market, range)
      : market.bars(pair.market, range, utcBucket(resample.lengthMs));
  return bars.slice(-MAX_ROWS);
}

/** An estimate of the number of trades in a traded value; Tiingo's own number is unknown. */
function tradesIn(notional: number): number {
  return Math.ceil(notional / 1_500);
}

/** `/tiingo/crypto/prices`: one object a ticker, with its bars. */
export function cryptoPrices(
  market: Market,
  known: ReadonlyMap<string, TiingoPair>,
  request: Request,
): Answer {
  const { tickers, includeRawExchangeData } = request.query;
  if (!tickers) return detail('Error: Please pass a "tickers" parameter.', 400);
  if (tickers.split(',').length > MAX_TICKERS)
    return detail(`Error: At most ${MAX_TICKERS} tickers.`, 400);
  if (includeRawExchangeData?.toLowerCase() === 'true') {
    return { status: 500, contentType: 'text/html', body: '<h1>Server Error (500)</h1>' };
  }
  const series: unknown[] = [];
  for (const pair of pairsOf(known, tickers)) {
    const bars = barsOf(market, pair, request);
    if (!Array.isArray(bars)) return bars;
    if (bars.length === 0) continue;
    const priceData = bars.map(({ timeMs, open, high, low, close, volume }) => {
      const volumeNotional = volume * close;
      const date = new Date(timeMs).toISOString().replace('.000Z', '+00:00');
      return {
        date,
        open,
        high,
        low,
        close,
        volume,
        volumeNotional,
        tradesDone: tradesIn(volumeNotional),
      };
    });
    series.push({
      ticker: pair.ticker,
      baseCurrency: pair.base,
      quoteCurrency: pair.quote,
      priceData,
    });
  }
  return json(series);
}

/** `/tiingo/fx/{tickers}/prices`: flat rows without volume; unknown pairs have none. */
export function forexPrices(
  market: Market,
  known: ReadonlyMap<string, TiingoPair>,
  request: Request,
): Answer {
  const rows: Record<string, unknown>[] = [];
  for (const pair of pairsOf(known, request.params.tickers ?? '')) {
    const bars = barsOf(market, pair, request);
    if (!Array.isArray(bars)) return bars;
    for (const { timeMs, open, high, low, close } of bars) {
      rows.push({
        date: new Date(timeMs).toISOString(),
        ticker: pair.ticker,
        open,
        high,
        low,
        close,
      });
    }
  }
  return rowsAnswer(rows, request);
}

/** `/tiingo/crypto`: the listed pairs. */
export function cryptoMeta(known: ReadonlyMap<string, TiingoPair>, request: Request): Answer {
  const { tickers } = request.query;
  const pairs = tickers ? pairsOf(known, tickers) : [...known.values()];
  return rowsAnswer(
    pairs.map(({ ticker, name, base, quote }) => ({
      ticker,
      name,
      baseCurrency: base,
      quoteCurrency: quote,
    })),
    request,
  );
}
