import { describe, expect, test } from 'vitest';
import {
  type Bar,
  columnsFrom,
  computeStudy,
  createGrowingColumns,
  DEFAULT_INPUTS,
  PRICE_SOURCES,
} from '../index.ts';

const barAt = (time: number, close = time, volume: number | null = 1): Bar => {
  return { time, open: close, high: close + 1, low: close - 2, close, volume };
};
const bars = [barAt(1), barAt(2), barAt(3, 7, null)];

test('columns hold every bar in order, an absent volume as NaN', () => {
  const columns = columnsFrom(bars);
  expect(columns.length).toBe(3);
  expect([...columns.time]).toEqual([1, 2, 3]);
  expect([...columns.close]).toEqual([1, 2, 7]);
  expect([...columns.volume]).toEqual([1, 1, Number.NaN]);
});

test('columns never have less room than bars', () => {
  expect(columnsFrom(bars, 10).time).toHaveLength(10);
  expect(columnsFrom(bars, 10)).toHaveLength(3);
  expect(columnsFrom(bars, 1).time).toHaveLength(3);
});

describe('growing columns', () => {
  test('keep every appended bar, and do not change older views', () => {
    const growing = createGrowingColumns([]);
    const empty = growing.columns();
    const all = Array.from({ length: 1000 }, (_, index) => barAt(index));
    for (const bar of all) growing.append(bar);
    const { length, ...arrays } = growing.columns();
    const expected = columnsFrom(all);
    expect(length).toBe(1000);
    expect(arrays.high.subarray(0, length)).toEqual(expected.high);
    expect(arrays.volume.subarray(0, length)).toEqual(expected.volume);
    expect(empty.length).toBe(0);
  });

  test('show only the newest state of the last bar', () => {
    const growing = createGrowingColumns(bars);
    growing.replaceLast(barAt(3, 9, 5));
    const { close, volume, length } = growing.columns();
    expect([...close.subarray(0, length)]).toEqual([1, 2, 9]);
    expect([...volume.subarray(0, length)]).toEqual([1, 1, 5]);
  });

  test('accept older bars repeatedly, and do not change older views', () => {
    const growing = createGrowingColumns([]);
    const all = Array.from({ length: 3_000 }, (_, index) => barAt(index));
    for (let end = all.length; end > 0; end -= 250) growing.prepend(all.slice(end - 250, end));
    const view = growing.columns();
    growing.prepend([barAt(-2), barAt(-1)]);
    growing.replace(0, barAt(-2, 7));
    const { length, ...arrays } = growing.columns();
    const expected = columnsFrom([barAt(-2, 7), barAt(-1), ...all]);
    expect(length).toBe(3_002);
    expect(arrays.time.subarray(0, length)).toEqual(expected.time);
    expect(arrays.low.subarray(0, length)).toEqual(expected.low);
    expect([view.length, view.time[0]]).toEqual([3_000, 0]);
  });

  test('refuse bars that are out of order, and replacing a missing last bar', () => {
    const growing = createGrowingColumns(bars);
    expect(() => growing.append(barAt(3))).toThrow(RangeError);
    expect(() => growing.append(barAt(Number.NaN))).toThrow(RangeError);
    expect(() => growing.replaceLast(barAt(2))).toThrow(RangeError);
    expect(() => createGrowingColumns([]).replaceLast(barAt(1))).toThrow(RangeError);
    expect(() => growing.prepend([barAt(0), barAt(1)])).toThrow(RangeError);
    expect(() => growing.prepend([barAt(0), barAt(-1)])).toThrow(RangeError);
    expect(() => growing.replace(0, barAt(2))).toThrow(RangeError);
    expect(growing.columns()).toHaveLength(3);
  });
});

test('a source reads the price it is named after', () => {
  const many = Array.from({ length: 20 }, (_, time): Bar => {
    return { time, open: 3, high: 8, low: 1, close: 6, volume: 1 };
  });
  const levels = { open: 3, high: 8, low: 1, close: 6, hl2: 4.5, hlc3: 5, ohlc4: 4.5 };
  for (const source of PRICE_SOURCES) {
    const inputs = { ...DEFAULT_INPUTS, source };
    const { resistance } = computeStudy('shortTermLevels', columnsFrom(many), inputs);
    expect(resistance.at(-1), source).toBe(levels[source]);
  }
});
