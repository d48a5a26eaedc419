import { expect, test } from 'vitest';
import type { PublishedMark } from '../../chart-events.ts';
import { createMarkStore } from './mark-store.ts';

/** Every mark has room. */
const WIDE_PX = 40;
const BARS = { length: 3, time: Float64Array.from([100, 200, 300]) };
const SIGNALS = [
  { index: 0, time: 100, side: 'buy', strong: true, price: 9, offset: 1 },
  { index: 2, time: 300, side: 'sell', strong: false, price: 12, offset: 1 },
] as const;
const published = (
  id: string,
  time: number,
  side: 'buy' | 'sell' = 'buy',
  strong = false,
): PublishedMark => {
  return { id, time, price: 5, side, strong, text: id, notes: [] };
};

test('computed marks are drawn until a list is published, and again once it is removed', () => {
  const book = createMarkStore({
    computed: (from, to) => SIGNALS.filter(({ index }) => index >= from && index < to),
    times: () => BARS,
  });
  expect(book.painted(0, 3, WIDE_PX).map(({ index }) => index)).toEqual([0, 2]);
  book.publish([published('a', 200)]);
  expect(book.painted(0, 3, WIDE_PX).map(({ index }) => index)).toEqual([1]);
  expect([book.markAt(0), book.markAt(1)?.id]).toEqual([null, 'a']);
  book.publish(null);
  expect(book.painted(1, 3, WIDE_PX).map(({ index }) => index)).toEqual([2]);
  expect(book.markAt(0)).toMatchObject({ side: 'buy', strong: true, text: 'Strong buy' });
});

test('a mark belongs to the bar of its time; marks before the first bar to none', () => {
  const book = createMarkStore({ computed: () => [], times: () => BARS });
  book.publish([published('early', 50), published('within', 299), published('late', 900)]);
  expect(book.painted(0, 3, WIDE_PX).map(({ index }) => index)).toEqual([1, 2]);
});

test('the strong mark of a bar shows the number of its other marks', () => {
  const book = createMarkStore({ computed: () => [], times: () => BARS });
  const many = Array.from({ length: 14 }, (_, i) => published(`m${i}`, 200, 'buy', i === 4));
  book.publish(many);
  expect(book.painted(0, 3, WIDE_PX)).toMatchObject([{ index: 1, strong: true, more: 13 }]);
  expect(book.marksAt(1)).toHaveLength(14);
});

test('the marks in view thin out where bars are narrow, each counted once', () => {
  const time = Float64Array.from({ length: 400 }, (_, index) => 1_700_000_000_000 + index * 60_000);
  const book = createMarkStore({ computed: () => [], times: () => ({ length: 400, time }) });
  book.publish([...time].map((ms, index) => published(`m${index}`, ms, 'sell', index % 50 === 9)));
  const inView = book.painted(100, 200, 4);
  expect(inView.length).toBeLessThan(25);
  expect(inView.filter(({ strong }) => strong).map(({ index }) => index)).toEqual([109, 159]);
  const scrolled = book.painted(120, 220, 4).filter(({ index }) => index < 200);
  expect(scrolled).toEqual(inView.filter(({ index }) => index >= 120));
});
