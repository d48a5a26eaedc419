import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BarsWritten } from '../../../bus/index.ts';
import { createChangedSeries } from './changed-series.ts';

const written = fc.record({
  instrumentId: fc.integer({ min: 1, max: 3 }),
  resolution: fc.constantFrom('1' as const, '1D' as const),
  fromMs: fc.nat(5_000),
});

function takeAll(changed: ReturnType<typeof createChangedSeries>): BarsWritten[] {
  const taken: BarsWritten[] = [];
  for (let next = changed.take(); next; next = changed.take()) taken.push(next);
  return taken;
}

test('every change that was added is taken, however many wait, and little is kept of many', () => {
  fc.assert(
    fc.property(fc.array(written, { maxLength: 3_000 }), (changes) => {
      const changed = createChangedSeries();
      for (const change of changes) changed.add({ ...change, toMs: change.fromMs + 2 });
      const taken = takeAll(changed);
      for (const { instrumentId, resolution, fromMs } of changes) {
        const holds = (each: BarsWritten) =>
          each.instrumentId === instrumentId &&
          each.resolution === resolution &&
          each.fromMs <= fromMs &&
          each.toMs >= fromMs + 2;
        expect(taken.some(holds)).toBe(true);
      }
      expect(taken.length).toBeLessThanOrEqual(6 * 50);
      expect(changed.isEmpty()).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('a series with many changes does not keep another one waiting', () => {
  const changed = createChangedSeries();
  const add = (instrumentId: number, fromMs: number) =>
    changed.add({ instrumentId, resolution: '1', fromMs, toMs: fromMs + 1 });
  for (const fromMs of [0, 10, 20]) add(1, fromMs);
  add(2, 0);
  expect([changed.take(), changed.take()].map((each) => each?.instrumentId)).toEqual([1, 2]);
});
