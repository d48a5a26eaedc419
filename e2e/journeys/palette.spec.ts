import { expectNoBarriers } from '../barriers.ts';
import { chartOf, openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';

test('a few letters after Ctrl+K add an indicator, change the interval and open a symbol', async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('chart')) localStorage.setItem('chart', '{"isTourDone":true}');
  });
  await openChart(page, '?symbol=FMP:BTCUSD&resolution=1D');
  const dialog = page.getByRole('dialog', { name: 'All commands' });
  const active = dialog.getByRole('option', { selected: true });
  const run = async (text: string, name: RegExp) => {
    await page.keyboard.press('Control+KeyK');
    // Letters typed while the code loads are kept.
    await page.keyboard.type(text);
    await expect(active).toHaveAccessibleName(name);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(chartOf(page)).toBeFocused();
  };
  await chartOf(page).focus();

  await run('rsi', /^Relative strength index/i);
  await expect(
    page.locator('[data-pane]').getByRole('button', { name: 'RSI', exact: true }),
  ).toBeVisible();

  await run('4h', /^4 hours/);
  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 4 hours chart, FMP');

  await run('ethusd fmp', /^ETHUSD/);
  await expect(chartOf(page)).toHaveAccessibleName('ETHUSD 4 hours chart, FMP');

  await test.step('the list of keys leads to it, and the focus returns to the chart', async () => {
    await page.keyboard.press('?');
    await page.getByRole('button', { name: 'Search all commands' }).press('Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(chartOf(page)).toBeFocused();
  });

  await test.step('it leaves a drawing that is being placed alone', async () => {
    await page.keyboard.press('Alt+KeyT');
    const hint = page.getByText(/^Trend line: choose the first point/);
    await expect(hint).toBeVisible();
    await page.keyboard.press('Control+KeyK');
    await expect(dialog.getByRole('group', { name: 'Recent' })).toContainText('4 hours');
    await expectNoBarriers(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(hint).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(hint).toHaveCount(0);
  });
});

test('on a page without a chart it finds pages and symbols, whose chart it opens', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('chart', '{"isTourDone":true}'));
  await openChart(page, '?symbol=FMP:BTCUSD&resolution=1D');
  await page.goto('/dashboard/profile');
  const dialog = page.getByRole('dialog', { name: 'All commands' });
  const run = async (text: string, name: RegExp) => {
    await expect(page.locator('h1')).toBeVisible();
    await page.keyboard.press('Control+KeyK');
    await dialog.getByRole('combobox').fill(text);
    await expect(dialog.getByRole('option', { selected: true })).toHaveAccessibleName(name);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
  };
  await run('price sig', /^Price Signals/);
  await expect(page).toHaveURL(/price-signals/);
  await run('ethusd fmp', /^ETHUSD/);
  await expect(chartOf(page)).toHaveAccessibleName('ETHUSD 1 day chart, FMP');
});
