import type { CDPSession, Page } from 'playwright-core';

type Place = readonly [x: number, y: number];

/** Drags the mouse, px. */
export async function drag(page: Page, from: Place, to: Place, steps = 5): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps });
  await page.mouse.up();
}

/**
 * Moves a finger straight from one place to another, px. Nothing is awaited before the first step: on a busy machine a
 * finger that starts moving late counts as a long press.
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
