import { expect, test } from '../journey.ts';
import { press, tabTo } from '../keys.ts';
import { storeFigures } from '../snapshots.ts';

test('a trader finds instruments by a preset, sharpens and saves the screen, and opens a chart, by keys alone', async ({
  page,
}) => {
  await storeFigures([
    { symbol: 'FMP:AAPL', resolution: '1D', studies: { rsi: 22.4, change1: -1.5 } },
    { symbol: 'FMP:ETHUSD', resolution: '1D', studies: { rsi: 28.9, change1: -0.4 } },
    { symbol: 'FMP:BTCUSD', resolution: '1D', studies: { rsi: 55.2, change1: 2.1 } },
  ]);
  await page.goto('/dashboard/screener');
  const table = page.getByRole('region', { name: 'Instruments found' });
  const codes = table.locator('tbody a');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await press(page, button('Oversold'));
  await expect(codes).toHaveText(['AAPL', 'ETHUSD']);
  await expect(page.getByText(/^2 of \d+ instruments/)).toBeVisible();

  await press(page, button('RSI is below 30'));
  const dialog = page.getByRole('dialog', { name: 'Change the condition' });
  await tabTo(page, dialog.getByLabel('Value'));
  await page.keyboard.type('25');
  await expect(dialog.getByText('RSI is below 25.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(codes).toHaveText(['AAPL']);

  // The market moves while the page is open.
  await storeFigures([
    { symbol: 'FMP:BTCUSD', resolution: '1D', studies: { rsi: 18.7, change1: -6 } },
  ]);
  await expect(codes).toHaveText(['BTCUSD', 'AAPL']);
  await expect(table.getByRole('row', { name: /BTCUSD/ })).toContainText('New');

  await press(page, button('Saved screens'));
  await press(page, page.getByRole('menuitem', { name: 'Save as…' }), 'ArrowDown');
  await expect(page.getByRole('dialog', { name: 'Save the screen' })).toBeVisible();
  await page.keyboard.type('Deeply oversold');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“Deeply oversold” was saved.')).toBeVisible();
  await expect(page).toHaveURL(/where=and\/and:rsi_below_25.*screen=\d+/);

  await page.reload();
  await expect(button('Deeply oversold')).toBeVisible();
  await expect(codes).toHaveText(['BTCUSD', 'AAPL']);

  // The screen becomes an alert, and what enters it next is told.
  await press(page, button('Alert on new rows'));
  const alert = page.getByRole('dialog', { name: 'Alert on new rows' });
  await expect(alert.getByText(/^2 instruments are in it now\./)).toBeVisible();
  await press(page, alert.getByRole('button', { name: 'Create alert' }));
  await expect(page.getByText('Alert created.')).toBeVisible();
  const told = page.getByText('ETHUSD (FMP) enters the screen “Deeply oversold” (1D). RSI 12.3.');
  const storeEth = (rsi: number) =>
    storeFigures([{ symbol: 'FMP:ETHUSD', resolution: '1D', studies: { rsi, change1: -9 } }]);
  // How soon the alert begins is not told here, and what is in the screen by then does not fire.
  await expect(async () => {
    await storeEth(28.9);
    await expect(codes).toHaveText(['BTCUSD', 'AAPL']);
    await storeEth(12.3);
    await expect(codes).toHaveText(['ETHUSD', 'BTCUSD', 'AAPL']);
    await expect(told).toBeVisible({ timeout: 5_000 });
  }).toPass();

  const rows = table.locator('tbody tr');
  await tabTo(page, rows.first());
  await expect(page.getByRole('complementary', { name: 'Chart of ETHUSD' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const chart = page.getByRole('complementary', { name: 'Chart of AAPL' });
  await expect(chart.getByRole('application', { name: /^AAPL 1 day chart/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/live-chart\?symbol=FMP:AAPL&resolution=1D/);
});
