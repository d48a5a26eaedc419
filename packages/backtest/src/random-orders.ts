import { seededRandom, valueAt } from '@moneytrail/indicators';
import { gainOf, type TimedTrade } from './figures.ts';

const ORDERS = 999;
/** One of twenty orders falls further. */
const SHARE = 0.95;
const SEED = 2;

/** The change of the whole equity by the trades of each time of exit, as a factor. */
function factorsOf(timed: readonly TimedTrade[], instruments: number): Float64Array {
  const changes: number[] = [];
  let before = Number.NaN;
  for (const { trade, exitTime } of timed) {
    const change = gainOf(trade) / 100 / instruments;
    if (exitTime === before) changes.push((changes.pop() ?? 0) + change);
    else changes.push(change);
    before = exitTime;
  }
  return Float64Array.from(changes, (change) => Math.max(0, 1 + change));
}

/**
 * The largest fall of the equity, in percent, that one of twenty random orders of the trades exceeds. Trades that end at
 * the same time stay together. `timed` is in the order of exits.
 */
export function worstDrawdownOf(timed: readonly TimedTrade[], instruments: number): number {
  const factors = factorsOf(timed, instruments);
  const random = seededRandom(SEED);
  const falls = new Float64Array(ORDERS);
  for (let order = 0; order < ORDERS; order += 1) {
    let [equity, peak, deepest] = [1, 1, 0];
    // The shuffle of Fisher and Yates: each place gets one of those that are left.
    for (let place = factors.length - 1; place >= 0; place -= 1) {
      const from = Math.floor(random() * (place + 1));
      const factor = Number(factors[from]);
      factors[from] = Number(factors[place]);
      factors[place] = factor;
      equity *= factor;
      if (equity > peak) peak = equity;
      else if (peak - equity > deepest * peak) deepest = (peak - equity) / peak;
    }
    falls[order] = 100 * deepest;
  }
  return valueAt(falls.sort(), Math.ceil(SHARE * ORDERS) - 1);
}
