import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openHarness } from './harness/open-page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('the library still has what the chart leans on beyond its documented interface', async () => {
  const { page, errors } = await openHarness(browser);
  const parts = await page.evaluate(() => window.harness.libraryParts());
  const missing = Object.entries(parts).flatMap(([what, isThere]) => (isThere ? [] : [what]));
  expect(missing).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});
