import type { CDPSession } from 'playwright-core';

type Place = readonly [x: number, y: number];

/**
 * A finger that goes straight from one place of the page to another, px. Nothing waits before its first step: on a busy
 * machine a finger that begins to move late would count as one that rests, which is a long press.
 */
export async function swipe(
  client: CDPSession,
  from: Place,
  to: Place,
  steps: number,
): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', places: Place[]) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: places.map(([x, y]) => ({ x, y })),
    });
  const started = touch('touchStart', [from]);
  for (let step = 1; step <= steps; step++) {
    const at = (i: 0 | 1) => from[i] + ((to[i] - from[i]) * step) / steps;
    await touch('touchMove', [[at(0), at(1)]]);
  }
  await touch('touchEnd', []);
  await started;
}
