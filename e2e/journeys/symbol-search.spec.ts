import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('chart', '{"isTourDone":true}'));
});

const symbolsOf = (page: Page) => page.getByRole('listbox', { name: 'Symbols' });

async function openSearch(page: Page) {
  await page.keyboard.press('g');
  return page.getByRole('dialog', { name: 'Symbol search' });
}

test('the search finds a commodity by its name, a pair however it is parted, and one type alone', async ({
  page,
}) => {
  await openChart(page);
  const search = await openSearch(page);
  const field = search.getByRole('combobox', { name: 'Code or description' });
  await field.fill('white maize');
  await expect(symbolsOf(page).getByRole('option').first()).toContainText(
    /^WMAZ.*White maize · \w{3} \d{4}/,
  );
  for (const text of ['EUR/USD', 'eur usd']) {
    await field.fill(text);
    for (const source of ['FMP', 'Tiingo']) {
      await expect(
        symbolsOf(page).getByRole('option', { name: new RegExp(`EURUSD.*${source}`) }),
      ).toBeVisible();
    }
  }
  await field.fill('usd');
  const forex = symbolsOf(page).getByRole('option', { name: /EURUSD.*FMP/ });
  await expect(forex).toBeVisible();
  await search.getByRole('combobox', { name: 'Type' }).selectOption('Crypto');
  await expect(forex).toHaveCount(0);
  await expect(symbolsOf(page).getByRole('option', { name: /BTCUSD.*FMP/ })).toBeVisible();
});

test('a starred symbol leads the search until its star is taken away', async ({ page }) => {
  await openChart(page);
  let search = await openSearch(page);
  const field = search.getByRole('combobox', { name: 'Code or description' });
  await field.fill('fmp aapl');
  await field.press('Shift+Enter');
  await expect(symbolsOf(page).getByRole('option', { name: /AAPL.*Starred/ })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  search = await openSearch(page);
  await search.getByRole('combobox', { name: 'Code or description' }).fill('');
  const first = symbolsOf(page).getByRole('option').first();
  await expect(first).toHaveAccessibleName(/AAPL.*Starred/);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await first.getByTitle('Remove star').click();
  await expect(first).not.toHaveAccessibleName(/AAPL/);
});
