import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createToY } from './value-scale.ts';
import { LEAST_GAP_PX, MOST_GAP_PX, type TickedAxis, valueTicks } from './value-ticks.ts';

function axisOf(
  from: number,
  to: number,
  heightPx: number,
  { isLog = false, minStep = 0, textScale = 1 } = {},
): TickedAxis {
  const span = isLog
    ? { from: Math.log10(from), span: Math.log10(to) - Math.log10(from) }
    : { from, span: to - from };
  const toY = createToY({ ...span, heightPx, isLog });
  return { from, to, heightPx, minStep, textScale, isLog, toY };
}

const valuesOf = (axis: TickedAxis) => valueTicks(axis).map(({ value }) => value);

function gapsOf(axis: TickedAxis): number[] {
  const ticks = valueTicks(axis);
  return ticks.slice(1).map(({ y }, i) => (ticks[i]?.y ?? 0) - y);
}

describe('labels stand at round values', () => {
  it.each([
    [9_870, 12_430, 400, [10_000, 10_500, 11_000, 11_500, 12_000]],
    [10_300, 12_100, 440, [10_500, 10_750, 11_000, 11_250, 11_500, 11_750, 12_000]],
    [-45, 62, 300, [-25, 0, 25, 50]],
    [0.0312, 0.0537, 300, [0.035, 0.04, 0.045, 0.05]],
  ])('from %d to %d on %d px', (from, to, heightPx, values) => {
    expect(valuesOf(axisOf(from, to, heightPx))).toEqual(values);
  });

  it('has 1, 2 and 5 of each decade on a logarithmic axis of many decades', () => {
    expect(valuesOf(axisOf(0.8, 1_200, 720, { isLog: true }))).toEqual([
      1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000,
    ]);
  });

  it('has equal steps on a logarithmic axis of less than an octave', () => {
    expect(valuesOf(axisOf(9_870, 12_430, 400, { isLog: true }))).toEqual([
      10_000, 10_500, 11_000, 11_500, 12_000,
    ]);
  });
});

test('no label is finer than its text can show', () => {
  const values = valuesOf(axisOf(1, 1.03, 800, { minStep: 0.01 }));
  expect(values).toEqual([1.01, 1.02]);
});

const price = fc.double({ min: -8, max: 7, noNaN: true }).map((power) => 10 ** power);
const height = fc.integer({ min: 240, max: 1_500 });

test('labels stand 60 to 110 px apart over the whole of a linear axis', () => {
  const signed = fc.tuple(price, fc.constantFrom(1, 0, -1)).map(([size, sign]) => sign * size);
  fc.assert(
    fc.property(signed, price, height, (from, span, heightPx) => {
      fc.pre(span > 1e-6 * Math.abs(from));
      const axis = axisOf(from, from + span, heightPx);
      const gaps = gapsOf(axis);
      expect(gaps.length).toBeGreaterThan(0);
      expect(Math.min(...gaps)).toBeGreaterThan(LEAST_GAP_PX - 0.01);
      expect(Math.max(...gaps)).toBeLessThan(MOST_GAP_PX + 0.01);
      expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThan(0.01);
      const [lowest, highest] = [valueTicks(axis)[0]?.y ?? 0, valueTicks(axis).at(-1)?.y ?? 0];
      expect(heightPx - lowest).toBeLessThan(MOST_GAP_PX + 9);
      expect(highest).toBeLessThan(MOST_GAP_PX + 9);
    }),
  );
});

const factor = fc.double({ min: 1.0001, max: 1e6, noNaN: true });

test('labels stand 60 to 110 px apart over the whole of a logarithmic axis', () => {
  fc.assert(
    fc.property(price, factor, height, (from, factor, heightPx) => {
      const axis = axisOf(from, from * factor, heightPx, { isLog: true });
      const gaps = gapsOf(axis);
      expect(gaps.length).toBeGreaterThan(0);
      expect(Math.min(...gaps)).toBeGreaterThan(LEAST_GAP_PX - 0.01);
      expect(Math.max(...gaps)).toBeLessThan(MOST_GAP_PX + 0.01);
      const [lowest, highest] = [valueTicks(axis)[0]?.y ?? 0, valueTicks(axis).at(-1)?.y ?? 0];
      expect(heightPx - lowest).toBeLessThan(MOST_GAP_PX + 9);
      expect(highest).toBeLessThan(MOST_GAP_PX + 9);
    }),
  );
});

test('at any precision labels have different texts and keep their least distance', () => {
  const decimals = fc.integer({ min: 0, max: 10 });
  const any = fc.record({
    from: price,
    span: price,
    decimals,
    heightPx: height,
    isLog: fc.boolean(),
  });
  fc.assert(
    fc.property(any, ({ from, span, decimals, heightPx, isLog }) => {
      fc.pre(span > 1e-6 * from);
      const axis = axisOf(from, from + span, heightPx, { isLog, minStep: 10 ** -decimals });
      const texts = valuesOf(axis).map((value) => value.toFixed(decimals));
      expect(new Set(texts).size).toBe(texts.length);
      for (const { value, y } of valueTicks(axis)) {
        const written = Number(value.toFixed(decimals));
        expect(Math.abs(axis.toY(written) - y)).toBeLessThan(0.01);
      }
      expect(Math.min(...gapsOf(axis), LEAST_GAP_PX)).toBeGreaterThanOrEqual(17.9);
    }),
  );
});

test('the lowest pane has two labels at least, inside it', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 1, max: 1e6, noNaN: true }),
      fc.integer({ min: 76, max: 240 }),
      (from, span, heightPx) => {
        const ticks = valueTicks(axisOf(from, from + span, heightPx, { minStep: 0.01 }));
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.every(({ y }) => y >= 8 && y <= heightPx - 8)).toBe(true);
      },
    ),
  );
});

test('labels of a larger text size stand farther apart in a low pane, and clear of its ends', () => {
  const textScale = 2;
  const axis = axisOf(-45, 62, 130, { textScale });
  const heights = valueTicks(axis).map(({ y }) => y);
  expect(heights.length).toBeGreaterThan(0);
  for (const y of heights) {
    expect(y).toBeGreaterThanOrEqual(8 * textScale);
    expect(y).toBeLessThanOrEqual(130 - 8 * textScale);
  }
  for (const gap of gapsOf(axis)) expect(gap).toBeGreaterThanOrEqual(18 * textScale);
  expect(valueTicks(axisOf(-45, 62, 14 * textScale, { textScale }))).toEqual([]);
});
