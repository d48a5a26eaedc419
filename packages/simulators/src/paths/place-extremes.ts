import type { Random } from './random.ts';

/** The minutes in which a day's high and low are made. */
export type Extremes = { high: number; low: number };

/** A day's prices in any unit. */
export type Outline = { open: number; high: number; low: number; close: number };

const CANDIDATES = 16;
/** Steepness that is taken at once; 1 is a move as wide as the day's range in the whole of the day's time. */
const GENTLE = 4;

/** The steepest of the moves open, first extreme, second extreme, close: their squared width for the time they have. */
function steepnessOf(day: Outline, { high, low }: Extremes, count: number): number {
  const range = day.high - day.low || 1;
  const points = [
    { at: 0, price: day.open },
    { at: high === 0 && day.open === day.high ? 0 : high + 1, price: day.high },
    { at: low === 0 && day.open === day.low ? 0 : low + 1, price: day.low },
  ].toSorted((one, other) => one.at - other.at);
  let steepest = 0;
  let from = { at: 0, price: day.open };
  for (const to of [...points, { at: count, price: day.close }]) {
    const width = (to.price - from.price) / range;
    const time = (to.at - from.at) / count;
    if (width !== 0) steepest = Math.max(steepest, time > 0 ? width ** 2 / time : Infinity);
    from = to;
  }
  return steepest;
}

/**
 * Where a day's extremes are made: at random, but with time enough between them, the open and the close,
 * so that no minute has to leap. Distinct where the session has room for two.
 * Draws the same count of numbers for every day: days that differ little have paths that differ little.
 */
export function placeExtremes(day: Outline, count: number, random: Random): Extremes {
  let best: Extremes = { high: 0, low: count > 1 ? 1 : 0 };
  let gentlest = Infinity;
  for (let tried = 0; tried < CANDIDATES; tried += 1) {
    const [highDraw, lowDraw] = [random(), random()];
    if (gentlest <= GENTLE) continue;
    const high = day.open === day.high ? 0 : Math.floor(highDraw * count);
    const low = day.open === day.low ? 0 : Math.floor(lowDraw * count);
    if (high === low && count > 1) continue;
    const steepness = steepnessOf(day, { high, low }, count);
    if (steepness < gentlest) {
      best = { high, low };
      gentlest = steepness;
    }
  }
  return best;
}

/** Part of the session that lies at least before, between and after extremes that several instruments make together. */
const SHARED_ROOM = 1 / 8;

/**
 * Where instruments that move together make their extremes: in the same minutes, however their days differ, so that
 * the difference between two of them does not swing by a day's whole range. There is time before, between and after
 * for any of them to go from one extreme to the other. Draws the same count of numbers for every day.
 */
export function placeSharedExtremes(count: number, random: Random): Extremes {
  const room = Math.floor(count * SHARED_ROOM);
  const free = Math.max(1, count - 3 * room);
  const one = Math.floor(random() * free);
  const other = Math.floor(random() * free);
  const last = count - 1;
  const first = Math.min(last, room + Math.min(one, other));
  const second = Math.min(last, Math.max(first + 1, 2 * room + Math.max(one, other)));
  return random() < 0.5 ? { high: first, low: second } : { high: second, low: first };
}
