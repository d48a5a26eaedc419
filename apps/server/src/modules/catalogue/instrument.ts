import {
  type ImportedResolution,
  MARKET_HOURS,
  type MarketHours,
  type MarketHoursId,
  RESOLUTIONS,
  type Resolution,
  resolutionMinutes,
  storedSourceOf,
  tradingDateOf,
} from '@moneytrail/calendar';
import type { ExchangeName, ImportAccess, InstrumentType } from '@moneytrail/contract';
import { safexWords } from './safex-words.ts';

export type Instrument = {
  id: number;
  exchange: ExchangeName;
  /** Upper case; pairs without a slash. */
  code: string;
  base: string | null;
  quote: string | null;
  description: string;
  listedExchange: { name: string; value: string };
  type: InstrumentType;
  hours: MarketHours;
  /** 10 to the number of displayed decimals. */
  priceScale: number;
  /** Spreads and splits are differences: they may trade below zero. */
  mayBeNegative: boolean;
  isEnabled: boolean;
  /** Contract life as `YYYY-MM-DD`, both inclusive. */
  startDate: string | null;
  endDate: string | null;
  /** The access rule of an instrument made from files; null for a vendor's. */
  importAccess: ImportAccess | null;
  /** The finest bars that files have brought; null for a vendor's. */
  finestResolution: ImportedResolution | null;
  /** `EXCHANGE:CODE`, for crypto pairs `EXCHANGE:BASE/QUOTE`. */
  ticker: string;
};

/** An instrument that is not stored yet. */
export type NewInstrument = {
  exchange: ExchangeName;
  code: string;
  base?: string;
  quote?: string;
  description: string;
  listedExchange: { name: string; value: string };
  type: InstrumentType;
  marketHours: MarketHoursId;
  priceScale?: number;
  startDate?: string;
  endDate?: string;
  /** Present for an instrument made from files. */
  imported?: { access: ImportAccess; finestResolution: ImportedResolution };
};

export type InstrumentRow = Omit<
  Instrument,
  'listedExchange' | 'hours' | 'mayBeNegative' | 'ticker'
> & {
  listedName: string;
  listedValue: string;
  marketHours: MarketHoursId;
};

function tickerOf({ exchange, code, type, base, quote }: InstrumentRow): string {
  const isPair = type === 'crypto' && base !== null && quote !== null;
  return `${exchange}:${isPair ? `${base}/${quote}` : code}`;
}

export function instrumentOf(row: InstrumentRow): Instrument {
  const { listedName, listedValue, marketHours, ...rest } = row;
  const words = row.exchange === 'BVG' ? safexWords(row.code) : null;
  return {
    ...rest,
    description: words ?? row.description,
    listedExchange: { name: listedName, value: listedValue },
    hours: MARKET_HOURS[marketHours],
    mayBeNegative: row.type === 'spread' || row.type === 'split',
    ticker: tickerOf(row),
  };
}

/** Whether the last trading day of a contract is over; false for other instruments. */
export function hasEnded(
  { hours, endDate }: Pick<Instrument, 'hours' | 'endDate'>,
  nowMs: number,
): boolean {
  return endDate !== null && tradingDateOf(hours, nowMs) > Date.parse(endDate);
}

/** Safex trades three hours a day, so these would equal the day. */
const LONGER_THAN_SAFEX: readonly Resolution[] = ['180', '240'];

/** The resolutions of an instrument's charts; those finer than its files cannot be shown. */
export function supportedResolutions({
  hours,
  finestResolution,
}: Pick<Instrument, 'hours' | 'finestResolution'>): Resolution[] {
  const finest = finestResolution ?? '1';
  return RESOLUTIONS.filter(
    (resolution) =>
      resolutionMinutes(resolution) >= resolutionMinutes(finest) &&
      resolutionMinutes(storedSourceOf(resolution)) >= resolutionMinutes(storedSourceOf(finest)) &&
      (hours.id !== 'safex' || !LONGER_THAN_SAFEX.includes(resolution)),
  );
}
