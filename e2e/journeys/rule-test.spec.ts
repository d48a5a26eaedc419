import { expect, test } from '../journey.ts';
import { press, tabTo } from '../keys.ts';

test('a trader tests a ready rule, reads its finding and opens the chart at a trade, by keys alone', async ({
  page,
}) => {
  await page.goto('/dashboard/rule-test');
  await press(page, page.getByRole('button', { name: 'Reach of support' }));
  await press(page, page.getByRole('button', { name: 'Run the test' }));
  const result = page.getByRole('region', { name: 'Result' });
  const finding = result.getByRole('region', { name: 'Finding' });
  await expect(finding.getByRole('heading')).toContainText(/trades on 1 instrument made/);
  await expect(page).toHaveURL(
    /symbols=FMP:BTCUSD&long=and\/level_shortTermSupport_reached.*test=\d+/,
  );

  // The test and its result are still there after the page was left.
  await page.reload();
  await expect(finding.getByRole('heading')).toContainText(/trades on 1 instrument made/);

  const rows = result.getByRole('region', { name: 'Trades' }).locator('tbody tr');
  await tabTo(page, rows.first());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/live-chart\?symbol=FMP:BTC\/?USD&resolution=1D&at=20/);
  await expect(page.getByRole('application', { name: /^BTCUSD 1 day chart/ })).toBeVisible();
});
