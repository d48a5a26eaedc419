import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createToY } from './value-scale.ts';
import { roundStep, valueTicks } from './value-ticks.ts';

function ticksOf(from: number, to: number, heightPx: number, isLog = false) {
  const span = isLog
    ? { from: Math.log10(from), span: Math.log10(to) - Math.log10(from) }
    : { from, span: to - from };
  const toY = createToY({ ...span, heightPx, isLog });
  return valueTicks({ from, to, heightPx, minGapPx: 40, minStep: 0.01, isLog, toY });
}

test('steps are 1, 2 or 5 times a power of ten', () => {
  expect([0.3, 1, 1.1, 3, 7, 950].map(roundStep)).toEqual([0.5, 1, 2, 5, 10, 1_000]);
});

test('ticks stand at round values within the axis', () => {
  expect(ticksOf(9_870, 12_430, 400).map(({ value }) => value)).toEqual([
    10_000, 10_500, 11_000, 11_500, 12_000,
  ]);
});

test('over many decades a logarithmic axis has 1, 2 and 5 of each', () => {
  expect(ticksOf(0.8, 1_200, 600, true).map(({ value }) => value)).toEqual([
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000,
  ]);
});

test('no tick is finer than the labels can show', () => {
  const values = ticksOf(1, 1.03, 800).map(({ value }) => value);
  expect(values.every((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-9)).toBe(
    true,
  );
});

test('on any axis ticks keep their distance and stay inside', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
      fc.integer({ min: 30, max: 1_500 }),
      (from, span, heightPx) => {
        const ticks = ticksOf(from, from + span, heightPx);
        const gaps = ticks.slice(1).map((tick, i) => Math.abs(tick.y - (ticks[i]?.y ?? 0)));
        expect(gaps.every((gap) => gap >= 27)).toBe(true);
        expect(ticks.every(({ y }) => y >= 8 && y <= heightPx - 8)).toBe(true);
      },
    ),
  );
});

test('the lowest pane has two labels at least', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 1, max: 1e6, noNaN: true }),
      fc.integer({ min: 54, max: 120 }),
      (from, span, heightPx) => {
        const toY = createToY({ from, span, heightPx, isLog: false });
        const axis = { from, to: from + span, heightPx, minGapPx: 26, minStep: 0.01, toY };
        expect(valueTicks({ ...axis, isLog: false }).length).toBeGreaterThanOrEqual(2);
      },
    ),
  );
});
