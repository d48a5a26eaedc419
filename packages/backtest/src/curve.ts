import { MOST_EQUITY_POINTS } from '@moneytrail/contract';
import { placeOf, valueAt } from '@moneytrail/indicators';
import type { SeriesTest } from './test-series.ts';

/** An equity at ascending times, 1 at the first one. */
export type Curve = { readonly time: Float64Array; readonly equity: Float64Array };

/** The ascending times of all tests, each once. */
function unionOf(tests: readonly SeriesTest[]): Float64Array {
  const all = new Float64Array(tests.reduce((sum, { time }) => sum + time.length, 0));
  let filled = 0;
  for (const { time } of tests) {
    all.set(time, filled);
    filled += time.length;
  }
  all.sort();
  let count = 0;
  for (const time of all) {
    if (count > 0 && time === all[count - 1]) continue;
    all[count] = time;
    count += 1;
  }
  return all.slice(0, count);
}

/**
 * The mean equity of all tests at each of their times: each has an equal part of the capital, which waits until its first
 * bar and stays as it is after its last one.
 */
export function meanCurve(tests: readonly SeriesTest[]): Curve {
  const time = unionOf(tests);
  const equity = new Float64Array(time.length);
  for (const test of tests) {
    let [place, known] = [0, 1];
    for (const [index, at] of test.time.entries()) {
      // Most bars follow the one before at the next time of all.
      place = time[place] === at ? place : placeOf(time, at, place);
      const next = valueAt(test.equity, index);
      equity[place] = valueAt(equity, place) + (next - known);
      known = next;
      place += 1;
    }
  }
  let sum = tests.length;
  for (let place = 0; place < equity.length; place += 1) {
    sum += valueAt(equity, place);
    equity[place] = Math.max(0, sum / tests.length);
  }
  return { time, equity };
}

/** The fall from the last peak at each point, in percent. */
export function drawdowns(equity: Float64Array): Float64Array {
  let peak = 0;
  return equity.map((value) => {
    peak = Math.max(peak, value);
    return peak > 0 ? (100 * (peak - value)) / peak : 0;
  });
}

const indexOfMost = (values: Float64Array, from: number, until: number): number => {
  let most = from;
  for (let index = from; index < until; index += 1) {
    if (valueAt(values, index) > valueAt(values, most)) most = index;
  }
  return most;
};

/** The places of a curve that a picture of it needs: the ends, the largest fall, and peak and trough of each stretch. */
function chosenPlaces({ equity }: Curve, falls: Float64Array): number[] {
  const { length } = equity;
  if (length <= MOST_EQUITY_POINTS) return Array.from(equity.keys());
  const negative = equity.map((value) => -value);
  const deepest = indexOfMost(falls, 0, length);
  const places = new Set([0, length - 1, deepest, indexOfMost(equity, 0, deepest + 1)]);
  const stretches = (MOST_EQUITY_POINTS - places.size) >> 1;
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = Math.floor((stretch * length) / stretches);
    const until = Math.floor(((stretch + 1) * length) / stretches);
    places.add(indexOfMost(equity, from, until)).add(indexOfMost(negative, from, until));
  }
  return [...places].sort((a, b) => a - b);
}

/** At most 500 points of a curve, 100 at the start. */
export function pointsOf(
  curve: Curve,
): { time: number; equity: number; drawdownPercent: number }[] {
  const falls = drawdowns(curve.equity);
  return chosenPlaces(curve, falls).map((place) => ({
    time: valueAt(curve.time, place),
    equity: 100 * valueAt(curve.equity, place),
    drawdownPercent: valueAt(falls, place),
  }));
}
