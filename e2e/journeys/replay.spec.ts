import type { Page } from '@playwright/test';
import { expectNoBarriers } from '../barriers.ts';
import { chartOf, openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('chart', '{"isTourDone":true}'));
});

const barOf = (page: Page) => page.getByRole('region', { name: 'Replay' });
const momentOf = async (page: Page) => (await barOf(page).locator('time').textContent()) ?? '';
const status = (page: Page) => page.locator('[data-region="legend"] [data-status]');

/** Opens the context menu in the middle of the chart. */
async function openMenu(page: Page): Promise<void> {
  const box = await chartOf(page).boundingBox();
  const position = { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 4 };
  await chartOf(page).click({ button: 'right', position });
}

test('a chart is replayed from a bar on, traded on paper, and returns to live bars', async ({
  page,
}) => {
  await openChart(page);
  await openMenu(page);
  await page.getByRole('menuitem', { name: /Start replay here/ }).click();
  await expect(status(page)).toContainText('Replay');
  await expect(page).toHaveTitle(/^Replay: BTCUSD/);
  const startedAt = await momentOf(page);
  await expectNoBarriers(page);

  await test.step('it steps by keys, and plays', async () => {
    await chartOf(page).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(barOf(page).locator('time')).not.toHaveText(startedAt);
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(barOf(page).locator('time')).toHaveText(startedAt);
    await barOf(page).getByRole('combobox', { name: 'Speed' }).selectOption('10 a sec');
    await barOf(page).getByRole('button', { name: 'Play' }).click();
    await expect(barOf(page).locator('time')).not.toHaveText(startedAt);
    await barOf(page).getByRole('button', { name: 'Pause' }).click();
  });

  await test.step('a position is bought and closed on paper', async () => {
    await barOf(page).getByRole('button', { name: 'Buy', exact: true }).click();
    await page.getByRole('textbox', { name: 'Size' }).fill('2');
    await page.getByRole('button', { name: /^Buy 2 at / }).click();
    await barOf(page).getByRole('button', { name: 'Step', exact: true }).click();
    await expect(barOf(page)).toContainText('Long 2 at');
    await barOf(page).getByRole('button', { name: 'Close', exact: true }).click();
    await barOf(page).getByRole('button', { name: 'Trades (1)' }).click();
    const trades = page.getByRole('dialog', { name: 'Replay: paper trades' });
    await expect(trades.getByRole('row')).toHaveCount(2);
    await expect(trades.getByRole('row').last()).toContainText('Long');
    const download = page.waitForEvent('download');
    await trades.getByRole('button', { name: 'CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^replay_trades_.*\.csv$/);
    await page.keyboard.press('Escape');
  });

  await test.step('an export names the replay, and live bars return', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save bars as CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^Replay_FMP_BTCUSD_1D_/);
    await barOf(page).getByRole('button', { name: 'Back to live' }).click();
    await expect(barOf(page)).toHaveCount(0);
    await expect(status(page)).not.toContainText('Replay');
    await expect(page).toHaveTitle(/^BTCUSD/);
  });
});
