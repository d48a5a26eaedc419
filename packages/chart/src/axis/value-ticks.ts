/** A labelled value on an axis; `y` is px from the top. */
export type ValueTick = { value: number; y: number };

/** The smallest of 1, 2, 5 × 10ⁿ that is not below a number. */
export function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  for (const factor of [1, 2, 5]) if (factor * power >= atLeast * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

function multiplesOf(step: number, from: number, to: number): number[] {
  const values: number[] = [];
  const last = Math.floor(to / step + 1e-9);
  for (let n = Math.ceil(from / step - 1e-9); n <= last; n++) {
    values.push(Number((n * step).toPrecision(12)));
  }
  return values;
}

function decadeValues(from: number, to: number): number[] {
  const values: number[] = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++) {
    for (const factor of [1, 2, 5]) values.push(Number((factor * 10 ** power).toPrecision(12)));
  }
  return values.filter((value) => value >= from && value <= to);
}

/** Round values of a span: 1, 2, 5 steps, or on a logarithmic axis over many decades 1, 2, 5 of each. */
function candidates(from: number, to: number, maxCount: number, isLog: boolean): number[] {
  if (isLog && to / from > 8) return decadeValues(from, to);
  return multiplesOf(roundStep((to - from) / maxCount), from, to);
}

/** A value axis that gets labels; its span is in displayed values. */
export type TickedAxis = {
  from: number;
  to: number;
  heightPx: number;
  minGapPx: number;
  minStep: number;
  isLog: boolean;
  toY: (value: number) => number;
};

/** Number of labels with different texts. */
function distinctTicks({ from, to, minStep }: TickedAxis): number {
  return Math.max(1, (to - from) / minStep);
}

/** Most labels that fit the height and have different texts. */
function mostTicks(axis: TickedAxis): number {
  return Math.min(Math.max(1, Math.floor(axis.heightPx / axis.minGapPx)), distinctTicks(axis));
}

/**
 * The round values of an axis at its usual step divided by about `finer`; on a long logarithmic axis every decade has its own
 * step.
 */
export function valuesOfStep(axis: TickedAxis, finer: number): number[] {
  const { from, to, minStep, isLog } = axis;
  if (isLog && from > 0 && to / from > 8) {
    const decades = multiplesOf(1, Math.floor(Math.log10(from)), Math.floor(Math.log10(to)));
    return decades.flatMap((power) => {
      const step = Math.max(roundStep(10 ** power / finer), minStep);
      return multiplesOf(step, Math.max(from, 10 ** power), Math.min(to, 10 ** (power + 1)));
    });
  }
  return multiplesOf(Math.max(roundStep((to - from) / mostTicks(axis) / finer), minStep), from, to);
}

/** Fewer labels than these tell no scale. */
export const LEAST_TICKS = 2;
/** Most tries with finer steps where the axis has too few round values. */
const FINER_TRIES = 3;

/** About `count` round values that keep their distance. */
function ticksFor({ from, to, heightPx, minGapPx, isLog, toY }: TickedAxis, count: number) {
  const ticks: ValueTick[] = [];
  for (const value of candidates(from, to, count, isLog && from > 0)) {
    const y = toY(value);
    const previous = ticks.at(-1);
    if (y < 8 || y > heightPx - 8) continue;
    if (previous && Math.abs(previous.y - y) < minGapPx * 0.7) continue;
    ticks.push({ value, y });
  }
  return ticks;
}

/**
 * Ticks at round values, at least `minGapPx` apart if that leaves two, and a text line away from both ends. `minStep` is the
 * finest step with different texts.
 */
export function valueTicks(axis: TickedAxis): ValueTick[] {
  const { from, to, heightPx, minGapPx } = axis;
  if (!(to > from) || heightPx < minGapPx) return [];
  const most = distinctTicks(axis);
  let count = mostTicks(axis);
  let ticks = ticksFor(axis, count);
  for (let tries = 0; ticks.length < LEAST_TICKS && tries < FINER_TRIES; tries++) {
    count = Math.min(2 * count, most);
    ticks = ticksFor(axis, count);
  }
  return ticks;
}
