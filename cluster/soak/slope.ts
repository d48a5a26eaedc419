/** A straight line through points: its slope, and the half width of the slope's 95 % confidence interval. */
export type Slope = { perHour: number; plusMinus: number };

export type Point = { atMs: number; value: number };

const HOUR_MS = 3_600_000;
/** Neighbouring samples resemble each other, so the mean of a block counts as one observation. */
const BLOCKS = 20;
/** Student's t for 95 % and as many degrees of freedom, by their number minus one. */
const STUDENT_T = [
  12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13, 2.12,
  2.11, 2.1,
];
const LEAST_BLOCKS = 3;

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function meansOfBlocks(points: readonly Point[]): Point[] {
  const count = Math.min(BLOCKS, points.length);
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * points.length) / count);
    const block = points.slice(from, Math.floor(((index + 1) * points.length) / count));
    return {
      atMs: mean(block.map(({ atMs }) => atMs)),
      value: mean(block.map(({ value }) => value)),
    };
  });
}

/** Least squares over the means of up to twenty blocks; null for fewer than three points. Points are in order of time. */
export function slopeOf(points: readonly Point[]): Slope | null {
  const blocks = meansOfBlocks(points);
  if (blocks.length < LEAST_BLOCKS) return null;
  const hours = blocks.map(({ atMs }) => atMs / HOUR_MS);
  const values = blocks.map(({ value }) => value);
  const [middle, level] = [mean(hours), mean(values)];
  const deviations = hours.map((hour) => hour - middle);
  const spread = deviations.reduce((sum, deviation) => sum + deviation ** 2, 0);
  const sumOfProducts = deviations.reduce(
    (sum, deviation, index) => sum + deviation * ((values[index] ?? level) - level),
    0,
  );
  const perHour = sumOfProducts / spread;
  const rest = values.reduce((sum, value, index) => {
    return sum + (value - level - perHour * (deviations[index] ?? 0)) ** 2;
  }, 0);
  const freedom = blocks.length - 2;
  const plusMinus = (STUDENT_T[freedom - 1] ?? 2) * Math.sqrt(rest / freedom / spread);
  return { perHour, plusMinus };
}
