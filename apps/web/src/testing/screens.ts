import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoBarriers } from './barriers.ts';

type Screen = { guarantee: string; width: number; height: number; isAudited: boolean };

/** For `test.each`. Both screens have the same barriers, so axe runs on the desk alone. */
export const SCREENS: readonly Screen[] = [
  { guarantee: 'fit a desk and have no barrier', width: 1440, height: 900, isAudited: true },
  { guarantee: 'fit a phone', width: 390, height: 844, isAudited: false },
];

/** Resizes the page until the test ends; returns the check to run in each state. */
export async function openScreen({ width, height, isAudited }: Screen) {
  await page.viewport(width, height);
  onTestFinished(() => page.viewport(1440, 900));
  return async (state: string): Promise<void> => {
    if (isAudited) await expectNoBarriers(state);
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth, state).toBeLessThanOrEqual(clientWidth);
  };
}
