import { DAY_MS, MARKET_HOURS, tradingDayFrom } from '@moneytrail/calendar';
import { createDayHistory } from '../days/day-history.ts';
import type { OutrightInstrument } from '../market/market-instrument.ts';
import { createRandom, hashText, mixSeed, normal } from '../paths/random.ts';
import type { Commodity } from './commodities.ts';
import { lastTradingDayMs, MAIN_MONTHS } from './contract-calendar.ts';
import type { Curve } from './curve.ts';
import { SAFEX_SCALE } from './future.ts';

const HOURS = MARKET_HOURS.safex;
const PREMIUM_DEVIATION = 6;
const PREMIUM_REVERSION = 0.05;

/** A place where grain is delivered, and what its distance from Randfontein costs in rand a ton. */
export type Silo = { place: string; differential: number };

export const SILOS: readonly Silo[] = [
  { place: 'RANDFONTEIN', differential: 0 },
  { place: 'BOTHAVILLE', differential: 165 },
  { place: 'MALMESBURY', differential: 415 },
];

/** When the silos' prices begin. */
export const SILO_BEGINS_MS = Date.UTC(2025, 0, 1);

function spotMonth(dayMs: number): { year: number; month: number } {
  const year = new Date(dayMs).getUTCFullYear();
  const month = MAIN_MONTHS.find(
    (candidate) => lastTradingDayMs({ year, month: candidate }) >= dayMs,
  );
  return month === undefined ? { year: year + 1, month: MAIN_MONTHS[0] ?? 3 } : { year, month };
}

/** A silo's price: the spot month less the differential, with a slow premium. One price a day. */
export function siloOf(commodity: Commodity, silo: Silo, curve: Curve): OutrightInstrument {
  const id = `SILO-${commodity.code}-${silo.place}`;
  const seed = hashText(id);
  let premium = 0;
  return {
    kind: 'outright',
    id,
    pathId: id,
    hours: HOURS,
    scale: SAFEX_SCALE,
    shape: { quietShare: 0, activity: 'even' },
    history: createDayHistory({
      rows: [],
      next: (last) => {
        const dayMs = tradingDayFrom(HOURS, last ? last.dayMs + DAY_MS : SILO_BEGINS_MS);
        const shock = normal(createRandom(mixSeed(seed, dayMs / DAY_MS)));
        premium += shock * PREMIUM_DEVIATION - premium * PREMIUM_REVERSION;
        const price = curve(spotMonth(dayMs), dayMs) - silo.differential + premium;
        return { dayMs, open: price, high: price, low: price, close: price, volume: 0 };
      },
    }),
  };
}
