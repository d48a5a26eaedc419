import { expect, type Locator, type Page } from '@playwright/test';

/** More elements than a page has before any of those that a journey goes to. */
const MOST_TABS = 120;

/** Goes to an element by the keyboard. */
export async function tabTo(page: Page, element: Locator, key = 'Tab'): Promise<void> {
  await expect(element).toBeVisible();
  for (let left = MOST_TABS; left > 0; left -= 1) {
    if (await element.evaluate((at) => at === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${element}.`);
}

/** Goes to an element by the keyboard and presses Enter. */
export async function press(page: Page, element: Locator, key?: string): Promise<void> {
  await tabTo(page, element, key);
  await page.keyboard.press('Enter');
}
