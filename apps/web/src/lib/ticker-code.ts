import { parseSymbol } from '@moneytrail/contract';

/** The code that a ticker names, until more is known of it. */
export function tickerCode(ticker: string): string {
  const parsed = parseSymbol(ticker);
  return parsed.ok ? parsed.symbol.code : ticker;
}

/** The exchange that a ticker names; null where it names none. */
export function tickerExchange(ticker: string): string | null {
  const parsed = parseSymbol(ticker);
  return (parsed.ok && parsed.symbol.exchange) || null;
}
