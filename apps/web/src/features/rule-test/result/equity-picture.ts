import type { RuleResult } from '@moneytrail/contract';

type Points = RuleResult['equity'];

/** A curve that has multiplied by this much is drawn on a logarithmic scale. */
const LOGARITHMIC_FROM = 4;
/** Room above and below the curve, percent of the height. */
const EDGE = 6;
const MOST_TICKS = 5;

/** The curve and its drawdown in a square of 100 by 100, from the top left. */
export type EquityPicture = {
  /** Points of an SVG line. */
  equity: string;
  /** Points of an SVG area below its top. */
  drawdown: string;
  mostDrawdown: number;
  ticks: readonly { value: number; y: number }[];
  xOf: (time: number) => number;
  yOf: (equity: number) => number;
  /** The place of the point that is nearest to an x. */
  placeOf: (x: number) => number;
};

export function drawEquity(points: Points): EquityPicture {
  const times = points.map(({ time }) => time);
  const [first = 0, last = 1] = [times[0], times.at(-1)];
  const values = points.map(({ equity }) => equity);
  const [low, high] = [Math.min(100, ...values), Math.max(100, ...values)];
  const isLogarithmic = low > 0 && high / low >= LOGARITHMIC_FROM;
  const scale = isLogarithmic ? Math.log : Number;
  const [bottom, top] = [scale(low), scale(high)];
  const xOf = (time: number) => (100 * (time - first)) / (last - first || 1);
  const yOf = (value: number) =>
    100 - EDGE - ((100 - 2 * EDGE) * (scale(value) - bottom)) / (top - bottom || 1);
  const mostDrawdown = Math.max(...points.map((point) => point.drawdownPercent));
  const depth = ({ drawdownPercent }: Points[number]) =>
    (100 * drawdownPercent) / (mostDrawdown || 1);
  const at = (x: number, y: number) => `${x.toFixed(3)},${y.toFixed(3)}`;
  return {
    equity: points.map(({ time, equity }) => at(xOf(time), yOf(equity))).join(' '),
    drawdown: [
      at(0, 0),
      ...points.map((point) => at(xOf(point.time), depth(point))),
      at(100, 0),
    ].join(' '),
    mostDrawdown,
    ticks: ticksIn(low, high, isLogarithmic).map((value) => ({ value, y: yOf(value) })),
    xOf,
    yOf,
    placeOf: (x) => nearest(times, first + (x * (last - first)) / 100),
  };
}

function nearest(times: readonly number[], time: number): number {
  let [from, to] = [0, times.length - 1];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? 0) <= time) from = middle;
    else to = middle;
  }
  return time - (times[from] ?? 0) <= (times[to] ?? 0) - time ? from : to;
}

/** Round values between two others, at most five of them. */
export function ticksIn(low: number, high: number, isLogarithmic: boolean): number[] {
  if (isLogarithmic) return logarithmicTicks(low, high);
  const rough = (high - low || 1) / MOST_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const count = Math.floor(high / step) - Math.ceil(low / step) + 1;
  const from = Math.ceil(low / step);
  return Array.from({ length: Math.max(0, count) }, (_, place) =>
    Number(((from + place) * step).toPrecision(12)),
  );
}

function logarithmicTicks(low: number, high: number): number[] {
  const powers = Array.from({ length: 16 }, (_, place) => 10 ** (place - 5));
  const within = (factors: readonly number[]) =>
    powers
      .flatMap((power) => factors.map((factor) => Number((power * factor).toPrecision(3))))
      .filter((value) => value >= low && value <= high);
  const found = [[1, 2, 5], [1, 3], [1]].map(within).find(({ length }) => length <= MOST_TICKS);
  return found ?? within([1]);
}
