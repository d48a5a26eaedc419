import type { StepBar } from '@moneytrail/indicators';

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
export const mean = (values: readonly number[]) => sum(values) / values.length;
export const at = (values: readonly number[], index: number) => values[index] ?? Number.NaN;

/** A function of the last values, NaN before there are enough. */
export function over(
  values: readonly number[],
  length: number,
  of: (window: readonly number[]) => number,
): number[] {
  return values.map((_, index) =>
    index + 1 < length ? Number.NaN : of(values.slice(index + 1 - length, index + 1)),
  );
}

/** Averages that give the newest value a weight; they start at the first one. */
function smoothed(values: readonly number[], weight: number): number[] {
  const result: number[] = [];
  for (const value of values) {
    result.push(weight * value + (1 - weight) * (result.at(-1) ?? value));
  }
  return result;
}
export const ema = (values: readonly number[], length: number) =>
  smoothed(values, 2 / (length + 1));
export const minus = (a: readonly number[], b: readonly number[]) =>
  a.map((one, i) => one - at(b, i));

/** Wilder's average, which starts as a simple one. */
export function wilder(values: readonly number[], length: number): number[] {
  const start = mean(values.slice(0, length));
  const rest = smoothed([start, ...values.slice(length)], 1 / length);
  return [...Array(length - 1).fill(Number.NaN), ...rest];
}

export const closes = (bars: readonly StepBar[]) => bars.map(({ close }) => close);
export const volumes = (bars: readonly StepBar[]) => bars.map(({ volume }) => volume);
export const middles = (bars: readonly StepBar[]) => bars.map(({ high, low }) => (high + low) / 2);

export function trueRanges(bars: readonly StepBar[]): number[] {
  return bars.map(({ high, low }, index) => {
    const last = bars[index - 1]?.close ?? low;
    return Math.max(high, index === 0 ? high : last) - Math.min(low, last);
  });
}

/** A value at each bar from the bar and the one before; NaN at the first. */
export function pairs(
  bars: readonly StepBar[],
  of: (bar: StepBar, last: StepBar) => number,
): number[] {
  return bars.map((bar, index) => {
    const last = bars[index - 1];
    return last ? of(bar, last) : Number.NaN;
  });
}

export const changeOver = (values: readonly number[], length: number) =>
  values.map((value, index) => 100 * (value / at(values, index - length) - 1));

export function deviation(window: readonly number[]): number {
  const middle = mean(window);
  return Math.sqrt(mean(window.map((value) => (value - middle) ** 2)));
}

export function weighted(window: readonly number[]): number {
  return sum(window.map((value, index) => value * (index + 1))) / sum(window.map((_, i) => i + 1));
}

/** The sums of one series in proportion to those of another. */
export function ratio(a: readonly number[], b: readonly number[], length: number): number[] {
  const below = over(b, length, sum);
  return over(a, length, sum).map((value, index) => value / at(below, index));
}
