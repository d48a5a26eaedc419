import { expect, test } from 'vitest';
import type { ChartBar } from '../chart-source.ts';
import { createTickBuffer } from './bars.ts';

const bar = (time: number, close: number): ChartBar => {
  return { time, open: 1, high: 9, low: 0, close, volume: null };
};

/** A buffer that follows a source by hand, with pictures drawn by hand. */
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
  const buffer = createTickBuffer((bars) => applied.push(bars), nextFrame);
  const follow = () => {
    let listener = (_bar: ChartBar) => {};
    const pages = async () => ({ bars: [], hasOlder: false });
    const source = {
      loadNewest: pages,
      loadOlder: pages,
      subscribe: (onBar: typeof listener) => {
        listener = onBar;
        return () => {};
      },
    };
    buffer.follow(source, () => {});
    return (tick: ChartBar) => listener(tick);
  };
  const picture = () => {
    draw?.();
    draw = null;
  };
  return { buffer, follow, applied, picture, requests: () => requests };
}

test('a hundred ticks are one picture with the newest state of each bar, oldest bar first', () => {
  const { buffer, follow, applied, picture, requests } = track();
  const tick = follow();
  buffer.release(0);
  tick(bar(2, 5));
  for (let i = 0; i < 99; i++) tick(bar(1, i));
  picture();
  expect(requests()).toBe(1);
  expect(applied).toEqual([[bar(1, 98), bar(2, 5)]]);
});

test('waiting ticks, and later ones of that source, are dropped when another source follows', () => {
  const { buffer, follow, applied, picture } = track();
  const tick = follow();
  buffer.release(0);
  tick(bar(1, 1));
  follow();
  tick(bar(1, 2));
  buffer.release(0);
  picture();
  expect(applied).toEqual([]);
});

test('ticks wait for the first bars; those older than the newest bar are dropped', () => {
  const { buffer, follow, applied, picture } = track();
  const tick = follow();
  for (const time of [1, 2, 3]) tick(bar(time, time));
  picture();
  expect(applied).toEqual([]);
  buffer.release(2);
  picture();
  expect(applied).toEqual([[bar(2, 2), bar(3, 3)]]);
});
