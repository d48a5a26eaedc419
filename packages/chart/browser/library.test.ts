import { expect, test } from 'vitest';
import { openHarness, page } from './harness/open-page.ts';

test('the library still has the undocumented parts that the chart relies on', async () => {
  await openHarness();
  const parts = await page.evaluate(() => window.harness.libraryParts());
  const missing = Object.entries(parts).flatMap(([what, isThere]) => (isThere ? [] : [what]));
  expect(missing).toEqual([]);
});
