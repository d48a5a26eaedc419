import type { InstrumentRef } from '../feed.ts';

/** Instruments used in tests of several feeds. */
export const BTCUSD: InstrumentRef = { code: 'BTCUSD', type: 'crypto', marketHours: 'crypto' };
export const EURUSD: InstrumentRef = { code: 'EURUSD', type: 'forex', marketHours: 'forex' };
export const AAPL: InstrumentRef = { code: 'AAPL', type: 'stock', marketHours: 'us-stocks' };
export const GOOGL: InstrumentRef = { code: 'GOOGL', type: 'stock', marketHours: 'us-stocks' };
export const MAIZE: InstrumentRef = {
  code: 'WMAZ-2026-12',
  type: 'futures',
  marketHours: 'safex',
};
