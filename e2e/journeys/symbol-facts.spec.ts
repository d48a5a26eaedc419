import { expectNoBarriers } from '../barriers.ts';
import { chartOf, openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';

test('the name in the legend tells what the instrument is, and leads to its chart of another interval', async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('chart')) localStorage.setItem('chart', '{"isTourDone":true}');
  });
  await openChart(page, '?symbol=FMP:AAPL&resolution=1D');
  await page.getByRole('button', { name: 'About AAPL' }).click();
  const dialog = page.getByRole('dialog', { name: /^About AAPL/ });
  await expect(dialog.getByText('Range of 52 weeks')).toBeVisible();
  await expect(dialog.getByText('09:30–16:00', { exact: false })).toBeVisible();
  await expect(dialog.getByRole('button', { name: '4h: chart of 4 hours' })).toBeVisible();
  await expectNoBarriers(page);
  await expect(page).toHaveURL(/symbol=FMP:AAPL&resolution=1D&info=1$/);
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/symbol=FMP:AAPL&resolution=1D$/);
  await page.goForward();
  await expect(dialog.getByText('Range of 52 weeks')).toBeVisible();
  await page.reload();
  await expect(dialog.getByText('Range of 52 weeks')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/symbol=FMP:AAPL&resolution=1D$/);

  await chartOf(page).focus();
  await page.keyboard.press('Alt+Shift+KeyI');
  await dialog.getByRole('button', { name: '1W: chart of 1 week' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(chartOf(page)).toHaveAccessibleName('AAPL 1 week chart, FMP');
});
