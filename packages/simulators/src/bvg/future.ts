import { DAY_MS, MARKET_HOURS, tradingDayFrom, tradingDayUntil } from '@moneytrail/calendar';
import { createDayHistory, type DayRow } from '../days/day-history.ts';
import type { OutrightInstrument } from '../market/market-instrument.ts';
import type { PriceScale } from '../market/price-scale.ts';
import { createRandom, hashText, mixSeed, normal } from '../paths/random.ts';
import type { Commodity } from './commodities.ts';
import { type ContractMonth, firstListedDayMs, lastTradingDayMs } from './contract-calendar.ts';
import type { Curve } from './curve.ts';

const HOURS = MARKET_HOURS.safex;
/** Rand and cents; prices move by 20 cents. */
export const SAFEX_SCALE: PriceScale = { decimals: 2, step: 20, volumeDecimals: 0 };

/**
 * No limit holds in the month of delivery; a price moved by so many of them there while the others stood at theirs
 * (R103 to R80, July 2012). More would tear the spreads apart that others trade within their limits.
 */
const DELIVERY_LIMITS = 1.3;

/** Volume by months to delivery, as a part of the busiest month's. */
function volumeShare(yearsAhead: number): number {
  if (yearsAhead <= 0) return 0.2;
  if (yearsAhead < 1 / 3) return 1;
  return yearsAhead < 7 / 12 ? 0.45 : 0.15;
}

function clamp(value: number, around: number, limit: number): number {
  return Math.max(around - limit, Math.min(around + limit, value));
}

/** `WMAZ-2026-07` */
export function futureCode(commodity: Commodity, { year, month }: ContractMonth): string {
  return `${commodity.code}-${year}-${String(month).padStart(2, '0')}`;
}

/** A futures contract with its life of about a year. Outside its delivery month the daily limit holds, there a wider one. */
export function futureOf(
  commodity: Commodity,
  contract: ContractMonth,
  curve: Curve,
): OutrightInstrument {
  const id = futureCode(commodity, contract);
  // Contracts of a commodity open, turn and close together: only so do their spreads stay narrow.
  const seed = hashText(commodity.pathId);
  const firstDayMs = tradingDayFrom(HOURS, firstListedDayMs(contract));
  const lastDayMs = lastTradingDayMs(contract);
  const deliveryMs = Date.UTC(contract.year, contract.month - 1, 1);
  const deviation = commodity.annualVolatility / Math.sqrt(252);

  const rowOf = (dayMs: number, before: number): DayRow => {
    const random = createRandom(mixSeed(seed, dayMs / DAY_MS));
    const limit = commodity.dailyLimit * (dayMs >= deliveryMs ? DELIVERY_LIMITS : 1);
    const within = (price: number) => clamp(price, before, limit);
    const close = within(curve(contract, dayMs));
    const open = within(before * Math.exp(normal(random) * deviation * 0.3));
    return {
      dayMs,
      open,
      close,
      high: within(Math.max(open, close) * Math.exp(Math.abs(normal(random)) * deviation * 0.4)),
      low: within(Math.min(open, close) * Math.exp(-Math.abs(normal(random)) * deviation * 0.4)),
      volume:
        commodity.dailyVolume *
        volumeShare((deliveryMs - dayMs) / (365 * DAY_MS)) *
        Math.exp(normal(random) * 0.4),
    };
  };

  return {
    kind: 'outright',
    id,
    pathId: commodity.pathId,
    hours: HOURS,
    scale: SAFEX_SCALE,
    shape: { quietShare: 0, activity: 'uShaped', sharesTurns: true },
    history: createDayHistory({
      rows: [],
      next: (last) => {
        const dayMs = last ? tradingDayFrom(HOURS, last.dayMs + DAY_MS) : firstDayMs;
        if (dayMs > lastDayMs) return null;
        return rowOf(dayMs, last?.close ?? curve(contract, tradingDayUntil(HOURS, dayMs - DAY_MS)));
      },
    }),
  };
}
