import { dateText } from '@moneytrail/calendar';
import type { SymbolQuote } from '@moneytrail/contract';
import {
  type Direction,
  decimalsOf,
  directionOf,
  formatChange,
  formatPrice,
  formatSignedPercent,
} from '../../../lib/format.ts';

/** How a row writes a price; `change` is empty where the close of the session before is not known. */
export type QuoteWords = {
  price: string;
  change: string;
  direction: Direction;
  /** The day of a price that is older than the newest session; null for a price of that session. */
  pastDay: string | null;
  /** What the price is compared with, and of which day it is where that is not plain. */
  title: string;
};

/** The words of a price, with the decimals of its instrument. */
export function quoteWordsOf(quote: SymbolQuote, locale?: string): QuoteWords {
  const { price, previousClose, priceScale, pastDayMs } = quote;
  const decimals = decimalsOf(priceScale);
  const pastDay = pastDayMs === null ? null : dateText('weekdayDate', pastDayMs, locale);
  const before =
    previousClose === null
      ? 'The close of the session before is not known'
      : `Close of the session before: ${formatPrice(previousClose, decimals)}`;
  const title = pastDay === null ? before : `Price of ${pastDay} \u00b7 ${before}`;
  const written = { price: formatPrice(price, decimals), pastDay, title };
  if (previousClose === null) return { ...written, change: '', direction: 'none' };
  if (previousClose > 0) {
    const percent = (100 * (price - previousClose)) / previousClose;
    // What rounds to nothing has neither sign nor colour.
    const direction = directionOf(Number(percent.toFixed(2)));
    return { ...written, change: formatSignedPercent(percent), direction };
  }
  // A spread may cost nothing or less: a percentage of that says nothing.
  const change = formatChange(price, previousClose, decimals);
  return { ...written, change, direction: directionOf(price - previousClose) };
}
