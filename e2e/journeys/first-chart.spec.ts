import type { Page } from '@playwright/test';
import { GROUNDS } from '../../apps/web/src/ui/theme/tokens.ts';
import { chartOf } from '../chart-page.ts';
import { holdBack } from '../hold-back.ts';
import { expect, test } from '../journey.ts';

const ADDRESS = '/dashboard/live-chart?symbol=FMP:BTCUSD&resolution=1D';
const APPLICATION_CODE = /\/assets\/application-[^/]+\.js/;
const HISTORY = /\/api\/data\/histo/;
/** The bound that web vitals call good. */
const MOST_SHIFT = 0.1;

const isLong = process.env.TEST_LONG === 'true';

type Theme = 'light' | 'dark';
const SIZES = { dark: { width: 1440, height: 900 }, light: { width: 1024, height: 768 } };

/** The background of an element as `#RRGGBB`. */
const backgroundOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const channels = getComputedStyle(element).backgroundColor.match(/\d+/g) ?? [];
    const hex = channels.slice(0, 3).map((one) => Number(one).toString(16).padStart(2, '0'));
    return `#${hex.join('').toUpperCase()}`;
  });

async function prepare(page: Page, theme: Theme): Promise<void> {
  await page.addInitScript((chosen) => {
    localStorage.setItem('theme', chosen);
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  }, theme);
}

const shiftOf = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
  );

for (const theme of isLong ? (['dark', 'light'] as const) : (['dark'] as const)) {
  test(`the first page has the chosen theme from its first paint, and nothing moves while the chart comes, ${theme}`, async ({
    page,
  }) => {
    const ground = GROUNDS.bg[theme === 'light' ? 0 : 1];
    await page.setViewportSize(SIZES[theme]);
    await prepare(page, theme);
    const release = await holdBack(page, APPLICATION_CODE);
    await page.goto(ADDRESS, { waitUntil: 'commit' });
    await expect.poll(() => backgroundOf(page, 'body')).toBe(ground);
    release();
    await expect(page.getByText(/^Last closed bar/)).toBeAttached();
    // The legend is complete once it shows the age of the newest price.
    await expect(page.locator('[data-region="legend"]').getByText(/^\d+ s$/)).toBeVisible();
    expect(await backgroundOf(page, 'body')).toBe(ground);
    expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
    // One stop of the keyboard.
    await expect(chartOf(page).locator('[tabindex="0"]')).toHaveCount(0);
  });
}

test('a first page whose bars are slow, or whose code is missing, is usable or says so', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();

  await test.step('the page does not wait for bars', async () => {
    const release = await holdBack(page, HISTORY);
    await page.goto(ADDRESS);
    await expect(page.getByRole('toolbar', { name: 'Chart' })).toBeVisible();
    release();
    await expect(page.getByText(/^Last closed bar/)).toBeAttached();
    await page.unroute(HISTORY);
  });

  await test.step('a page whose code is missing says so, and a reload brings the chart', async () => {
    await page.route(APPLICATION_CODE, (route) => route.abort());
    await page.goto(ADDRESS);
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await page.unroute(APPLICATION_CODE);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  });
});

test('a stream that stands again makes the page ask for a new version', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectClosedStreams();
  await page.clock.install();
  const streams: { close: () => Promise<void> }[] = [];
  await page.routeWebSocket(/\/stream/, (socket) => {
    streams.push(socket);
    socket.connectToServer();
  });
  await page.goto(ADDRESS);
  await expect(page.getByText('● Live')).toBeVisible();
  await page.clock.fastForward(61_000);
  const check = page.waitForRequest(
    (request) =>
      request.resourceType() === 'fetch' && request.url().includes('/dashboard/live-chart'),
  );
  await streams.at(-1)?.close();
  await expect(async () => {
    await page.clock.fastForward(2_000);
    expect(streams.length).toBeGreaterThan(1);
  }).toPass();
  await check;
});
