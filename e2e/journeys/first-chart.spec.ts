import type { Locator, Page } from '@playwright/test';
import { CHART, GROUNDS } from '../../apps/web/src/ui/theme/tokens.ts';
import { chartOf } from '../chart-page.ts';
import { countPixels } from '../chart-picture.ts';
import { holdBack } from '../hold-back.ts';
import { expect, test } from '../journey.ts';

const ADDRESS = '/dashboard/live-chart?symbol=FMP:BTCUSD&resolution=1D';
const APPLICATION_CODE = /\/assets\/application-[^/]+\.js/;
const HISTORY = /\/api\/data\/histo/;
/** Fewer pixels of a colour than these are an edge or a letter, not the bodies of candles. */
const LEAST_PIXELS = 200;
/** As many pixels as the bars above and beside the chart have at least. */
const LEAST_BAR_PIXELS = 50_000;

const isLong = process.env.TEST_LONG === 'true';

type Theme = 'light' | 'dark';
const indexOf = (theme: Theme) => (theme === 'light' ? 0 : 1);
const risingColour = (theme: Theme) => CHART.candleUp[indexOf(theme)][0];

const frameOf = (page: Page) => page.locator('[data-first-frame]');
const placeOf = (page: Page) => frameOf(page).locator('[tabindex="0"]');

async function expectFirstCandles(page: Page, theme: Theme = 'light'): Promise<void> {
  await expect(async () => {
    const picture = await frameOf(page).screenshot();
    const [up = 0] = await countPixels(page, picture, [risingColour(theme)]);
    expect(up, 'pixels of rising candles').toBeGreaterThan(LEAST_PIXELS);
  }).toPass();
}

/** How far below the chart's upper edge its highest rising candle begins, px. */
const topOfCandles = (chart: Locator, theme: Theme) =>
  chart.evaluate((element, colour) => {
    const wanted = Number.parseInt(colour.slice(1), 16);
    const top = element.getBoundingClientRect().top;
    const tops = [...element.querySelectorAll('canvas')].map((canvas) => {
      const { width, height } = canvas;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context?.drawImage(canvas, 0, 0);
      const { data = [] } = context?.getImageData(0, 0, width, height) ?? {};
      for (let index = 0; index < data.length; index += 4) {
        const [red = 0, green = 0, blue = 0] = data.slice(index, index + 3);
        if (((red << 16) | (green << 8) | blue) !== wanted) continue;
        return canvas.getBoundingClientRect().top - top + Math.floor(index / 4 / width);
      }
      return Number.POSITIVE_INFINITY;
    });
    return Math.min(...tops);
  }, risingColour(theme));

const fontOf = (chart: Locator) =>
  chart
    .locator('canvas')
    .first()
    .evaluate((canvas) => getComputedStyle(canvas).fontFamily);

/** The application takes the first chart over: its canvas, in its place. */
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
  // One stop of the keyboard.
  await expect(chartOf(page).locator('[tabindex="0"]')).toHaveCount(0);
}

const LARGE = { width: 1440, height: 900 };
const SMALL = { width: 1024, height: 768 };
const CASES = [
  { theme: 'dark', size: LARGE },
  { theme: 'light', size: SMALL },
] as const;

for (const { theme, size } of isLong ? CASES : CASES.slice(0, 1)) {
  test(`a chart is drawn before the page around it, and nothing flashes, moves or is drawn twice, ${theme}, ${size.width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    let release = await holdBack(page, APPLICATION_CODE);
    await page.goto(ADDRESS);
    await expectFirstCandles(page);
    await expectTakenOver(page, release);
    const font = await fontOf(chartOf(page));
    // The legend is whole once it tells how old the newest price is.
    await expect(page.locator('[data-region="legend"]').getByText(/^\d+ s$/)).toBeVisible();

    // The device keeps a theme, and the account's payment has ended since: a notice stands above the chart.
    await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
    await page.route('/api/users', async (route) => {
      const answer = await route.fetch();
      const payment = { hasPaid: true, paymentValidUntil: '2020-01-01' };
      await route.fulfill({ response: answer, json: { ...(await answer.json()), ...payment } });
    });
    await page.unroute(APPLICATION_CODE);
    release = await holdBack(page, APPLICATION_CODE);
    await page.reload({ waitUntil: 'commit' });
    await expectFirstCandles(page, theme);
    const colours = ['bar' as const, 'chart-bg' as const].map(
      (name) => GROUNDS[name][indexOf(theme)] ?? '',
    );
    const picture = await frameOf(page).screenshot();
    const [bar = 0, ground = 0] = await countPixels(page, picture, colours);
    expect(bar, 'pixels of the bars').toBeGreaterThan(LEAST_BAR_PIXELS);
    expect(ground, 'pixels behind the candles').toBeGreaterThan(LEAST_BAR_PIXELS);
    expect(await fontOf(frameOf(page))).toBe(font);
    const top = await topOfCandles(placeOf(page), theme);
    await expectTakenOver(page, release);
    await expect(page.getByText(/^Your payment ended on/)).toBeVisible();
    expect(await topOfCandles(chartOf(page), theme)).toBe(top);
  });
}

test('a first chart that is slow, fails or loses its source leaves a working page, and goes with its session', async ({
  page,
  context,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  await page.clock.install();

  await test.step('the page does not wait for bars', async () => {
    const release = await holdBack(page, HISTORY);
    await page.goto(ADDRESS);
    await expect(page.getByRole('toolbar', { name: 'Chart' })).toBeVisible();
    release();
    await expect(page.getByText(/^Last closed bar/)).toBeAttached();
    await page.unroute(HISTORY);
  });

  await test.step('a page whose code is missing says so', async () => {
    await page.route(APPLICATION_CODE, (route) => route.abort());
    await page.goto(ADDRESS);
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await expect(frameOf(page)).toHaveCount(0);
    await page.unroute(APPLICATION_CODE);
  });

  await test.step('the stream of the first chart tells the page of a feed and of a new version', async () => {
    const release = await holdBack(page, APPLICATION_CODE);
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
    await page.getByRole('button', { name: 'Reload' }).click();
    await toldOffline;
    await expectFirstCandles(page);
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
    await page.unroute(APPLICATION_CODE);
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
