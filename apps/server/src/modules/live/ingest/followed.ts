import { tradingDateOf } from '@moneytrail/calendar';
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
