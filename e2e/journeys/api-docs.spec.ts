import { expect, NOBODY, test } from '../journey.ts';
import { ORIGIN } from '../origin.ts';

test.use({ storageState: NOBODY });

test('a developer reads and tries the API, and nothing foreign is loaded', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'API' })).toHaveAttribute('href', '/api/docs');

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  const opened = await page.goto('/api/docs#/Service/getLiveness');
  expect(opened?.headers()['content-security-policy']).toContain("default-src 'none'");
  await expect(page.getByRole('heading', { name: /^Moneytrail/ })).toBeVisible();

  const live = page.locator('#operations-Service-getLiveness');
  await live.getByRole('button', { name: 'Execute' }).click();
  await expect(live.locator('.live-responses-table tbody .response-col_status')).toContainText(
    '200',
  );
  await expect(live.locator('.live-responses-table')).toContainText('"status": "ok"');

  await page.locator('#operations-tag-Market_data').click();
  const symbol = page.locator('#operations-Market_data-getSymbol');
  await symbol.getByRole('button').first().click();
  await symbol.getByPlaceholder('symbol').fill('FMP:BTCUSD');
  await symbol.getByRole('button', { name: 'Execute' }).click();
  await expect(symbol.locator('.live-responses-table')).toContainText('"ticker": "FMP:BTC/USD"');

  const foreign = asked.filter((url) => !url.startsWith(`${ORIGIN}/`) && !url.startsWith('data:'));
  expect(foreign).toEqual([]);
  expect(told).toEqual([]);
});
