import {
  MARKET_HOURS,
  type MarketHours,
  type MarketHoursId,
  RESOLUTIONS,
  type Resolution,
  tradingDateOf,
} from '@moneytrail/calendar';
import type { ExchangeName, InstrumentType } from '@moneytrail/contract';
import { safexWords } from './safex-words.ts';

/** An instrument of a feed, as every module knows it. */
export type Instrument = {
  id: number;
  exchange: ExchangeName;
  /** Upper case, without a slash where it is a pair. */
  code: string;
  base: string | null;
  quote: string | null;
  description: string;
  listedExchange: { name: string; value: string };
  type: InstrumentType;
  hours: MarketHours;
  /** 10 to the number of decimals that prices are shown with. */
  priceScale: number;
  /** Spreads and splits are differences: they may trade below zero. */
  mayBeNegative: boolean;
  isEnabled: boolean;
  /** Contract life as `YYYY-MM-DD`, both inclusive. */
  startDate: string | null;
  endDate: string | null;
  /** `EXCHANGE:CODE`, for crypto pairs `EXCHANGE:BASE/QUOTE`. */
  ticker: string;
};

/** What is known of an instrument before it is stored. */
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
};

/** The stored form of an instrument, columns under their own names. */
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

/** An instrument from what is stored of it. */
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

/** Whether the last trading day of a contract is over at a moment; never of an instrument without an end. */
export function hasEnded(
  { hours, endDate }: Pick<Instrument, 'hours' | 'endDate'>,
  nowMs: number,
): boolean {
  return endDate !== null && tradingDateOf(hours, nowMs) > Date.parse(endDate);
}

/** Safex trades three hours a day: its 180 and 240 minutes would repeat the day. */
const LONGER_THAN_SAFEX: readonly Resolution[] = ['180', '240'];

/** The resolutions a chart offers for an instrument. */
export function supportedResolutions({ hours }: Pick<Instrument, 'hours'>): Resolution[] {
  if (hours.id !== 'safex') return [...RESOLUTIONS];
  return RESOLUTIONS.filter((resolution) => !LONGER_THAN_SAFEX.includes(resolution));
}
