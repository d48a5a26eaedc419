import { parseSymbol } from '@moneytrail/contract';

/** Fallback label until the instrument is known. */
export function tickerCode(ticker: string): string {
  const parsed = parseSymbol(ticker);
  return parsed.ok ? parsed.symbol.code : ticker;
}

/** Null without an exchange. */
export function tickerExchange(ticker: string): string | null {
  const parsed = parseSymbol(ticker);
  return (parsed.ok && parsed.symbol.exchange) || null;
}

/** `FMP:BTC/USD` becomes `BTCUSD`, the name that the chart and the symbol search give it. */
export function shownCode(symbol: string): string {
  return tickerCode(symbol).replace('/', '');
}

/** `FMP:BTC/USD` becomes `BTCUSD (FMP)`. */
export function instrumentWords(symbol: string): string {
  const exchange = tickerExchange(symbol);
  const code = shownCode(symbol);
  return exchange === null ? code : `${code} (${exchange})`;
}
