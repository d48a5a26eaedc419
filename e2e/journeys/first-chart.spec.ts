import type { Locator, Page } from '@playwright/test';
import { CHART, GROUNDS } from '../../apps/web/src/ui/theme/tokens.ts';
import { chartOf, openChart } from '../chart-page.ts';
import { countPixels } from '../chart-picture.ts';
import { holdBack } from '../hold-back.ts';
import { expect, test } from '../journey.ts';

const APPLICATION_CODE = /\/assets\/application-[^/]+\.js/;
const HISTORY = /\/api\/data\/histo/;
/** Fewer pixels of a colour than these are an edge or a letter, not the bodies of candles. */
const LEAST_PIXELS = 200;
/** As many pixels as the bars above and beside the chart have at least. */
const LEAST_BAR_PIXELS = 50_000;

const frameOf = (page: Page) => page.locator('[data-first-frame]');

async function expectFirstCandles(page: Page): Promise<void> {
  await expect(async () => {
    const picture = await frameOf(page).screenshot();
    const [up = 0] = await countPixels(page, picture, [CHART.candleUp[0][0]]);
    expect(up, 'pixels of rising candles').toBeGreaterThan(LEAST_PIXELS);
  }).toPass();
}

/** How far below the chart's upper edge its highest rising candle begins, px. */
const topOfCandles = (chart: Locator) =>
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
  }, CHART.candleUp[0][0]);

for (const size of [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
]) {
  test(`a chart is drawn before the page around it and keeps its place, ${size.width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    const release = await holdBack(page, APPLICATION_CODE);
    await page.goto('/dashboard/live-chart?symbol=FMP:BTCUSD&resolution=1D');
    await expectFirstCandles(page);
    const place = frameOf(page).locator('[tabindex="0"]');
    const before = await place.boundingBox();
    await place
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
  });
}

test('a page does not wait for bars that are slow to come', async ({ page }) => {
  const release = await holdBack(page, HISTORY);
  await page.goto('/dashboard/live-chart?symbol=FMP:BTCUSD&resolution=1D');
  await expect(page.getByRole('toolbar', { name: 'Chart' })).toBeVisible();
  release();
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
});

test('what is chosen on this device is on the first picture, and one stop of the keyboard', async ({
  page,
}) => {
  await openChart(page);
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('chart') ?? '{}');
    localStorage.setItem('theme', 'dark');
    localStorage.setItem('chart', JSON.stringify({ ...stored, candleType: 'line' }));
  });
  const release = await holdBack(page, APPLICATION_CODE);
  await page.reload();
  await expect(frameOf(page).locator('canvas').first()).toBeVisible();
  release();
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  await expect(page.getByRole('button', { name: /Line/ }).first()).toBeVisible();
  await expect(chartOf(page).locator('[tabindex="0"]')).toHaveCount(0);
});

for (const [index, theme] of (['light', 'dark'] as const).entries()) {
  test(`the first picture has the colours and the font of the page, ${theme}`, async ({ page }) => {
    await openChart(page);
    const fontOf = (chart: Locator) =>
      chart
        .locator('canvas')
        .first()
        .evaluate((canvas) => getComputedStyle(canvas).fontFamily);
    const font = await fontOf(chartOf(page));
    await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
    const release = await holdBack(page, APPLICATION_CODE);
    await page.reload({ waitUntil: 'commit' });
    await expect(frameOf(page).locator('canvas').first()).toBeVisible();
    const colours = [GROUNDS.bar[index] ?? '', GROUNDS['chart-bg'][index] ?? ''];
    const picture = await frameOf(page).screenshot();
    const [bar = 0, ground = 0] = await countPixels(page, picture, colours);
    expect(bar, 'pixels of the bars').toBeGreaterThan(LEAST_BAR_PIXELS);
    expect(ground, 'pixels behind the candles').toBeGreaterThan(LEAST_BAR_PIXELS);
    expect(await fontOf(frameOf(page))).toBe(font);
    release();
    await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  });
}

test('bars stay where they were drawn first', async ({ page }) => {
  await openChart(page);
  // The legend is whole once it tells how old the newest price is.
  await expect(page.locator('[data-region="legend"]').getByText(/^\d+ s$/)).toBeVisible();
  const release = await holdBack(page, APPLICATION_CODE);
  await page.reload({ waitUntil: 'commit' });
  await expectFirstCandles(page);
  const first = await topOfCandles(frameOf(page).locator('[tabindex="0"]'));
  release();
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  expect(await topOfCandles(chartOf(page))).toBe(first);
});

test('an address that leads to the chart draws the chart that it leads to', async ({ page }) => {
  const asked = page.waitForRequest(HISTORY);
  await page.goto('/dashboard?symbol=FMP:ETHUSD&resolution=60');
  expect((await asked).url()).toContain('fsym=BTCUSD&resolution=1D');
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
});

test('a page that cannot follow its first chart says so, and another try opens it', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  await page.route(APPLICATION_CODE, (route) => route.abort());
  await page.goto('/dashboard/live-chart?symbol=FMP:BTCUSD&resolution=1D');
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  await expect(frameOf(page)).toHaveCount(0);
  await page.unroute(APPLICATION_CODE);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
});

test('a source that is offline before the page is there is told of', async ({ page }) => {
  const release = await holdBack(page, APPLICATION_CODE);
  let isTold = () => {};
  const told = new Promise<void>((done) => {
    isTold = done;
  });
  await page.routeWebSocket(/\/stream/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(String(text));
      const isFeed = message.type === 'feed';
      socket.send(isFeed ? JSON.stringify({ ...message, isOffline: true }) : text);
      if (isFeed) isTold();
    });
  });
  await page.goto('/dashboard/live-chart?symbol=FMP:BTCUSD&resolution=1D');
  await told;
  release();
  await expect(page.getByText(/FMP.*offline/i).first()).toBeVisible();
});

test('a page whose stream stood before it notices a new version by the next one', async ({
  page,
}) => {
  await page.clock.install();
  const release = await holdBack(page, APPLICATION_CODE);
  const streams: { close: () => Promise<void> }[] = [];
  await page.routeWebSocket(/\/stream/, (socket) => {
    socket.connectToServer();
    streams.push(socket);
  });
  await page.goto('/dashboard/live-chart?symbol=FMP:BTCUSD&resolution=1D');
  await expect.poll(() => streams.length).toBe(1);
  await expectFirstCandles(page);
  release();
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
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

test('a first chart goes with the session that it was drawn for', async ({ page, context }) => {
  const release = await holdBack(page, APPLICATION_CODE);
  await page.goto('/dashboard/live-chart?symbol=FMP:BTCUSD&resolution=1D');
  await expectFirstCandles(page);
  const other = await context.newPage();
  await other.goto('/');
  await other.evaluate(() => localStorage.removeItem('accessToken'));
  await expect(frameOf(page)).toHaveCount(0);
  release();
  await expect(page).toHaveURL(/\/login$/);
});

test('a first chart leaves room for the notice of a missing payment', async ({ page }) => {
  await page.route('/api/users', async (route) => {
    const answer = await route.fetch();
    const payment = { hasPaid: true, paymentValidUntil: '2020-01-01' };
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...payment } });
  });
  const release = await holdBack(page, APPLICATION_CODE);
  await page.goto('/dashboard/live-chart?symbol=FMP:BTCUSD&resolution=1D');
  await expect(frameOf(page).locator('canvas').first()).toBeVisible();
  const before = await frameOf(page).locator('[tabindex="0"]').boundingBox();
  release();
  await expect(page.getByText(/^Your payment ended on/)).toBeVisible();
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  expect(await chartOf(page).boundingBox()).toEqual(before);
});
