import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { startTcpProxy, type TcpProxy } from '../../../cluster/tcp-proxy.ts';
import { openChart } from '../../chart-page.ts';
import { expect, test } from '../../journey.ts';
import config from '../../playwright.config.ts';
import { PROXY_PORT, WEB_PORT } from '../../ports.ts';

const { executablePath, args = [] } = config.use?.launchOptions ?? {};
const THROUGH_PROXY = `--host-resolver-rules=MAP localhost:${WEB_PORT} 127.0.0.1:${PROXY_PORT}`;
const BANNER = /^No connection to the server, last update \d\d:\d\d\.$/;
/** The banner is due within 5 s of an outage; drawing it takes a moment more. */
const BANNER_MS = 6_000;
const MINUTE_S = 60;
/** The server's own history follows the end of a bar by this time. */
const SETTLED_S = 20;

/** Only the long run tries every kind of network failure. */
const isLong = process.env.TEST_LONG === 'true';

test.use({
  launchOptions: { ...(executablePath && { executablePath }), args: [...args, THROUGH_PROXY] },
});
// The journeys share one proxy.
test.describe.configure({ mode: 'default' });

let proxy: TcpProxy;
test.beforeEach(async () => {
  proxy = await startTcpProxy(WEB_PORT, PROXY_PORT);
});
test.afterEach(() => proxy.close());

/** Bars by their time, as text: `open,high,low,close,volume`. */
type Bars = Map<number, string>;

async function drawnBars(page: Page): Promise<Bars> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /CSV/ }).first().click();
  const text = await readFile(await (await saved).path(), 'utf8');
  const rows = text.split('\r\n').filter((row) => /^\d/.test(row));
  return new Map(
    rows.map((row) => {
      const cells = row.split(',');
      return [Date.parse(cells[0] ?? ''), cells.slice(2, 7).join(',')];
    }),
  );
}

async function servedBars(request: APIRequestContext, fromTs: number, toTs: number): Promise<Bars> {
  const query = `e=FMP&fsym=BTCUSD&resolution=1&fromTs=${fromTs}&toTs=${toTs}`;
  const answer = await request.get(`http://127.0.0.1:${WEB_PORT}/api/data/histoday?${query}`);
  expect(answer.status()).toBe(200);
  const { Data } = await answer.json();
  return new Map(
    Data.map(({ time, open, high, low, close, volume }: Record<string, number | null>) => [
      time,
      [open, high, low, close, volume ?? ''].join(','),
    ]),
  );
}

/** Every drawn closed bar of the last half hour equals the server's, and none is missing. */
async function expectServersBars(page: Page, request: APIRequestContext): Promise<void> {
  const nowTs = Math.floor(Date.now() / 1_000);
  const toTs = Math.floor((nowTs - SETTLED_S) / MINUTE_S) * MINUTE_S;
  const served = await servedBars(request, toTs - 30 * MINUTE_S, toTs);
  const drawn = await drawnBars(page);
  expect(served.size).toBeGreaterThan(20);
  for (const [time, bar] of served) expect([time, drawn.get(time)]).toEqual([time, bar]);
}

/** Waits until a minute has this many seconds left, so that a bar closes during the outage. */
async function secondsBeforeMinute(page: Page, seconds: number): Promise<void> {
  await page.waitForFunction((left) => new Date().getSeconds() === 60 - left, seconds, {
    // A machine that stalls over that second waits for the next one.
    timeout: 130_000,
  });
}

for (const mode of isLong ? (['drop', 'halfClose'] as const) : (['drop'] as const)) {
  test(`a bar closes while the network is gone (${mode}): a banner says so, and every bar is the server’s afterwards`, async ({
    page,
    request,
    consoleGuard,
  }) => {
    test.setTimeout(300_000);
    consoleGuard.expectNoNetwork();
    await openChart(page, '?symbol=FMP:BTCUSD&resolution=1');
    await expect(page.getByText('● Live')).toBeVisible();
    await secondsBeforeMinute(page, 5);
    proxy.set(mode);
    const cutMs = Date.now();
    await expect(page.getByText(BANNER)).toBeVisible({ timeout: BANNER_MS });
    await page.waitForFunction((ms) => Date.now() > ms, cutMs + 15_000);
    proxy.set('pass');
    await expect(page.getByText(BANNER)).toHaveCount(0, { timeout: BANNER_MS });
    await expect(page.getByText('● Live')).toBeVisible();
    await expect
      .poll(() => expectServersBars(page, request).then(() => 'same', String), {
        timeout: 60_000,
        intervals: [5_000],
      })
      .toBe('same');
  });
}

test('a silent server is distinguished from a slow one: the banner appears for the former, and bars for the latter', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  await openChart(page, '?symbol=FMP:BTCUSD&resolution=1');
  const live = page.getByText('● Live');
  await expect(live).toBeVisible();
  proxy.set('slow');
  // A minute's bar may start with the hour too, so the chart's label does not prove that the hours have arrived.
  const hours = page.waitForResponse(
    (answer) => answer.ok() && /histoday.*resolution=60\b/.test(answer.url()),
  );
  await page.getByRole('button', { name: /1 hour/ }).click();
  await expect(page).toHaveURL(/resolution=60/);
  await (await hours).finished();
  await expect(page.getByText(/^Last closed bar .*:00 SAST/)).toBeAttached();
  await expect(live).toBeVisible();
  await expect(page.getByText(BANNER)).toHaveCount(0);
  proxy.set('silent');
  await expect(page.getByText(BANNER)).toBeVisible({ timeout: BANNER_MS });
  // The browser still assumes a network, and the chart keeps its bars.
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  proxy.set('pass');
  await expect(page.getByText(BANNER)).toHaveCount(0, { timeout: BANNER_MS });
  await expect(live).toBeVisible();
});

for (const mode of isLong ? (['drop', 'refuse'] as const) : (['drop'] as const)) {
  test(`what failed while the server was away (${mode}) comes by itself when it is back, and the address claims nothing else`, async ({
    page,
    consoleGuard,
  }) => {
    consoleGuard.expectNoNetwork();
    if (mode === 'refuse') consoleGuard.expectAnswer(502, /./);
    await openChart(page, '?symbol=FMP:BTCUSD&resolution=1D');
    await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('Deployment');
    // Its code is fetched while the page is idle: without the server before that, there is no search.
    const search = page.getByRole('dialog', { name: 'Symbol search' });
    const searched = search.getByRole('combobox', { name: 'Code or description' });
    await page.keyboard.press('e');
    await expect(searched).toBeFocused();
    await search.getByRole('button', { name: 'Close' }).click();
    await expect(search).toHaveCount(0);
    proxy.set(mode);
    await expect(page.getByText(BANNER)).toBeVisible({ timeout: BANNER_MS });
    // Another interval and its summary cannot be loaded; another symbol cannot be found.
    await page.getByRole('button', { name: /1 hour/ }).click();
    await expect(page.getByText(/^Could not load BTCUSD/)).toBeVisible();
    await page.keyboard.press('e');
    await searched.fill('ethusd');
    await search
      .getByRole('option', { name: /ETHUSD/ })
      .first()
      .click();
    const unreached = page.getByText(/ETHUSD could not be reached\. .*BTC.* is still shown until/);
    await expect(unreached).toBeVisible();
    await expect(page).toHaveURL(/symbol=FMP(:|%3A)BTCUSD/);
    proxy.set('pass');
    await expect(page.getByText(BANNER)).toHaveCount(0, { timeout: BANNER_MS });
    await expect(page.getByText(/^Could not load/)).toHaveCount(0, { timeout: BANNER_MS });
    const summary = page.getByRole('complementary', { name: 'Summary' });
    await expect(summary).toContainText('Deployment', { timeout: BANNER_MS });
    await expect(page).toHaveURL(/ETHUSD/, { timeout: BANNER_MS });
    await expect(unreached).toHaveCount(0);
  });
}
