import type { Bar, InstrumentType } from '@moneytrail/contract';
import type { FeedInstrument } from '../feed.ts';
import { utcDayMs } from '../history/pages.ts';
import type { TiingoBar, TiingoCryptoMeta, TiingoDailyBar, TiingoSearchRow } from './wire.ts';

/** The vendor's three services; each has its own endpoints and stream. */
export type TiingoService = 'iex' | 'crypto' | 'fx';

/** The service that knows instruments of a type. */
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

/** A pair of two currencies of three letters; gold and silver trade at the metals' hours. */
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

/** A share or fund with an exchange's prices; a mutual fund has none during the day and is left out. */
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

export function barOfTiingo({ date, open, high, low, close, volume }: TiingoBar): Bar {
  return { time: Date.parse(date), open, high, low, close, volume: volume ?? null };
}

/**
 * Days as they compare over splits: what was traded before a split is divided by its factor, volume multiplied.
 * Rows must be ascending and reach to the newest day, for a later split concerns every day before it. Dividends are
 * not taken out. The time is the trading date, whatever zone the row writes beside it.
 */
export function barsOfTiingoDays(rows: readonly TiingoDailyBar[]): Bar[] {
  const bars: Bar[] = [];
  let factor = 1;
  for (const row of rows.toReversed()) {
    const { date, open, high, low, close, volume, splitFactor } = row;
    bars.push({
      time: utcDayMs(Date.parse(`${date.slice(0, 10)}T00:00:00Z`)),
      open: open / factor,
      high: high / factor,
      low: low / factor,
      close: close / factor,
      volume: volume === null || volume === undefined ? null : volume * factor,
    });
    factor *= splitFactor ?? 1;
  }
  return bars.reverse();
}
