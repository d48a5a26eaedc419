import type { Bar } from '../index.ts';

/**
 * The liquidity spread of one window in basis points, as the estimator is published: return by return, mean by mean.
 */
export function naiveSpread(bars: readonly Bar[]): number {
  return 10_000 * Math.max(0, naiveSignedSpread(bars));
}

/** The EDGE estimate of one window as a signed fraction of price; NaN if undefined. */
export function naiveSignedSpread(bars: readonly Bar[]): number {
  if (bars.some(({ open, high, low, close }) => !(Math.min(open, high, low, close) > 0))) {
    return Number.NaN;
  }
  const pairs = bars.slice(1).map((bar, index) => pairOf(bars[index] ?? bar, bar));
  const over = (value: (pair: Pair) => number) =>
    pairs.reduce((total, pair) => total + value(pair), 0) / pairs.length;
  const pMoving = over(({ moving }) => moving);
  const pOpen = over(({ moving, openHigh, openLow }) => moving * (openHigh + openLow));
  const pClose = over(({ moving, closeHigh, closeLow }) => moving * (closeHigh + closeLow));
  if (pMoving * pairs.length < 1.5 || pOpen === 0 || pClose === 0) return Number.NaN;
  const drift1 = over(({ r1 }) => r1) / pMoving;
  const drift3 = over(({ r3 }) => r3) / pMoving;
  const drift5 = over(({ r5 }) => r5) / pMoving;
  const estimates = pairs.map(({ moving, r1, r2, r3, r4, r5 }) => {
    const d1 = r1 - moving * drift1;
    const d3 = r3 - moving * drift3;
    const d5 = r5 - moving * drift5;
    return {
      x1: (-4 / pOpen) * d1 * r2 + (-4 / pClose) * d3 * r4,
      x2: (-4 / pOpen) * d1 * r5 + (-4 / pClose) * d5 * r4,
    };
  });
  const [e1, v1] = meanAndVariance(estimates.map(({ x1 }) => x1));
  const [e2, v2] = meanAndVariance(estimates.map(({ x2 }) => x2));
  const squared = v1 + v2 > 0 ? (v2 * e1 + v1 * e2) / (v1 + v2) : (e1 + e2) / 2;
  return Math.sign(squared) * Math.sqrt(Math.abs(squared));
}

type Pair = ReturnType<typeof pairOf>;

function pairOf(older: Bar, newer: Bar) {
  const o = Math.log(newer.open);
  const h = Math.log(newer.high);
  const l = Math.log(newer.low);
  const h1 = Math.log(older.high);
  const l1 = Math.log(older.low);
  const c1 = Math.log(older.close);
  const m = (h + l) / 2;
  const m1 = (h1 + l1) / 2;
  return {
    r1: m - o,
    r2: o - m1,
    r3: m - c1,
    r4: c1 - m1,
    r5: o - c1,
    moving: newer.high !== newer.low || newer.low !== older.close ? 1 : 0,
    openHigh: newer.open !== newer.high ? 1 : 0,
    openLow: newer.open !== newer.low ? 1 : 0,
    closeHigh: older.close !== older.high ? 1 : 0,
    closeLow: older.close !== older.low ? 1 : 0,
  };
}

function meanAndVariance(values: readonly number[]): [number, number] {
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  const squares = values.reduce((total, value) => total + value * value, 0) / values.length;
  return [mean, Math.max(0, squares - mean * mean)];
}
