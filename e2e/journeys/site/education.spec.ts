import type { Page } from '@playwright/test';
import { expectNoBarriers } from '../../barriers.ts';
import { expect, test } from '../../journey.ts';
import { NOBODY, noteForeignRequests, openPublic } from '../../visitor.ts';

const TOPICS = [
  { tab: 'Summary', path: '/educational', title: 'How to read the charts' },
  {
    tab: 'Support & Resistance',
    path: '/educational/support-resistance',
    title: 'Support and resistance',
  },
  { tab: 'Tightness', path: '/educational/tightness', title: 'Tightness' },
  { tab: 'Long/Short', path: '/educational/long-short', title: 'Long/Short' },
  { tab: 'Deployment', path: '/educational/deployment', title: 'Deployment' },
  {
    tab: 'Trade and Risk Managment',
    path: '/educational/trade-and-risk',
    title: 'Trade and Risk Managment',
  },
] as const;

test.use({ storageState: NOBODY });

const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Educational topics' });
const figureOf = (page: Page) => page.getByRole('application');

/** Waits until the figure is drawn: its values are known then. */
async function showFigure(page: Page): Promise<void> {
  await figureOf(page).scrollIntoViewIfNeeded();
  await expect(page.getByRole('definition').first()).toHaveText(/\d{4}$/);
}

test('every topic is a tab with an address of its own, and each page names the next', async ({
  page,
}) => {
  const foreign = noteForeignRequests(page);
  await openPublic(page, '/educational');
  for (const { tab, path, title } of TOPICS) {
    await tabsOf(page).getByRole('link', { name: tab, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const own = tabsOf(page).locator('[aria-current=page]');
    await expect(own).toHaveText(tab);
  }
  await openPublic(page, '/educational');
  for (const { title } of TOPICS.slice(1)) {
    await page.getByRole('navigation', { name: 'Next topic' }).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }
  expect(foreign, 'requests to other origins').toEqual([]);
});

test('the tips of the summary take the width of the content', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPublic(page, '/educational');
  const tips = await page.getByRole('article').getByRole('list').first().boundingBox();
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(tips).toMatchObject({ x: title?.x, width: 960 });
});

test('the summary has a live chart of BTCUSD and leads to more symbols', async ({ page }) => {
  await openPublic(page, '/educational');
  const preview = page.getByRole('figure', { name: 'Live preview of BTCUSD' });
  await preview.scrollIntoViewIfNeeded();
  await expect(preview).toContainText('Live');
  const prompt = page.getByRole('region', { name: 'Register or sign in for more symbols' });
  await expect(prompt.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
  await expect(prompt.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
});

test('a figure is drawn from real bars, and a reader changes a length with the keyboard', async ({
  page,
}) => {
  await openPublic(page, '/educational/support-resistance');
  await showFigure(page);
  const figure = page.getByRole('figure');
  await expect(figure).toContainText('ejtraderLabs/historical-data');
  await expect(figure).toContainText('17 Jan 2020');
  await expect(figure).toContainText('1,477.93');
  const slider = page.getByRole('slider', { name: 'Short-term length' });
  await expect(slider).toHaveAttribute('aria-valuetext', '20 bars');
  await slider.focus();
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', '50 bars');
  // The lowest close of 50 days instead of 20.
  await expect(figure).not.toContainText('1,477.93');
  await figureOf(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(figure).toContainText('16 Jan 2020');
  await page.keyboard.press('Escape');
  await expect(figure).toContainText('17 Jan 2020');
});

test('a figure that cannot be loaded says so and offers another try', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  await page.route('**/gold-daily-*', (route) => route.abort());
  await openPublic(page, '/educational/tightness');
  await figureOf(page).scrollIntoViewIfNeeded();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('could not be loaded');
  await page.unroute('**/gold-daily-*');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await showFigure(page);
  await expect(alert).toHaveCount(0);
});

test('figures follow the theme', async ({ page }) => {
  await openPublic(page, '/educational/long-short');
  await showFigure(page);
  const picture = () =>
    figureOf(page)
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const light = await picture();
  await page.getByLabel('Account and theme').click();
  await page.getByRole('button', { name: /^Theme/ }).click();
  await expect.poll(async () => (await picture()) === light).toBe(false);
});

test('the calculator sizes a position while one types, and says what is wrong with a plan', async ({
  page,
}) => {
  await openPublic(page, '/educational/trade-and-risk');
  const form = page.getByRole('region', { name: 'Position-size calculator' });
  const outcome = form.getByRole('status');
  await expect(outcome).toContainText('Units40');
  await form.getByLabel('Stop price').fill('49');
  await expect(outcome).toContainText('Units100');
  await form.getByLabel('Risk for this trade, %').fill('3');
  await expect(outcome).toContainText('more than 2 % of the capital');
  await expect(outcome).toContainText('costs more than the capital');
  await form.getByLabel('Stop price').fill('50');
  await expect(form.getByLabel('Stop price')).toHaveAccessibleDescription(/same price/);
  await expect(outcome).toContainText('Units–');
  await form.getByLabel('Stop price').fill('52.50');
  await expect(outcome).toContainText('Short: stop above entry');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('guides read, tabs lead on, and nothing is shown that would do nothing', async ({
    page,
  }) => {
    await page.goto('/educational/tightness');
    await expect(page.getByText('The figure needs JavaScript.')).toBeVisible();
    await expect(page.getByRole('slider')).toBeHidden();
    await expect(page.getByRole('row', { name: /Tightness = 100/ })).toContainText('4.64');
    await tabsOf(page).getByRole('link', { name: 'Trade and Risk Managment' }).click();
    await expect(page.getByText('Units = loss allowed')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Position-size calculator' })).toBeHidden();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the tab of the page is in sight, however far right it stands', async ({ page }) => {
    for (const { tab, path } of TOPICS) {
      await openPublic(page, path);
      await expect(tabsOf(page).getByRole('link', { name: tab, exact: true })).toBeInViewport({
        ratio: 0.9,
      });
    }
  });
});

for (const width of [1440, 390]) {
  for (const { path, tab } of TOPICS) {
    test(`${tab} has no barrier in either theme at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      for (const theme of ['light', 'dark']) {
        await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
        await openPublic(page, path);
        if ((await figureOf(page).count()) > 0) await showFigure(page);
        await expectNoBarriers(page);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        expect(overflow, 'pixels beyond the screen').toBeLessThanOrEqual(0);
      }
    });
  }
}
