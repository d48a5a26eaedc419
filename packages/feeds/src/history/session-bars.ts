import { type MarketHours, sessionOf, tradingDateOf } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';

/**
 * The bars that lie in a stock's regular session; vendors add prints from before the open and after the close.
 * Other markets' hours are their whole day; those of exchanges elsewhere were others in the past and leave the closing
 * auction out, so that no bar is thrown away by them.
 */
export function keepSession(hours: MarketHours, bars: readonly Bar[]): readonly Bar[] {
  if (hours.id !== 'us-stocks') return bars;
  return bars.filter(({ time }) => {
    const { openMs, closeMs } = sessionOf(hours, tradingDateOf(hours, time));
    return time >= openMs && time < closeMs;
  });
}
