import { expect, test } from 'vitest';
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

test('a late correction replaces its bar, or takes its place among the others', () => {
  const store = createBarStore();
  store.replaceAll([bar(10), bar(20), bar(40)]);
  expect(store.apply(bar(20, 99))).toEqual({ kind: 'corrected', index: 1 });
  expect(store.apply(bar(30))).toEqual({ kind: 'inserted', index: 2 });
  expect(times(store)).toEqual([10, 20, 30, 40]);
  expect(store.at(1)?.close).toBe(99);
});

test('older bars come before those held, and volume stays unknown where it was', () => {
  const store = createBarStore();
  store.replaceAll([bar(30)]);
  store.prepend([bar(10), { ...bar(20), volume: 5 }]);
  expect(times(store)).toEqual([10, 20, 30]);
  expect([store.at(0)?.volume, store.at(1)?.volume]).toEqual([null, 5]);
  expect(store.at(3)).toBeNull();
});
