import { dateText } from '@moneytrail/calendar';
import type { SymbolQuote } from '@moneytrail/contract';
import { changePercent } from '@moneytrail/indicators';
import {
  type Direction,
  decimalsOf,
  directionOf,
  formatChange,
  formatPrice,
  formatSignedPercent,
} from '../../../lib/format.ts';
import { sessionCloseText } from '../model/messages.ts';

/** A price as text; `change` is empty if the close of the session before is not known. */
export type QuoteText = {
  price: string;
  change: string;
  direction: Direction;
  /** The day of a price from before the newest session; else null. */
  pastDay: string | null;
  /** The close that the change is measured from, and the day of an older price. */
  title: string;
};

export function quoteText(quote: SymbolQuote, locale?: string): QuoteText {
  const { price, previousClose, priceScale, pastDayMs } = quote;
  const decimals = decimalsOf(priceScale);
  const pastDay = pastDayMs === null ? null : dateText('weekdayDate', pastDayMs, locale);
  const before =
    previousClose === null
      ? 'The close of the session before is not known'
      : sessionCloseText(formatPrice(previousClose, decimals));
  const title = pastDay === null ? before : `Price of ${pastDay} \u00b7 ${before}`;
  const written = { price: formatPrice(price, decimals), pastDay, title };
  if (previousClose === null) return { ...written, change: '', direction: 'none' };
  if (previousClose !== 0) {
    const percent = changePercent(price, previousClose);
    // A change that rounds to zero has neither sign nor colour.
    const direction = directionOf(Number(percent.toFixed(2)));
    return { ...written, change: formatSignedPercent(percent), direction };
  }
  // A spread may have closed at zero, of which there is no percentage.
  const change = formatChange(price, previousClose, decimals);
  return { ...written, change, direction: directionOf(price - previousClose) };
}
