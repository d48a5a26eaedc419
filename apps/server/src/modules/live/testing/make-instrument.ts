import { MARKET_HOURS } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';

/** An enabled instrument: bitcoin at FMP with `changes`. */
export function makeInstrument(changes: Partial<Instrument> = {}): Instrument {
  const exchange = changes.exchange ?? 'FMP';
  const code = changes.code ?? 'BTCUSD';
  return {
    id: 1,
    exchange,
    code,
    base: null,
    quote: null,
    description: code,
    listedExchange: { name: '', value: '' },
    type: 'crypto',
    hours: MARKET_HOURS.crypto,
    priceScale: 100,
    mayBeNegative: false,
    isEnabled: true,
    startDate: null,
    endDate: null,
    importAccess: null,
    finestResolution: null,
    ticker: `${exchange}:${code}`,
    ...changes,
  };
}
