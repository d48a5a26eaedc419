import {
  DAY_MS,
  MARKET_HOURS,
  type MarketHours,
  type MarketHoursId,
  tradingDateOf,
  tradingDayUntil,
} from '@moneytrail/calendar';
import { createDayHistory, type DayHistory } from '../days/day-history.ts';
import { type PriceFile, shiftedRealDays } from '../days/real-days.ts';
import { nextSeededDay } from '../days/seeded-days.ts';
import type { OutrightInstrument } from './market-instrument.ts';

/** A traded asset, independent of the vendors that list it. */
type Underlying = {
  hours: MarketHoursId;
  /** The real series that it follows; otherwise its prices are generated from 2014 on. */
  file?: PriceFile;
  /** The mean of generated prices; a real series continues around its last close instead. */
  level: number;
  annualVolatility: number;
  /** Typical volume of a generated day; 0 for none. */
  dailyVolume: number;
  decimals: number;
  volumeDecimals: number;
  /** The probability that a minute has no trade. */
  quietShare?: number;
};

type Shape = Pick<Underlying, 'hours' | 'volumeDecimals'>;
const CRYPTO = { hours: 'crypto', volumeDecimals: 8 } satisfies Shape;
const STOCK = { hours: 'us-stocks', volumeDecimals: 0 } satisfies Shape;
const FOREX = { hours: 'forex', volumeDecimals: 0 } satisfies Shape;
const METAL = { hours: 'metals', volumeDecimals: 0 } satisfies Shape;

function seeded(
  shape: Shape,
  numbers: readonly [number, number, number, number],
  quietShare = 0,
): Underlying {
  const [level, annualVolatility, dailyVolume, decimals] = numbers;
  return { ...shape, level, annualVolatility, dailyVolume, decimals, quietShare };
}

/** All underlyings; generated ones by level, annual volatility, daily volume and decimals. */
export const UNDERLYINGS = {
  BTCUSD: { ...seeded(CRYPTO, [11_300, 0.6, 60_000, 2]), file: 'BTCUSD' },
  ETHUSD: seeded(CRYPTO, [380, 0.75, 90_000, 2]),
  LTCUSD: seeded(CRYPTO, [62, 0.7, 40_000, 3], 0.1),
  XRPUSD: seeded(CRYPTO, [0.52, 0.75, 9_000_000, 5], 0.05),
  SOLUSD: seeded(CRYPTO, [140, 0.85, 120_000, 2], 0.05),
  ADAUSD: seeded(CRYPTO, [0.44, 0.8, 2_500_000, 5], 0.2),
  DOTUSD: seeded(CRYPTO, [6.2, 0.8, 150_000, 4], 0.3),
  AVAXUSD: seeded(CRYPTO, [28, 0.85, 60_000, 3], 0.3),
  LINKUSD: seeded(CRYPTO, [14, 0.8, 90_000, 3], 0.3),
  DOGEUSD: seeded(CRYPTO, [0.12, 0.9, 12_000_000, 5], 0.1),
  UNIUSD: seeded(CRYPTO, [7.4, 0.85, 30_000, 4], 0.5),
  AAPL: { ...seeded(STOCK, [170, 0.24, 30_000_000, 2]), file: 'AAPL' },
  TSLA: { ...seeded(STOCK, [310, 0.4, 6_000_000, 2]), file: 'TSLA' },
  GOOGL: { ...seeded(STOCK, [1_050, 0.22, 1_500_000, 2]), file: 'GOOGL' },
  COKE: { ...seeded(STOCK, [215, 0.28, 40_000, 2], 0.35), file: 'COKE' },
  MSFT: seeded(STOCK, [86, 0.24, 24_000_000, 2]),
  SPY: seeded(STOCK, [267, 0.16, 80_000_000, 2]),
  'BRK-B': seeded(STOCK, [198, 0.18, 3_600_000, 2]),
  'NPN.JO': seeded({ ...STOCK, hours: 'xjse' }, [345_000, 0.3, 900_000, 0]),
  'SHOP.TO': seeded({ ...STOCK, hours: 'xtse' }, [127, 0.42, 1_400_000, 2]),
  EURUSD: { ...seeded(FOREX, [1.09, 0.075, 60_000, 5]), file: 'EURUSD' },
  GBPUSD: seeded(FOREX, [1.31, 0.09, 70_000, 5]),
  AUDUSD: seeded(FOREX, [0.73, 0.1, 50_000, 5]),
  USDJPY: seeded(FOREX, [115, 0.09, 80_000, 3]),
  USDZAR: seeded(FOREX, [15.2, 0.15, 40_000, 4]),
  XAUUSD: { ...seeded(METAL, [1_970, 0.15, 180_000, 2]), file: 'XAUUSD' },
  XAGUSD: seeded(METAL, [24.6, 0.28, 60_000, 3]),
  CLUSD: seeded(METAL, [74, 0.36, 300_000, 2]),
  VIX: { ...seeded(STOCK, [18, 1.1, 0, 2]), file: 'VIX' },
  GSPC: seeded(STOCK, [2_680, 0.16, 2_000_000_000, 2]),
} as const satisfies Record<string, Underlying>;
export type UnderlyingId = keyof typeof UNDERLYINGS;

/** The day before the first of every generated history. */
const BEFORE_SEEDED_HISTORY_MS = Date.UTC(2013, 11, 31);

/** A vendor's listing, with a share of the volume or fewer decimals. */
type Listing = { decimals?: number; volumeFactor?: number; volumeDecimals?: number };

/** The trading date of the last real row: the last trading day before the anchor's date. */
export function lastRealDayOf(hours: MarketHours, anchorMs: number): number {
  return tradingDayUntil(hours, tradingDateOf(hours, anchorMs) - DAY_MS);
}

function historyOf(
  id: UnderlyingId,
  underlying: Underlying,
  volumeFactor: number,
  anchorMs: number,
): DayHistory {
  const hours = MARKET_HOURS[underlying.hours];
  const { file, annualVolatility, dailyVolume } = underlying;
  const rows =
    file === undefined
      ? []
      : shiftedRealDays({ file, hours, volumeFactor }, lastRealDayOf(hours, anchorMs));
  const level = rows.at(-1)?.close ?? underlying.level;
  const process = { level, annualVolatility, dailyVolume: dailyVolume * volumeFactor };
  const start = { dayMs: BEFORE_SEEDED_HISTORY_MS, close: level };
  return createDayHistory({
    rows,
    next: (last) => nextSeededDay({ id, hours, process }, last ?? start),
  });
}

/**
 * An underlying as a vendor lists it. Its real rows end on the last trading day before the anchor; later days are
 * generated.
 */
export function outrightOf(
  id: UnderlyingId,
  listing: Listing,
  anchorMs: number,
): OutrightInstrument {
  const underlying: Underlying = UNDERLYINGS[id];
  const hours = MARKET_HOURS[underlying.hours];
  return {
    kind: 'outright',
    id,
    pathId: id,
    hours,
    scale: {
      decimals: listing.decimals ?? underlying.decimals,
      step: 1,
      volumeDecimals: listing.volumeDecimals ?? underlying.volumeDecimals,
    },
    shape: {
      quietShare: underlying.quietShare ?? 0,
      // A market that closes for the night trades most at the edges of its session.
      activity: hours.openMinute > 0 ? 'uShaped' : 'even',
    },
    history: historyOf(id, underlying, listing.volumeFactor ?? 1, anchorMs),
  };
}
