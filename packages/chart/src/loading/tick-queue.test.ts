import { expect, test } from 'vitest';
import type { ChartBar } from '../chart-source.ts';
import { createTickQueue } from './tick-queue.ts';

const bar = (time: number, close: number): ChartBar => {
  return { time, open: 1, high: 9, low: 0, close, volume: null };
};

function track() {
  let draw: (() => void) | null = null;
  let requests = 0;
  const applied: ChartBar[][] = [];
  const nextFrame = (run: () => void) => {
    requests += 1;
    draw = run;
    return () => {
      draw = null;
    };
  };
  const queue = createTickQueue({ nextFrame }, (bars) => applied.push(bars));
  return { queue, applied, picture: () => draw?.(), requests: () => requests };
}

test('a hundred ticks are one picture with the newest state of each bar, oldest bar first', () => {
  const { queue, applied, picture, requests } = track();
  queue.push(bar(2, 5));
  for (let i = 0; i < 99; i++) queue.push(bar(1, i));
  picture();
  expect(requests()).toBe(1);
  expect(applied).toEqual([[bar(1, 98), bar(2, 5)]]);
});

test('what waits is forgotten when something else is opened', () => {
  const { queue, applied, picture } = track();
  queue.push(bar(1, 1));
  queue.clear();
  picture();
  expect(applied).toEqual([]);
});
