import { expect, test } from '../journey.ts';

test('the record of a chosen symbol tells its finding first, and each of its marks leads to its bar', async ({
  page,
}) => {
  await page.goto('/dashboard/signals');
  const finding = page.getByRole('region', { name: 'Finding' });
  // A new instrument has no published mark yet.
  await expect(finding.getByRole('heading')).toContainText('marks to judge');
  await page.getByRole('button', { name: /Choose another symbol/ }).click();
  const search = page.getByRole('dialog', { name: 'Symbol search' });
  await search.getByRole('combobox', { name: 'Code or description' }).fill('ETHUSD');
  await search
    .getByRole('option', { name: /ETHUSD.*Bitfinex/ })
    .first()
    .click();
  await expect(search).toHaveCount(0);
  await page.getByText('Computed', { exact: true }).click();
  await expect(page).toHaveURL(/symbol=Bitfinex:ETH\/?USD.*source=computed/);
  await expect(finding.getByText('Bitfinex:ETH/USD')).toBeVisible();
  await expect(finding.getByText(/^Computed marks: /)).toBeVisible();
  const marks = page.getByRole('region', { name: 'The marks and what followed' });
  await marks.getByRole('link').first().click();
  await expect(page).toHaveURL(/live-chart\?symbol=Bitfinex:ETH\/USD&resolution=1D&at=20/);
  await expect(
    page.getByRole('application', { name: 'ETHUSD 1 day chart, Bitfinex' }),
  ).toBeVisible();
});
