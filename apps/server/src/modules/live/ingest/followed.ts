import { type StoredResolution, tradingDateOf } from '@moneytrail/calendar';
import type { ExchangeName } from '@moneytrail/contract';
import type { Catalogue, Instrument } from '../../catalogue/index.ts';

/** The instruments of a feed whose live prices are wanted: enabled ones, contracts only while they live. */
export function followedInstruments(
  catalogue: Pick<Catalogue, 'enabled'>,
  exchange: ExchangeName,
  nowMs: number,
): Instrument[] {
  return catalogue.enabled(exchange).filter(({ hours, endDate }) => {
    return endDate === null || tradingDateOf(hours, nowMs) <= Date.parse(endDate);
  });
}

/** With more instruments the minutes of those nobody looks at are read when somebody does. */
const MOST_MINUTE_INSTRUMENTS = 50;

/** Whether a closed bar of a resolution is read as soon as it ends, for one of so many instruments that are followed. */
export function isKeptUp(
  resolution: StoredResolution,
  followedCount: number,
  isWatched: boolean,
): boolean {
  return resolution !== '1' || followedCount <= MOST_MINUTE_INSTRUMENTS || isWatched;
}
