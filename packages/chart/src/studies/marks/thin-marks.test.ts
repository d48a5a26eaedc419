import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PaintedMark } from '../../paint/marks.ts';
import { thinMarks } from './thin-marks.ts';

const MINUTE_MS = 60_000;

function markAt(index: number, fields: Partial<PaintedMark> = {}): PaintedMark {
  const time = 1_700_000_000_000 + index * MINUTE_MS;
  return { index, time, price: 5, side: 'buy', strong: false, more: 0, ...fields };
}

const mark = fc
  .tuple(fc.integer({ min: 0, max: 300 }), fc.constantFrom('buy', 'sell'), fc.boolean())
  .map(([index, side, strong]) => markAt(index, { side, strong }));
const marks = fc.uniqueArray(mark, { selector: ({ index, side }) => `${index}${side}` });
const apart = fc.double({ min: 0.5, max: 40, noNaN: true });

const countOf = (some: readonly PaintedMark[]) => some.reduce((sum, { more }) => sum + 1 + more, 0);

test('marks of a side keep apart, every mark is counted, and a strong one gives way to strong ones only', () => {
  fc.assert(
    fc.property(marks, apart, (all, apartBars) => {
      const kept = thinMarks(all, apartBars);
      expect(countOf(kept)).toBe(countOf(all));
      for (const side of ['buy', 'sell'] as const) {
        const places = kept.filter((one) => one.side === side).map(({ index }) => index);
        for (const [at, index] of places.slice(1).entries())
          expect(index - (places[at] ?? 0)).toBeGreaterThanOrEqual(apartBars);
      }
      for (const one of all) {
        const reach = kept.filter(
          ({ side, index }) => side === one.side && Math.abs(index - one.index) < apartBars,
        );
        expect(reach.some(({ strong }) => strong || !one.strong)).toBe(true);
      }
    }),
  );
});

test('marks that have room stay as they are', () => {
  const all = [markAt(0), markAt(1, { side: 'sell' }), markAt(2, { more: 3 })];
  expect(thinMarks(all, 2)).toEqual(all);
});

test('the same marks are kept as the chart is scrolled and as older bars are loaded', () => {
  const all = Array.from({ length: 400 }, (_, index) => markAt(index));
  const inView = (some: readonly PaintedMark[]) =>
    some
      .map(({ time }) => time)
      .filter((time) => time > markAt(150).time && time < markAt(250).time);
  const kept = inView(thinMarks(all, 7));
  expect(kept.length).toBeGreaterThan(8);
  expect(inView(thinMarks(all.slice(80, 330), 7))).toEqual(kept);
  const older = all.map((one) => ({ ...one, index: one.index + 500 }));
  expect(inView(thinMarks(older, 7))).toEqual(kept);
});
