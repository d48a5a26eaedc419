import type { Locator, Page } from '@playwright/test';
import { openChart } from '../chart-page.ts';
import { expect, test, testAnyConsole } from '../journey.ts';
import { judgeBarriers } from '../screens/barriers.ts';
import { SIZES } from '../screens/look.ts';

const NEWS = '**/api/demo/news*';
const UNAVAILABLE = 'News is unavailable right now.';

const openerOf = (page: Page) => page.getByRole('button', { name: 'Market news' });
const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Market news' });
const frameOf = (drawer: Locator) => drawer.locator('iframe');

/** Every address of news that the page asks for. */
function askedOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/demo/news')) asked.push(request.url());
  });
  return asked;
}

test('the news open at the right, ask for nothing before, and give the focus back', async ({
  page,
}) => {
  const asked = askedOf(page);
  await openChart(page);
  expect(asked).toEqual([]);
  const opener = openerOf(page);
  await opener.click();
  const drawer = drawerOf(page);
  await expect(drawer).toBeVisible();
  const content = drawer.frameLocator('iframe');
  await expect(content.getByRole('listitem').first()).toContainText('Simulated');
  await expect(content.locator('html')).toHaveAttribute('data-theme', 'light');
  expect(asked).toHaveLength(1);
  // A page of our own origin is not given it.
  await expect(frameOf(drawer)).toHaveAttribute('sandbox', 'allow-scripts allow-popups');
  const box = await drawer.boundingBox();
  expect(box).toMatchObject({ x: 940, y: 0, width: 500, height: 900 });
  // The closing button stands before the frame, which keys can reach.
  await expect(drawer.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(frameOf(drawer)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  // The frame is a page of its own, which gives the keys back in its own time.
  await expect(drawer.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
});

test('Alt+N opens them anywhere but where a dialog has the keys', async ({ page }) => {
  await openChart(page);
  await page.keyboard.press('Alt+KeyN');
  await expect(drawerOf(page)).toBeVisible();
  await drawerOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(drawerOf(page)).toBeHidden();
  await page.keyboard.press('Alt+KeyI');
  await expect(page.getByRole('dialog', { name: /Indicators/ })).toBeVisible();
  await page.keyboard.press('Alt+KeyN');
  await expect(drawerOf(page)).toHaveCount(0);
});

test('the news follow the theme', async ({ page }) => {
  await openChart(page);
  await page.getByRole('switch', { name: 'Dark theme' }).click();
  await openerOf(page).click();
  const drawer = drawerOf(page);
  await expect(drawer.frameLocator('iframe').locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('without a network they are unavailable, and Retry shows them after it', async ({
  page,
  context,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  await openChart(page);
  // Their code is there already.
  await openerOf(page).click();
  await expect(frameOf(drawerOf(page))).toHaveAttribute('data-loaded');
  await page.keyboard.press('Escape');
  await context.setOffline(true);
  await openerOf(page).click();
  const drawer = drawerOf(page);
  await expect(drawer.getByRole('alert')).toContainText(UNAVAILABLE);
  await expect(frameOf(drawer)).toHaveCount(0);
  await context.setOffline(false);
  await expect(drawer.frameLocator('iframe').getByRole('listitem').first()).toBeVisible();
});

test('without a network when they are first opened a card says so, and Retry opens them', async ({
  page,
  context,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  await openChart(page);
  await context.setOffline(true);
  await openerOf(page).click();
  const card = page.getByRole('alert').filter({ hasText: UNAVAILABLE });
  await expect(card).toBeVisible();
  await context.setOffline(false);
  await card.getByRole('button', { name: 'Retry' }).click();
  await expect(drawerOf(page).frameLocator('iframe').getByRole('list')).toBeVisible();
});

// The clock of the test is a script, which the page in the frame refuses and says so.
testAnyConsole(
  'a page of news that does not come within 15 s is unavailable, and Retry asks again',
  async ({ page }) => {
    await page.clock.install();
    await openChart(page);
    let isSilent = true;
    await page.route(NEWS, async (route) => {
      if (!isSilent) await route.continue();
    });
    await openerOf(page).click();
    const drawer = drawerOf(page);
    await expect(drawer.getByRole('status', { name: 'Loading news…' })).toBeVisible();
    // The time that is skipped may also look as if the server were silent: what that says is gone when it is heard again.
    await expect(async () => {
      await page.clock.fastForward(15_000);
      await expect(page.getByText(/^No connection to the server/)).toHaveCount(0);
      await expect(drawer.getByRole('alert')).toContainText(UNAVAILABLE, { timeout: 1_000 });
    }).toPass();
    isSilent = false;
    await drawer.getByRole('button', { name: 'Retry' }).click();
    await expect(drawer.frameLocator('iframe').getByRole('list')).toBeVisible();
    await expect(drawer.getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  },
);

test('an address that leads to a host nobody allowed is unavailable', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectRefusal('frame-src');
  await openChart(page);
  await page.route(NEWS, (route) =>
    route.fulfill({ status: 302, headers: { location: 'http://elsewhere.test/' } }),
  );
  await openerOf(page).click();
  await expect(drawerOf(page).getByRole('alert')).toContainText(UNAVAILABLE);
});

for (const [size, use] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(use);
    test(`the news have no barrier, at a ${size}, in either theme`, async ({
      page,
      context,
      consoleGuard,
    }) => {
      consoleGuard.expectNoNetwork();
      const look = judgeBarriers(page);
      await openChart(page);
      await openerOf(page).click();
      const drawer = drawerOf(page);
      await expect(frameOf(drawer)).toHaveAttribute('data-loaded');
      await look('news');
      if (size === 'phone') {
        const box = await drawer.boundingBox();
        expect(box).toMatchObject({ x: 0, width: 390 });
        expect(Math.round(box?.y ?? 0)).toBe(68);
      }
      await drawer.getByRole('button', { name: 'Close' }).click();
      await context.setOffline(true);
      await openerOf(page).click();
      await expect(drawer.getByRole('alert')).toContainText(UNAVAILABLE);
      await look('news that are unavailable');
    });
  });
}
