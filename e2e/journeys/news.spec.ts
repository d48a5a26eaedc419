import type { Locator, Page } from '@playwright/test';
import { openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';
import { judgeBarriers } from '../screens/barriers.ts';
import { SIZES } from '../screens/look.ts';

const NEWS = '**/api/demo/news*';
const UNAVAILABLE = 'News is unavailable right now.';

const openerOf = (page: Page) => page.getByRole('button', { name: 'Market news' });
const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Market news' });
const frameOf = (drawer: Locator) => drawer.locator('iframe');

/** Every news address that the page requests. */
function askedOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/demo/news')) asked.push(request.url());
  });
  return asked;
}

/** The tab key goes from the close button into the frame and back, and Escape returns the focus to the opener. */
async function goThroughByKeys(page: Page): Promise<void> {
  const drawer = drawerOf(page);
  // The close button is before the frame, which the tab key can reach.
  await expect(drawer.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(frameOf(drawer)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  // The frame is a separate page and returns the focus in its own time.
  await expect(drawer.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(openerOf(page)).toBeFocused();
}

test('the news open when they are asked for, follow the theme, and come back after an outage', async ({
  page,
  context,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  consoleGuard.expectRefusal('frame-src');
  const asked = askedOf(page);
  const drawer = drawerOf(page);
  const news = drawer.frameLocator('iframe').getByRole('listitem').first();
  const theme = drawer.frameLocator('iframe').locator('html');
  await openChart(page);

  // Their code has not loaded yet.
  await context.setOffline(true);
  await openerOf(page).click();
  const card = page.getByRole('alert').filter({ hasText: UNAVAILABLE });
  await expect(card).toBeVisible();
  expect(asked).toEqual([]);
  await context.setOffline(false);
  await card.getByRole('button', { name: 'Retry' }).click();
  await expect(news).toContainText('Simulated');
  await expect(theme).toHaveAttribute('data-theme', 'light');
  expect(asked).toHaveLength(1);
  // A page of our own origin does not get it.
  await expect(frameOf(drawer)).toHaveAttribute('sandbox', 'allow-scripts allow-popups');
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();

  await openerOf(page).click();
  await expect(news).toBeVisible();
  await goThroughByKeys(page);

  // Alt+N opens them unless a dialog has the focus.
  await page.keyboard.press('Alt+KeyI');
  await expect(page.getByRole('dialog', { name: /Indicators/ })).toBeVisible();
  await page.keyboard.press('Alt+KeyN');
  await expect(drawer).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: /Indicators/ })).toHaveCount(0);
  await page.getByRole('switch', { name: 'Dark theme' }).click();
  await page.keyboard.press('Alt+KeyN');
  await expect(theme).toHaveAttribute('data-theme', 'dark');
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();

  await context.setOffline(true);
  await openerOf(page).click();
  await expect(drawer.getByRole('alert')).toContainText(UNAVAILABLE);
  await expect(frameOf(drawer)).toHaveCount(0);
  await context.setOffline(false);
  await expect(news).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();

  // The address leads to a host that is not allowed.
  await page.route(NEWS, (route) =>
    route.fulfill({ status: 302, headers: { location: 'http://elsewhere.test/' } }),
  );
  await openerOf(page).click();
  await expect(drawer.getByRole('alert')).toContainText(UNAVAILABLE);
});

/** Component tests check the drawer once; the long run checks it over the chart in both themes and sizes. */
for (const [size, use] of process.env.TEST_LONG === 'true' ? Object.entries(SIZES) : []) {
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
