import {
  barTimeOf,
  isDateResolution,
  type MarketHours,
  MINUTE_MS,
  type Resolution,
  SECOND_MS,
  type Span,
} from '@moneytrail/calendar';
import { type ExchangeName, MAX_HISTORY_LIMIT } from '@moneytrail/contract';

/** An instrument in a resolution, as data calls name it. */
export type BarsAddress = { e: ExchangeName; fsym: string; resolution: Resolution };

/** The query of one page of a span, whose seconds hold every bar of it: times of bars are whole seconds. */
export function historyQuery(address: BarsAddress, { fromMs, toMs }: Span) {
  return {
    ...address,
    fromTs: Math.max(0, Math.ceil(fromMs / SECOND_MS)),
    toTs: Math.ceil(toMs / SECOND_MS),
    limit: MAX_HISTORY_LIMIT,
    countBack: -1,
  };
}

/** The whole minute after a moment, so that equal requests of many browsers are equal. */
export function nextMinute(timeMs: number): number {
  return (Math.floor(timeMs / MINUTE_MS) + 1) * MINUTE_MS;
}

/** A whole minute after every bar there is. */
export function endOfNow(hours: MarketHours, resolution: Resolution, nowMs: number): number {
  const formingMs = barTimeOf(hours, resolution, nowMs);
  // A session that opens in the evening belongs to the next date, whose bar lies ahead of the moment.
  return nextMinute(isDateResolution(resolution) ? Math.max(formingMs, nowMs) : nowMs);
}
