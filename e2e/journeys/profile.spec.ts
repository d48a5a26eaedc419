import { openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';
import { judgeBarriers } from '../screens/barriers.ts';
import { expectTitle, SIZES } from '../screens/look.ts';
import { signedIn } from '../session.ts';

const EVERYBODYS = ['Live Chart', 'Manage Account', 'Home', 'Educational'];
const ADMINS = [
  ...['Live Chart', 'Manage Account', 'Manage Users', 'Manage Symbols', 'View Errors'],
  ...['Home', 'Educational'],
];

test('the profile shows who one is, and their data, which go into the clipboard', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openChart(page);
  await page.getByRole('link', { name: 'Profile' }).click();
  await expectTitle(page, 'Profile');
  await expect(page).toHaveTitle(/^Profile/);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 })).toBeVisible();
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
});

for (const [email, items] of [
  ['commercial@demo.test', EVERYBODYS],
  ['admin@demo.test', ADMINS],
] as const) {
  test.describe(email, () => {
    test.use({
      // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
      storageState: async ({}, use) => use(await signedIn(email)),
    });
    test('the navigation holds what the specification names, in its order, then a line', async ({
      page,
    }) => {
      await openChart(page);
      const entries = page.getByRole('navigation', { name: 'Main' }).locator('ul > li');
      const divider = await entries.evaluateAll((all) => all.findIndex((one) => one.ariaHidden));
      expect((await entries.allTextContents()).slice(0, divider)).toEqual(items);
      expect((await entries.allTextContents()).slice(divider)).toContain('Profile');
    });
  });
}

test('Home is a document of its own', async ({ page }) => {
  await openChart(page);
  const loaded = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/');
  await page.getByRole('link', { name: 'Home' }).click();
  expect((await loaded).request().isNavigationRequest()).toBe(true);
});

for (const [size, use] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(use);
    test(`the profile has no barrier, at a ${size}, in either theme`, async ({ page }) => {
      const look = judgeBarriers(page);
      await page.goto('/dashboard/profile');
      const json = page.getByRole('region', { name: 'Account data as JSON' });
      await expect(json).toBeVisible();
      await look('profile');
      // What is long scrolls within the card.
      const heights = await page.evaluate(() => {
        const { scrollHeight, clientHeight } = document.documentElement;
        return scrollHeight - clientHeight;
      });
      expect(heights).toBeLessThanOrEqual(0);
      await expect(page.getByRole('button', { name: 'Copy' })).toBeInViewport();
    });
  });
}
