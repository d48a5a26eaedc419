import {
  DAY_MS,
  MARKET_HOURS,
  type MarketHours,
  tradingDateOf,
  tradingDayUntil,
} from '@moneytrail/calendar';
import { createDayHistory, type DayHistory } from '../days/day-history.ts';
import { shiftedRealDays } from '../days/real-days.ts';
import { nextSeededDay } from '../days/seeded-days.ts';
import type { OutrightInstrument } from './market-instrument.ts';
import { UNDERLYINGS, type Underlying, type UnderlyingId } from './underlyings.ts';

/** The day before the first of every seeded history. */
const BEFORE_SEEDED_HISTORY_MS = Date.UTC(2013, 11, 31);

/** A vendor that sees a part of an underlying's volume, or prints fewer decimals. */
export type Listing = { decimals?: number; volumeFactor?: number; volumeDecimals?: number };

/** The trading date that the last real row falls on: the last trading day before the anchor's own date. */
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
 * An underlying as a vendor lists it. Its real rows end on the last trading day before the anchor;
 * from the anchor's date on it is seeded.
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
