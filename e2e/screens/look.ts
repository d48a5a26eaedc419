import { expect, type Page } from '@playwright/test';

/** Called at every state of a walk, with its name, when the page stands still. */
export type Look = (state: string) => Promise<void>;

/** The two sizes every screen is made for: a desk, and a phone that is touched. */
export const SIZES = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** Colours a screen as it stands, without touching its state; the canvas of a chart keeps its own. */
export async function colourIn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.mantineColorScheme = name;
  }, theme);
  await standStill(page);
}

/** Waits until nothing fades or moves any more: only then is a screen what a person reads. */
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
