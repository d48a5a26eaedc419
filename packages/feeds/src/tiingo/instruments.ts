import type { InstrumentType } from '@moneytrail/contract';
import type { FeedInstrument } from '../feed.ts';
import type { TiingoCryptoMeta, TiingoSearchRow } from './wire.ts';

/** The vendor's services; each has its own endpoints and stream. */
export type TiingoService = 'iex' | 'crypto' | 'fx';

export function tiingoServiceOf(type: InstrumentType): TiingoService {
  if (type === 'crypto') return 'crypto';
  return type === 'forex' || type === 'commodity' ? 'fx' : 'iex';
}

export function instrumentOfCryptoMeta(row: TiingoCryptoMeta): FeedInstrument {
  const code = row.ticker.toUpperCase();
  const base = row.baseCurrency?.toUpperCase();
  const quote = row.quoteCurrency?.toUpperCase();
  return {
    code,
    description: row.name ?? (base && quote ? `${base} / ${quote}` : code),
    type: 'crypto',
    marketHours: 'crypto',
    listedExchange: { name: 'Crypto', value: 'CRYPTO' },
    ...(base && quote ? { base, quote } : {}),
  };
}

/** A pair of two three-letter codes; gold and silver have the hours of metals. */
export function instrumentOfFxPair(code: string): FeedInstrument {
  const base = code.slice(0, 3);
  const quote = code.slice(3);
  const isMetal = base === 'XAU' || base === 'XAG';
  return {
    code,
    description: `${base} / ${quote}`,
    type: isMetal ? 'commodity' : 'forex',
    marketHours: isMetal ? 'metals' : 'forex',
    listedExchange: { name: 'Forex', value: 'FOREX' },
    base,
    quote,
  };
}

/** A US share or ETF; null for others, such as mutual funds, which have no prices during the day. */
export function instrumentOfSearchRow(row: TiingoSearchRow): FeedInstrument | null {
  if (row.isActive === false || row.countryCode !== 'US') return null;
  if (row.assetType !== 'Stock' && row.assetType !== 'ETF') return null;
  const code = row.ticker.toUpperCase();
  return {
    code,
    description: row.name ?? code,
    type: 'stock',
    marketHours: 'us-stocks',
    listedExchange: { name: 'US', value: 'US' },
  };
}

/** The vendor publishes no list of currency pairs: majors, crosses, the rand, and metals, which it quotes likewise. */
export const TIINGO_FX_PAIRS = [
  'EURUSD',
  'GBPUSD',
  'AUDUSD',
  'NZDUSD',
  'USDJPY',
  'USDCHF',
  'USDCAD',
  'EURGBP',
  'EURJPY',
  'EURCHF',
  'EURAUD',
  'EURCAD',
  'EURNZD',
  'GBPJPY',
  'GBPCHF',
  'GBPAUD',
  'GBPCAD',
  'AUDJPY',
  'AUDNZD',
  'AUDCAD',
  'NZDJPY',
  'CADJPY',
  'CHFJPY',
  'USDZAR',
  'EURZAR',
  'GBPZAR',
  'USDMXN',
  'USDTRY',
  'USDNOK',
  'USDSEK',
  'USDPLN',
  'USDHUF',
  'USDSGD',
  'USDHKD',
  'USDCNH',
  'XAUUSD',
  'XAGUSD',
] as const;
