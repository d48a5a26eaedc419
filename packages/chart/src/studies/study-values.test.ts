import {
  type Bar,
  columnsFrom,
  computeMarks,
  computeStudy,
  createBarColumns,
  DEFAULT_INPUTS,
  STUDIES,
} from '@moneytrail/indicators';
import { expect, test } from 'vitest';
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

function setOver(columns: typeof WHOLE, closedCount = columns.length) {
  const set = createStudySet();
  set.choose(STUDIES.map(({ id }) => ({ id, inputs: {}, isVisible: true })));
  set.restart(columns, closedCount);
  return set;
}

function expectWhole(set: ReturnType<typeof setOver>, from: number, to: number): void {
  for (const { definition, values } of set.shown()) {
    const whole: Record<string, Float64Array> = computeStudy(definition.id, WHOLE, DEFAULT_INPUTS);
    for (const { key } of definition.outputs) {
      for (let index = from; index < to; index++) {
        const [drawn, expected] = [values.outputs()[key]?.[index], whole[key]?.[index]];
        if (Number.isNaN(expected)) expect(drawn, `${key} ${index}`).toBeNaN();
        else expect(drawn, `${key} ${index}`).toBeCloseTo(expected ?? 0, 6);
      }
    }
  }
}

test.each([
  ['the newest', COUNT - 300, COUNT],
  ['the oldest', 0, 800],
  ['across two segments', 4_000, 4_300],
  ['where the computed tail begins', COUNT - 2_000, COUNT - 700],
])('%s bars in view have the values and marks of the whole series', (_, from, to) => {
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

test('bars that come one by one, each in several states, end as if all had been there', () => {
  const held = BARS.slice(0, COUNT - 40);
  const store = createBarColumns(held);
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

test('a hidden study is not computed and has no values', () => {
  const set = createStudySet();
  set.choose([{ id: 'deployment', inputs: {}, isVisible: false }]);
  set.restart(WHOLE, COUNT);
  expect(set.shown()).toEqual([]);
  expect(set.valuesAt(COUNT - 1).deployment).toEqual({ deployment: null });
  expect(set.neededBars()).toBe(0);
});
