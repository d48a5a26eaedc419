import { expect, test, vi } from 'vitest';
import type { DrawingFrame } from '../drawings/drawing-frame.ts';
import { createTimeFollower } from './time-follower.ts';

/** Ten bars, a pixel apart times ten, named 0 to 9; a time before them has no bar. */
const frame = {
  widthPx: 80,
  heightPx: 300,
  topPx: 20,
  times: { indexOf: (timeMs: number) => timeMs },
  xOf: (index: number) => index * 10,
} as unknown as DrawingFrame;

test('tells the places of times with every picture until it is stopped', () => {
  const place = vi.fn();
  const follower = createTimeFollower(
    () => frame,
    () => 5,
  );
  const stop = follower.follow([-1, 0, 3, 5, 9], place);
  follower.place();
  expect(place).toHaveBeenCalledExactlyOnceWith([null, 0, 30, null, null], 320);
  stop();
  follower.place();
  expect(place).toHaveBeenCalledOnce();
});

test('tells nothing before the first picture', () => {
  const place = vi.fn();
  const follower = createTimeFollower(
    () => null,
    () => 5,
  );
  follower.follow([0], place);
  follower.place();
  expect(place).not.toHaveBeenCalled();
});
