import type { Page } from '@playwright/test';
import { expectNoBarriers } from '../barriers.ts';
import { openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';
import { signedIn } from '../session.ts';

// Its own account has no list: the search of another journey stars a symbol.
// biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
test.use({ storageState: async ({}, use) => use(await signedIn('subscriber@demo.test')) });

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('chart')) localStorage.setItem('chart', '{"isTourDone":true}');
  });
});

const gridOf = (page: Page) => page.getByRole('grid');
const codesOf = (page: Page) => gridOf(page).locator('tr[data-key] > td:first-child');

test('a list is pasted, walked by keys, and kept', async ({ page }) => {
  await openChart(page);
  await page.keyboard.press('Alt+w');
  const panel = page.getByRole('complementary', { name: 'Watchlist' });
  await panel.getByRole('button', { name: /^Start with/ }).click();
  await expect(codesOf(page)).toHaveText(['BTC/USD']);

  await panel.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add or import symbols' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add symbols' });
  await dialog.getByLabel('Symbols', { exact: true }).fill('###Pairs\nFMP:ETHUSD, NOSUCH');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toContainText('Unknown: NOSUCH. The others were added.');
  await page.keyboard.press('Escape');
  await expect(codesOf(page)).toHaveText(['BTC/USD', 'Pairs', 'ETH/USD']);
  await expect(gridOf(page).getByRole('row', { name: /ETH\/USD/ })).toContainText('%');

  await page.keyboard.press('Alt+Shift+w');
  await expect(page.getByText('BTCUSD is in “Favourites”.')).toBeVisible();
  await gridOf(page).focus();
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/symbol=FMP:ETH/);
  await page.keyboard.press('Alt+ArrowUp');
  await expect(codesOf(page)).toHaveText(['BTC/USD', 'ETH/USD', 'Pairs']);
  await page.keyboard.press('Space');
  await expect(codesOf(page)).toHaveText(['BTC/USD', 'red flag, ETH/USD', 'Pairs']);
  await expectNoBarriers(page);

  const saved = page.waitForResponse((answer) => answer.url().includes('/api/watchlists'));
  await page.reload();
  await saved;
  await expect(codesOf(page)).toHaveText(['BTC/USD', 'red flag, ETH/USD', 'Pairs']);
});
