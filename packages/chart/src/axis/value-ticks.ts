import type { ToY } from './value-scale.ts';

/** A labelled value on an axis; `y` is px from the top. */
export type ValueTick = { value: number; y: number };

/** A value axis that gets labels; all values are those that the labels show. */
export type TickedAxis = {
  from: number;
  to: number;
  heightPx: number;
  /** The finest step with different texts; 0 for none. */
  minStep: number;
  /** Size of the labels; 1 is usual. */
  textScale: number;
  isLog: boolean;
  toY: ToY;
};

/** Neighbouring labels stand this far apart. */
export const LEAST_GAP_PX = 60;
export const MOST_GAP_PX = 110;
/**
 * Fewer labels than these tell no scale: a low pane has them closer together, down to the least gap of texts at their usual
 * size.
 */
const LEAST_TICKS = 2;
const LEAST_TEXT_GAP_PX = 18;
/** Distance of a label's middle from both ends of the axis, at the usual text size. */
const EDGE_PX = 8;
/** Steps within a decade, roundest first. Their gaps overlap, so that one of them fits every zoom. */
const FACTORS = [1, 5, 2, 2.5, 4, 1.5, 8, 3] as const;
/** Absorbs rounding of quotients. */
const TINY = 1e-9;

type Band = { least: number; most: number };

/** Digits of a double that are free of rounding noise. */
function clean(value: number): number {
  return Number(value.toPrecision(14));
}

function isWritable(step: number, minStep: number): boolean {
  const count = step / minStep;
  return minStep === 0 || (count > 0.5 && Math.abs(count - Math.round(count)) < 1e-6);
}

/** Round steps within a band, roundest first. */
function stepsWithin({ least, most }: Band, minStep: number): number[] {
  const first = Math.floor(Math.log10(least)) - 1;
  const last = Math.ceil(Math.log10(most));
  return FACTORS.flatMap((factor) =>
    Array.from({ length: last - first + 1 }, (_, i) => clean(factor * 10 ** (first + i))),
  ).filter(
    (step) => step >= least * (1 - TINY) && step <= most * (1 + TINY) && isWritable(step, minStep),
  );
}

function isInside({ heightPx, textScale }: TickedAxis, { y }: ValueTick): boolean {
  const edgePx = EDGE_PX * textScale;
  return y >= edgePx && y <= heightPx - edgePx;
}

/** All multiples of a step on the axis, upwards. */
function multiplesOn(axis: TickedAxis, step: number): ValueTick[] {
  const ticks: ValueTick[] = [];
  const last = Math.floor(axis.to / step + TINY);
  for (let n = Math.ceil(axis.from / step - TINY); n <= last; n++) {
    const value = clean(n * step);
    ticks.push({ value, y: axis.toY(value) });
  }
  return ticks.filter((tick) => isInside(axis, tick));
}

/** Equal steps on a linear axis. */
function evenTicks(axis: TickedAxis): ValueTick[] {
  const perPx = (axis.to - axis.from) / axis.heightPx;
  const steps = (leastPx: number, mostPx: number) =>
    stepsWithin({ least: leastPx * perPx, most: mostPx * perPx }, axis.minStep);
  const usual = steps(LEAST_GAP_PX, MOST_GAP_PX);
  const closer = steps(LEAST_TEXT_GAP_PX * axis.textScale, LEAST_GAP_PX).sort((a, b) => b - a);
  // Labels that cannot be written that finely stand at every value that they can write.
  const coarse = axis.minStep >= LEAST_GAP_PX * perPx ? [axis.minStep] : [];
  const tries = [...usual, ...coarse, ...closer].map((step) => multiplesOn(axis, step));
  return tries.find(({ length }) => length >= LEAST_TICKS) ?? tries[0] ?? [];
}

/** The roundest value of a band, as near to its middle as possible; undefined where labels cannot write any. */
function roundestWithin({ least, most }: Band, minStep: number): number | undefined {
  const middle = Math.sqrt(least * most);
  const lowest = Math.floor(Math.log10(most - least)) - 1;
  for (let power = Math.ceil(Math.log10(most)); power >= lowest; power--) {
    for (const factor of [1, 0.5, 0.2]) {
      const step = clean(factor * 10 ** power);
      if (!isWritable(step, minStep)) continue;
      const first = Math.ceil(least / step - TINY);
      const last = Math.floor(most / step + TINY);
      if (last < first || last < 1) continue;
      const nearest = Math.min(last, Math.max(first, 1, Math.round(middle / step)));
      return clean(nearest * step);
    }
  }
  return undefined;
}

/** Labels of a logarithmic axis from its roundest value upwards and downwards, each at the roundest value in reach. */
function walkedTicks(axis: TickedAxis, gap: Band): ValueTick[] {
  const { heightPx, minStep, toY } = axis;
  const edgePx = EDGE_PX * axis.textScale;
  const perPx = Math.log10(axis.to / axis.from) / heightPx;
  const times = (px: number) => 10 ** (px * perPx);
  const [lowest, highest] = [axis.from * times(edgePx), axis.to / times(edgePx)];
  if (lowest >= highest) return [];
  const start = roundestWithin({ least: lowest, most: highest }, minStep);
  if (start === undefined) return [];
  const values = [start];
  for (let top = start; ; ) {
    const band = { least: top * times(gap.least), most: Math.min(highest, top * times(gap.most)) };
    if (band.least > highest) break;
    const written = Math.ceil(band.least / minStep - TINY) * minStep;
    const next = roundestWithin(band, minStep) ?? clean(written);
    if (!(next > top && next <= highest)) break;
    top = next;
    values.push(top);
  }
  for (let bottom = start; ; ) {
    const band = {
      least: Math.max(lowest, bottom / times(gap.most)),
      most: bottom / times(gap.least),
    };
    if (band.most < lowest) break;
    const written = Math.floor(band.most / minStep + TINY) * minStep;
    const next = roundestWithin(band, minStep) ?? clean(written);
    if (!(next < bottom && next >= lowest && next > 0)) break;
    bottom = next;
    values.unshift(bottom);
  }
  return values.map((value) => ({ value, y: toY(value) }));
}

/** Labels at their usual distances, with no room for another one at either end. */
function areEven(ticks: readonly ValueTick[], heightPx: number): boolean {
  const heights = ticks.map(({ y }) => y);
  const gaps = heights.slice(1).map((y, i) => (heights[i] ?? 0) - y);
  const ends = [heightPx - (heights[0] ?? 0), heights.at(-1) ?? heightPx];
  return (
    gaps.every((gap) => gap >= LEAST_GAP_PX && gap <= MOST_GAP_PX) &&
    ends.every((end) => end <= MOST_GAP_PX)
  );
}

/** Equal steps on a short logarithmic axis, where they look even; else values of about equal ratio. */
function logTicks(axis: TickedAxis): ValueTick[] {
  const perPx = ((axis.to / axis.from) ** (1 / axis.heightPx) - 1) * axis.from;
  const reach = { least: LEAST_GAP_PX * perPx, most: (MOST_GAP_PX * perPx * axis.to) / axis.from };
  if (axis.to < 2 * axis.from) {
    const equal = stepsWithin(reach, axis.minStep)
      .map((step) => multiplesOn(axis, step))
      .find((ticks) => ticks.length >= LEAST_TICKS && areEven(ticks, axis.heightPx));
    if (equal) return equal;
  }
  const gaps = [1, 0.6, 0.36].map((part) => ({
    least: Math.max(LEAST_TEXT_GAP_PX * axis.textScale, LEAST_GAP_PX * part),
    most: MOST_GAP_PX * part,
  }));
  const tries = gaps.map((gap) => walkedTicks(axis, gap));
  return tries.find(({ length }) => length >= LEAST_TICKS) ?? tries[0] ?? [];
}

/**
 * Labels at round values, upwards: 60 to 110 px apart on every scale, closer only where a low pane would have fewer than
 * two, farther only where the decimals of the labels allow no finer step.
 */
export function valueTicks(axis: TickedAxis): ValueTick[] {
  const { from, to, heightPx, textScale } = axis;
  if (!(to > from) || heightPx <= 2 * EDGE_PX * textScale) return [];
  return axis.isLog ? logTicks(axis) : evenTicks(axis);
}
