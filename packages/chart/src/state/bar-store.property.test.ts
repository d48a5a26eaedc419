import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChartBar } from '../chart-source.ts';
import { createBarStore } from './bar-store.ts';

const price = fc.integer({ min: 1, max: 9 });
const volume = fc.option(price, { nil: null });

/** A tick at one of a few times, so that all of them meet: newest, newer, missing, known. */
const tick = fc.record({
  kind: fc.constant('tick' as const),
  time: fc.integer({ min: 0, max: 60 }),
  close: price,
  volume,
});
/** So many bars before the first one; pages of a thousand use up any room. */
const page = fc.record({
  kind: fc.constant('prepend' as const),
  count: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 300, max: 1_500 })),
  close: price,
});

const barOf = (time: number, close: number, volumeOf: number | null): ChartBar => {
  return { time, open: close, high: close + 1, low: close - 1, close, volume: volumeOf };
};

/** The same on a plain list. */
function applyTo(model: ChartBar[], bar: ChartBar): ChartBar[] {
  const others = model.filter(({ time }) => time !== bar.time);
  return [...others, bar].sort((a, b) => a.time - b.time);
}

test('any order of pages, ticks and corrections leaves what a plain list would hold', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(tick, tick, page), { maxLength: 40 }), (steps) => {
      const store = createBarStore();
      let model: ChartBar[] = [];
      for (const step of steps) {
        if (step.kind === 'tick') {
          const bar = barOf(step.time, step.close, step.volume);
          const before = model;
          model = applyTo(model, bar);
          const { kind, index } = store.apply(bar);
          expect(model[index]).toEqual(bar);
          expect(kind === 'appended' || kind === 'inserted').toBe(model.length > before.length);
        } else {
          const first = model[0]?.time ?? 0;
          const older = Array.from({ length: step.count }, (_, index) =>
            barOf(first - step.count + index, step.close, null),
          );
          model = [...older, ...model];
          store.prepend(older);
        }
        expect(store.length()).toBe(model.length);
      }
      expect(store.slice(0, store.length())).toEqual(model);
      expect(store.at(-1)).toBeNull();
      expect(store.at(model.length)).toBeNull();
    }),
  );
});
