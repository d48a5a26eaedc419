import { expect, test } from '../journey.ts';
import { expectTitle } from '../screens/look.ts';

test('the profile shows the account data without a secret, copies them, and leads home', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/dashboard/profile');
  await expectTitle(page, 'Profile');
  await expect(page).toHaveTitle(/^Profile/);
  const main = page.getByRole('main');
  await expect(main).toContainText('Commercial User');
  const json = main.getByRole('region', { name: 'Account data as JSON' });
  await expect(json).toContainText('"username": "commercial@demo.test"');
  const shown = JSON.parse((await json.textContent()) ?? '');
  for (const secret of ['password', 'passwordHash', 'accessToken']) {
    expect(shown).not.toHaveProperty(secret);
  }
  await main.getByRole('button', { name: 'Copy' }).click();
  await expect(main.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(shown);

  // Home is a separate document.
  const loaded = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/');
  await page.getByRole('link', { name: 'Home' }).click();
  expect((await loaded).request().isNavigationRequest()).toBe(true);
});
