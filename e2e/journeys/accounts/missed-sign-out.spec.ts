import type { Page } from '@playwright/test';
import { expect, test } from '../../journey.ts';
import { avatar } from '../../people.ts';

const keptBy = (page: Page) => page.evaluate(() => Object.keys(localStorage));

test('a sign-out that the server missed is made good after a reload and from another tab', async ({
  page,
  context,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  await page.goto('/dashboard/live-chart');
  await expect(avatar(page)).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const own = { headers: { authorization: `Bearer ${token}` } };
  let isDown = true;
  await context.route('**/api/**', (route) => (isDown ? route.abort() : route.continue()));
  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.reload();
  expect(await keptBy(page)).not.toContain('accessToken');
  expect(await keptBy(page)).toContain('signedOutSession');
  const other = await context.newPage();
  await page.close();
  isDown = false;
  await other.goto('/login');
  await expect.poll(() => keptBy(other)).not.toContain('signedOutSession');
  expect((await other.request.get('/api/users', own)).status()).toBe(401);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('rt');
});
