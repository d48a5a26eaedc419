import { MINUTE_MS, type Resolution, SECOND_MS, type Span } from '@moneytrail/calendar';
import { type ExchangeName, MAX_HISTORY_LIMIT } from '@moneytrail/contract';

/** An instrument in a resolution, as data requests name it. */
export type BarsAddress = { e: ExchangeName; fsym: string; resolution: Resolution };

/** The query of one page of a span. Seconds cover every bar: times of bars are whole seconds. */
export function historyQuery(address: BarsAddress, { fromMs, toMs }: Span) {
  return {
    ...address,
    fromTs: Math.max(0, Math.ceil(fromMs / SECOND_MS)),
    toTs: Math.ceil(toMs / SECOND_MS),
    limit: MAX_HISTORY_LIMIT,
    countBack: -1,
  };
}

/** The whole minute after a moment, which makes the requests of many browsers equal. */
export function nextMinute(timeMs: number): number {
  return (Math.floor(timeMs / MINUTE_MS) + 1) * MINUTE_MS;
}
