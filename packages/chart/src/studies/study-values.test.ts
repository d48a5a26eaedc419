import {
  type Bar,
  columnsFrom,
  computeMarks,
  computeStudy,
  createGrowingColumns,
  DEFAULT_INPUTS,
  isHouse,
  type SignalMark,
} from '@moneytrail/indicators';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { USUAL_STUDIES } from './placed-study.ts';
import { UNKNOWN_MARKET } from './studied-market.ts';
import { createStudySet } from './study-set.ts';

const COUNT = 9_500;

/** Bars of a walk with spells of calm and of trend, so that every study moves and marks appear. */
function walk(count: number): Bar[] {
  let close = 500;
  return Array.from({ length: count }, (_, i) => {
    const open = close;
    close = open * (1 + Math.sin(i / 40) * 0.004 + Math.sin(i * 1.7) * 0.006);
    const [high, low] = [Math.max(open, close) * 1.003, Math.min(open, close) * 0.997];
    return { time: i * 60_000, open, high, low, close, volume: 10 + (i % 7) };
  });
}

const BARS = walk(COUNT);
const WHOLE = columnsFrom(BARS);

function barAt(index: number): Bar {
  const bar = BARS[index];
  if (!bar) throw new Error(`There is no bar ${index}.`);
  return bar;
}

function setOver(columns: typeof WHOLE, closedCount = columns.length) {
  const set = createStudySet();
  set.choose(USUAL_STUDIES);
  set.restart(columns, closedCount);
  return set;
}

function expectWhole(
  set: ReturnType<typeof setOver>,
  from: number,
  to: number,
  bars = WHOLE,
): void {
  for (const { definition, values } of set.shown()) {
    if (!isHouse(definition)) throw new Error(`${definition.id} is no study of the house.`);
    const whole: Record<string, Float64Array> = computeStudy(definition.id, bars, DEFAULT_INPUTS);
    for (const { key } of definition.outputs) {
      // Values behind the last bar would be drawn.
      expect(values.outputs()[key], key).toHaveLength(bars.length);
      for (let index = from; index < to; index++) {
        const [drawn, expected] = [values.outputs()[key]?.[index], whole[key]?.[index]];
        const isSame = Number.isNaN(expected)
          ? Number.isNaN(drawn)
          : Math.abs((drawn ?? Number.NaN) - (expected ?? 0)) < 1e-6;
        if (!isSame) expect(drawn, `${key} ${index}`).toBe(expected);
      }
    }
  }
}

test.each([
  ['the newest', COUNT - 300, COUNT],
  ['the oldest', 0, 800],
  ['across two segments', 4_000, 4_300],
  ['where the computed tail begins', COUNT - 2_000, COUNT - 700],
])('%s visible bars have the values and marks of the whole series', (_, from, to) => {
  const set = setOver(WHOLE);
  set.cover(WHOLE, from, to);
  expectWhole(set, from, to);
  const expected = computeMarks(WHOLE, DEFAULT_INPUTS).filter(
    ({ index }) => index >= from && index < to,
  );
  const drawn = set.marksBetween(from, to);
  expect(drawn.map(({ index, side }) => [index, side])).toEqual(
    expected.map(({ index, side }) => [index, side]),
  );
});

test('bars that arrive one by one in several states end like bars loaded at once', () => {
  const held = BARS.slice(0, COUNT - 40);
  const store = createGrowingColumns(held);
  const set = setOver(store.columns(), held.length);
  for (const bar of BARS.slice(COUNT - 40)) {
    store.append({ ...bar, close: bar.low });
    set.follow(store.columns(), store.columns().length - 1, 'appended');
    store.replaceLast(bar);
    set.follow(store.columns(), store.columns().length - 1, 'changed');
  }
  set.close(store.columns(), COUNT);
  expectWhole(set, COUNT - 60, COUNT);
  const times = set.marksBetween(COUNT - 200, COUNT).map(({ time }) => time);
  const expected = computeMarks(WHOLE, DEFAULT_INPUTS).filter(({ index }) => index >= COUNT - 200);
  expect(times).toEqual(expected.map(({ time }) => time));
});

/** Changes of a chart's bars; the numbers choose among the possible ones. */
const STEPS = fc.array(
  fc.record({
    kind: fc.constantFrom('older', 'older', 'tick', 'bar', 'look', 'look'),
    count: fc.integer({ min: 1, max: 2_500 }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 14 },
);

test('older pages, ticks and new bars in any order leave the values and marks of the whole series', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_500 }), STEPS, (opened, steps) => {
      let [from, to] = [COUNT - 100 - opened, COUNT - 100];
      const store = createGrowingColumns(BARS.slice(from, to));
      const set = setOver(store.columns(), opened - 1);
      const closed = () => store.columns().length - 1;
      for (const { kind, count, at } of steps) {
        if (kind === 'older') {
          const older = BARS.slice(Math.max(0, from - count), from);
          store.prepend(older);
          set.prepend(store.columns(), closed(), older.length);
          from -= older.length;
        } else if (kind === 'tick') {
          store.replaceLast({ ...barAt(to - 1), close: 500 + at });
          set.follow(store.columns(), closed(), 'changed');
        } else if (kind === 'bar') {
          store.replaceLast(barAt(to - 1));
          set.follow(store.columns(), closed(), 'changed');
          store.append(barAt(to));
          to += 1;
          set.follow(store.columns(), closed(), 'appended');
        } else {
          const left = Math.floor(at * (to - from));
          set.cover(store.columns(), left, left + 300);
        }
      }
      store.replaceLast(barAt(to - 1));
      set.follow(store.columns(), closed(), 'changed');
      set.close(store.columns(), to - from);
      set.cover(store.columns(), 0, to - from);
      const whole = columnsFrom(BARS.slice(from, to));
      expectWhole(set, 0, to - from, whole);
      const marked = ({ index, side }: SignalMark) => `${index} ${side}`;
      expect(set.marksBetween(0, to - from).map(marked)).toEqual(
        computeMarks(whole, DEFAULT_INPUTS).map(marked),
      );
    }),
    { numRuns: process.env.TEST_LONG === 'true' ? 200 : 20 },
  );
});

test('a bar that closes while older ones are prepended has its mark', () => {
  const marks = computeMarks(WHOLE, DEFAULT_INPUTS);
  const last = marks.at(-1)?.index ?? 0;
  const from = last - 1_000;
  const store = createGrowingColumns(BARS.slice(from, last + 1));
  const set = setOver(store.columns(), last - from);
  expect(set.marksBetween(last - from, last - from + 1)).toEqual([]);
  store.prepend(BARS.slice(from - 500, from));
  set.prepend(store.columns(), store.columns().length, 500);
  const found = set.marksBetween(last - from + 500, last - from + 501);
  expect(found.map(({ time }) => time)).toEqual([BARS[last]?.time]);
});

test('a hidden study is not computed and has no values', () => {
  const set = createStudySet();
  set.choose([{ key: 'deployment', id: 'deployment', inputs: {}, isVisible: false }]);
  set.restart(WHOLE, COUNT);
  expect(set.shown()).toEqual([]);
  expect(set.valuesAt(COUNT - 1).deployment).toBeUndefined();
  expect(set.neededBars()).toBe(0);
});

test('an index has every value but the spread, however its bars come', () => {
  const set = createStudySet();
  set.choose(USUAL_STUDIES);
  set.restart(WHOLE, COUNT, { market: { ...UNKNOWN_MARKET, isIndex: true } });
  set.cover(WHOLE, 0, COUNT);
  set.follow(WHOLE, COUNT, 'changed');
  const { liquiditySpread, ...others } = set.valuesAt(COUNT - 1);
  expect(liquiditySpread).toEqual({ spread: null });
  expect(Object.values(others).flatMap(Object.values)).not.toContain(null);
  for (const { values } of set.shown()) {
    for (const output of Object.values(values.outputs())) expect(output).toHaveLength(COUNT);
  }
});
