import { expect, NOBODY, test } from '../journey.ts';
import { makePerson, signInByPage } from '../people.ts';

test.use({ storageState: NOBODY });

test('somebody without a plan is told what is locked, and led to what is not', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(403, /\/api\/data\//);
  consoleGuard.expectAnswer(404, /\/api\/data\//);
  await signInByPage(page, await makePerson(page.request));
  await page.goto('/dashboard/live-chart?symbol=FMP:AAPL');
  await expect(page.getByRole('alert')).toContainText('Source locked');
  await page.getByRole('button', { name: 'Open FMP:BTCUSD' }).click();
  await expect(page).toHaveURL(/symbol=FMP:BTCUSD/);
  await expect(page.getByText('Bitcoin USD')).toBeVisible();
  await page.keyboard.type('a');
  const locked = page.getByRole('option', { name: /AAPL.*FMP/ });
  await expect(locked).toContainText('(Locked)');
  await locked.click();
  const search = page.getByRole('dialog', { name: 'Symbol search' });
  await expect(search.getByRole('status')).toContainText('Source locked. FMP:AAPL');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await search.getByRole('button', { name: 'Open FMP:BTCUSD' }).click();
  await expect(search).toHaveCount(0);
  await page.goto('/dashboard/live-chart?symbol=FMP:NOSUCH');
  await expect(page.getByRole('alert')).toContainText('FMP:NOSUCH');
  await page.getByRole('button', { name: 'Open FMP:BTCUSD' }).click();
  await expect(page.getByText('Bitcoin USD')).toBeVisible();
});
