import { expect, type Page } from '@playwright/test';

/** Called with its name at every stable state of a walk. */
export type Look = (state: string) => Promise<void>;

/** The two sizes that every screen supports: a desktop, and a phone with a touch screen. */
export const SIZES = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** Switches the theme of a screen without changing its state; the canvas of a chart keeps its colours. */
export async function colourIn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.mantineColorScheme = name;
  }, theme);
  await standStill(page);
}

/** Waits for the end of all animations. */
export async function standStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY),
  );
}

/** The screen has this title. */
export async function expectTitle(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}
