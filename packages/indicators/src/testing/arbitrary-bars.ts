import fc from 'fast-check';
import { type Bar, DEFAULT_INPUTS, PRICE_SOURCES, type StudyInputs } from '../index.ts';

type Shape = {
  readonly maxLength: number;
  readonly minLength?: number;
  /** The first price in ticks; near zero prices may cross it. */
  readonly startTicks?: number;
  readonly tick?: number;
};

type Step = { gap: number; move: number; up: number; down: number; volume: number | null };

const step: fc.Arbitrary<Step> = fc.record({
  gap: fc.constantFrom(0, 0, 0, 0, 1, -1, 2),
  move: fc.integer({ min: -6, max: 6 }),
  up: fc.constantFrom(0, 0, 1, 2, 5),
  down: fc.constantFrom(0, 0, 1, 2, 5),
  volume: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 1000 }) },
    { weight: 1, arbitrary: fc.constantFrom(null, 0, 1e9) },
  ),
});

/**
 * Markets in whole ticks, so that ties, bars without range and repeated prices are common: runs of steps, some with a
 * drift, some unchanged, some without volume.
 */
export function arbitraryBars(shape: Shape): fc.Arbitrary<Bar[]> {
  const run = fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }),
    drift: fc.constantFrom(0, 0, 3, -3),
    kind: fc.constantFrom('market', 'market', 'market', 'still', 'volumeless'),
  });
  const { minLength = 0, maxLength } = shape;
  return fc
    .array(run, {
      minLength: Math.ceil(minLength / 5) + 1,
      maxLength: Math.ceil(maxLength / 5) + 2,
      size: 'max',
    })
    .map((runs) => barsOf(runs.flatMap(stepsOf).slice(0, maxLength), shape))
    .filter((bars) => bars.length >= minLength);
}

function stepsOf(run: { steps: Step[]; drift: number; kind: string }): Step[] {
  return run.steps.map((one) => {
    if (run.kind === 'still') return { ...one, gap: 0, move: 0, up: 0, down: 0 };
    const volume = run.kind === 'volumeless' ? null : one.volume;
    return { ...one, move: one.move + run.drift, volume };
  });
}

function barsOf(steps: readonly Step[], { startTicks = 4000, tick = 0.01 }: Shape): Bar[] {
  let last = startTicks;
  return steps.map(({ gap, move, up, down, volume }, index) => {
    const open = last + gap;
    const close = open + move;
    last = close;
    const high = (Math.max(open, close) + up) * tick;
    const low = (Math.min(open, close) - down) * tick;
    return { time: index * 60_000, open: open * tick, high, low, close: close * tick, volume };
  });
}

/** Valid inputs, with short windows more often than long ones. */
export const arbitraryInputs: fc.Arbitrary<StudyInputs> = fc
  .record({
    source: fc.constantFrom(...PRICE_SOURCES),
    shortTermLength: fc.integer({ min: 10, max: 50 }),
    longTermLength: fc.constantFrom(50, 51, 60, 200),
    length: fc.integer({ min: 15, max: 60 }),
    longInput: fc.integer({ min: 0, max: 300 }),
    shortInput: fc.integer({ min: -300, max: -1 }),
    comboShortRange: fc.integer({ min: 1, max: 30 }),
    comboLongRange: fc.integer({ min: 50, max: 70 }),
  })
  .map((inputs) => ({ ...DEFAULT_INPUTS, ...inputs }));

/** The same few examples in every run, for a quick suite; the first failing one is shown without shrinking. */
export const QUICK: fc.Parameters<unknown> = {
  seed: 20_260_105,
  numRuns: process.env.TEST_LONG === 'true' ? 300 : 30,
  endOnFailure: true,
};
