import type { Page } from '@playwright/test';
import { CHART, GROUNDS } from '../../apps/web/src/ui/theme/tokens.ts';
import { chartOf } from '../chart-page.ts';
import { countPixels } from '../chart-picture.ts';
import { holdBack } from '../hold-back.ts';
import { expect, test } from '../journey.ts';

const ADDRESS = '/dashboard/live-chart?symbol=FMP:BTCUSD&resolution=1D';
const APPLICATION_CODE = /\/assets\/application-[^/]+\.js/;
const HISTORY = /\/api\/data\/histo/;
/** The bound that web vitals call good. */
const MOST_SHIFT = 0.1;
/** Fewer pixels of a colour are an edge or a letter, not the bodies of candles. */
const LEAST_PIXELS = 200;

const isLong = process.env.TEST_LONG === 'true';

type Theme = 'light' | 'dark';
const indexOf = (theme: Theme) => (theme === 'light' ? 0 : 1);
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

/** The frame around the first chart until the application takes it over. */
const frameOf = (page: Page) => page.locator('.first-chart');
const placeOf = (page: Page) => page.locator('.first-chart-place');

async function expectFirstCandles(page: Page, theme: Theme = 'light'): Promise<void> {
  await expect(async () => {
    const picture = await placeOf(page).screenshot();
    const [up = 0] = await countPixels(page, picture, [CHART.candleUp[indexOf(theme)][0]]);
    expect(up, 'pixels of rising candles').toBeGreaterThan(LEAST_PIXELS);
  }).toPass();
}

/** The application keeps the drawn canvas, in its place. */
async function expectTakenOver(page: Page, release: () => void): Promise<void> {
  const before = await placeOf(page).boundingBox();
  await placeOf(page)
    .locator('canvas')
    .first()
    .evaluate((canvas) => {
      canvas.dataset.seen = 'first';
    });
  release();
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  await expect(frameOf(page)).toHaveCount(0);
  await expect(chartOf(page).locator('canvas[data-seen="first"]')).toHaveCount(1);
  expect(await chartOf(page).boundingBox()).toEqual(before);
}

for (const theme of isLong ? (['dark', 'light'] as const) : (['dark'] as const)) {
  test(`a chart is drawn before the page around it, and nothing flashes, moves or is drawn twice, ${theme}`, async ({
    page,
  }) => {
    const ground = GROUNDS.bg[indexOf(theme)];
    await page.setViewportSize(SIZES[theme]);
    await prepare(page, theme);
    let release = await holdBack(page, APPLICATION_CODE);
    await page.goto(ADDRESS, { waitUntil: 'commit' });
    await expect.poll(() => backgroundOf(page, 'body')).toBe(ground);
    await expectFirstCandles(page, theme);
    expect(await backgroundOf(page, '.first-chart')).toBe(ground);
    await expectTakenOver(page, release);
    // The legend is complete once it shows the age of the newest price.
    await expect(page.locator('[data-region="legend"]').getByText(/^\d+ s$/)).toBeVisible();
    expect(await backgroundOf(page, 'body')).toBe(ground);
    expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
    // One stop of the keyboard.
    await expect(chartOf(page).locator('[tabindex="0"]')).toHaveCount(0);

    // The account's payment has ended since: a banner stands above the chart, the folded bar and the tour are gone.
    await page.evaluate(() => {
      const chart = { isTourDone: true, drawing: { isBarFolded: true } };
      localStorage.setItem('chart', JSON.stringify(chart));
    });
    await page.route('/api/users', async (route) => {
      const answer = await route.fetch();
      const payment = { hasPaid: true, paymentValidUntil: '2020-01-01' };
      await route.fulfill({ response: answer, json: { ...(await answer.json()), ...payment } });
    });
    await page.unroute(APPLICATION_CODE);
    release = await holdBack(page, APPLICATION_CODE);
    await page.reload({ waitUntil: 'commit' });
    await expectFirstCandles(page, theme);
    await expectTakenOver(page, release);
    await expect(page.getByText(/^Your payment ended on/)).toBeVisible();
  });
}

test('a first chart that is slow or fails leaves a working page, and goes with its session', async ({
  page,
  context,
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
    await expect(frameOf(page)).toHaveCount(0);
    await page.unroute(APPLICATION_CODE);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  });

  await test.step('a load of bars that failed is repeated, and the page shows them', async () => {
    let failures = 0;
    await page.route(HISTORY, (route) => {
      failures += 1;
      return failures === 1 ? route.abort() : route.continue();
    });
    await page.goto(ADDRESS);
    await expect(page.getByText(/^Last closed bar/)).toBeAttached();
    expect(failures).toBeGreaterThan(1);
    await page.unroute(HISTORY);
  });

  await test.step('the first chart goes when its session ends', async () => {
    const release = await holdBack(page, APPLICATION_CODE);
    await page.goto(ADDRESS);
    await expectFirstCandles(page);
    const other = await context.newPage();
    await other.goto('/');
    await other.evaluate(() => localStorage.removeItem('accessToken'));
    await expect(frameOf(page)).toHaveCount(0);
    release();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('the stream of the first chart reports a feed to the page, and makes it ask for a new version', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectClosedStreams();
  await page.clock.install();
  const streams: { close: () => Promise<void> }[] = [];
  let tellOffline = () => {};
  const toldOffline = new Promise<void>((done) => {
    tellOffline = done;
  });
  await page.routeWebSocket(/\/stream/, (socket) => {
    streams.push(socket);
    socket.connectToServer().onMessage((text) => {
      const message = JSON.parse(String(text));
      const isFeed = message.type === 'feed';
      socket.send(isFeed ? JSON.stringify({ ...message, isOffline: true }) : text);
      if (isFeed) tellOffline();
    });
  });
  const release = await holdBack(page, APPLICATION_CODE);
  await page.goto(ADDRESS);
  await toldOffline;
  release();
  await expect(page.getByText(/FMP.*offline/i).first()).toBeVisible();
  expect(streams.length).toBe(1);
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
