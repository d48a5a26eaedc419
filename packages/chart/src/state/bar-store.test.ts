import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChartBar } from '../chart-source.ts';
import { createBarStore } from './bar-store.ts';

const bar = (time: number, close = time) => {
  return { time, open: close, high: close + 1, low: close - 1, close, volume: null };
};

function times(store: ReturnType<typeof createBarStore>): (number | undefined)[] {
  return Array.from({ length: store.length() }, (_, index) => store.at(index)?.time);
}

test('a tick changes the last bar, a later one is appended', () => {
  const store = createBarStore();
  store.replaceAll([bar(10), bar(20)]);
  expect(store.apply(bar(20, 25))).toEqual({ kind: 'changed', index: 1 });
  expect(store.apply(bar(20, 25))).toEqual({ kind: 'unchanged', index: 1 });
  expect(store.apply(bar(30))).toEqual({ kind: 'appended', index: 2 });
  expect(times(store)).toEqual([10, 20, 30]);
  expect(store.at(1)?.close).toBe(25);
});

test('the newest bars tell until when they know, also where nothing else changes', () => {
  const store = createBarStore();
  store.replaceAll([10, 20, 30, 40, 50].map((time) => ({ ...bar(time), knownUntilMs: time + 5 })));
  expect([10, 20, 50].map(store.knownUntilMs)).toEqual([null, 25, 55]);
  expect(store.apply({ ...bar(50), knownUntilMs: 60 }).kind).toBe('unchanged');
  store.apply({ ...bar(10, 11), knownUntilMs: 90 });
  expect([10, 20, 50].map(store.knownUntilMs)).toEqual([null, 25, 60]);
  store.replaceAll([bar(50)]);
  expect(store.knownUntilMs(50)).toBeNull();
});

test('a late correction replaces its bar, or takes its place among the others', () => {
  const store = createBarStore();
  store.replaceAll([bar(10), bar(20), bar(40)]);
  expect(store.apply(bar(20, 99))).toEqual({ kind: 'corrected', index: 1 });
  expect(store.apply(bar(30))).toEqual({ kind: 'inserted', index: 2 });
  expect(times(store)).toEqual([10, 20, 30, 40]);
  expect(store.at(1)?.close).toBe(99);
});

test('older bars come before the others, and unknown volume stays unknown', () => {
  const store = createBarStore();
  store.replaceAll([bar(30)]);
  store.prepend([bar(10), { ...bar(20), volume: 5 }]);
  expect(times(store)).toEqual([10, 20, 30]);
  expect([store.at(0)?.volume, store.at(1)?.volume]).toEqual([null, 5]);
  expect(store.at(3)).toBeNull();
});

const price = fc.integer({ min: 1, max: 9 });
const volume = fc.option(price, { nil: null });

/** A tick at one of few times, so that all cases occur: newest, newer, missing, known. */
const tick = fc.record({
  kind: fc.constant('tick' as const),
  time: fc.integer({ min: 0, max: 60 }),
  close: price,
  volume,
});
/** Bars before the first one; pages of a thousand exceed any spare room. */
const page = fc.record({
  kind: fc.constant('prepend' as const),
  count: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 300, max: 1_500 })),
  close: price,
});

const barOf = (time: number, close: number, volumeOf: number | null): ChartBar => {
  return { time, open: close, high: close + 1, low: close - 1, close, volume: volumeOf };
};

/** The same change on a plain list. */
function applyTo(model: ChartBar[], bar: ChartBar): ChartBar[] {
  const others = model.filter(({ time }) => time !== bar.time);
  return [...others, bar].sort((a, b) => a.time - b.time);
}

test('any order of pages, ticks and corrections gives the bars of a plain list', () => {
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

test('away from the newest bars, ticks change these alone, and a window that meets them becomes one with them', () => {
  const store = createBarStore();
  store.replaceAll([bar(50), bar(60)]);
  store.leave([bar(10), bar(20)]);
  store.apply(bar(60, 66));
  store.apply(bar(70));
  expect([store.isAway(), times(store)]).toEqual([true, [10, 20]]);
  expect(store.newest.at(store.newest.length() - 1)?.time).toBe(70);
  expect(store.append([bar(30)]).map(({ time }) => time)).toEqual([30]);
  // History's last state of a bar is older than the streamed one.
  const added = store.append([bar(40), bar(50), bar(60)]);
  expect(added.map(({ time }) => time)).toEqual([40, 50, 60, 70]);
  expect([store.isAway(), times(store)]).toEqual([false, [10, 20, 30, 40, 50, 60, 70]]);
  expect(store.at(5)?.close).toBe(66);
});

test('a window beside the newest bars has no gap to them, and one that is left is forgotten', () => {
  const store = createBarStore();
  store.replaceAll([bar(50), bar(60)]);
  store.leave([bar(10), bar(20)]);
  store.comeBack();
  expect(times(store)).toEqual([50, 60]);
  store.leave([bar(30), bar(40), bar(50)]);
  expect([store.isAway(), times(store)]).toEqual([false, [30, 40, 50, 60]]);
});
