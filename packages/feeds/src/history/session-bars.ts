import {
  barTimeOf,
  type MarketHours,
  type Resolution,
  sessionOf,
  tradingDateOf,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';

/** Builds coarser intraday bars from finer ones, which must be ascending; buckets count from the session's open. */
export function aggregateBars(hours: MarketHours, to: Resolution, bars: readonly Bar[]): Bar[] {
  const built: Bar[] = [];
  for (const bar of bars) {
    const time = barTimeOf(hours, to, bar.time);
    const last = built.at(-1);
    if (last?.time !== time) {
      built.push({ ...bar, time });
      continue;
    }
    last.high = Math.max(last.high, bar.high);
    last.low = Math.min(last.low, bar.low);
    last.close = bar.close;
    if (bar.volume !== null) last.volume = (last.volume ?? 0) + bar.volume;
  }
  return built;
}

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
