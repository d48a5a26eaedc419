import { DAY_MS, MINUTE_MS } from '../../packages/calendar/src/index.ts';
import { expectNoBarriers } from '../barriers.ts';
import { chartOf, openChart } from '../chart-page.ts';
import { expectCandles } from '../chart-picture.ts';
import { expect, test } from '../journey.ts';

test('a trader opens the chart and sees bars, studies and the summary', async ({ page }) => {
  await openChart(page);
  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 1D chart, FMP');
  await expectCandles(page);
  for (const study of [
    'Short-term S/R',
    'Long-term S/R',
    'Combo and signals',
    'Tightness',
    'Liquidity Spread',
    'Long/Short %',
    'Long/Short Deployment',
  ]) {
    await expect(page.getByText(study, { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByText('Simulated').first()).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText(
    'Liquidity spread',
  );
});

test('the page never scrolls, at a desk and in a hand', async ({ page }) => {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await openChart(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  }
});

test('another symbol of another exchange is found by typing and opened', async ({ page }) => {
  await openChart(page);
  await page.keyboard.press('e');
  const search = page.getByRole('dialog', { name: 'Symbol search' });
  await search.getByRole('button', { name: 'Bitfinex' }).click();
  await search.getByRole('combobox', { name: 'Code or description' }).fill('ethusd');
  await search
    .getByRole('option', { name: /ETHUSD/ })
    .first()
    .click();
  await expect(chartOf(page)).toHaveAccessibleName('ETHUSD 1D chart, Bitfinex');
  await expect(page).toHaveURL(/symbol=Bitfinex/i);
});

test('resolution and time frame change what is shown and stand in the address', async ({
  page,
}) => {
  await openChart(page);
  await page.getByRole('button', { name: /1 hour/ }).click();
  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 60 chart, FMP');
  await expect(page).toHaveURL(/resolution=60/);
  await page.getByRole('button', { name: /5 years/ }).click();
  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 1W chart, FMP');
  await page.keyboard.type('15');
  await page.keyboard.press('Enter');
  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 15 chart, FMP');
});

/** The time of a bar as it is read out, by the words before its prices; null for anything else. */
function barTimeMs(words: string): number | null {
  const minute = /^(.+), (\d\d:\d\d) SAST: open/.exec(words);
  if (minute) return Date.parse(`${minute[1]} ${minute[2]} GMT+0200`);
  const week = /^Week of (.+): open/.exec(words);
  return week && Date.parse(`${week[1]} GMT`);
}

for (const { frame, spanMs, barMs } of [
  { frame: '1y (1 year)', spanMs: 365 * DAY_MS, barMs: 7 * DAY_MS },
  { frame: '1d (1 day)', spanMs: DAY_MS, barMs: MINUTE_MS },
]) {
  test(`the time frame ${frame} shows its span, from its first bar to the newest`, async ({
    page,
  }) => {
    // A day of minutes is wide.
    await page.setViewportSize({ width: 2_400, height: 900 });
    await openChart(page);
    const button = page.getByRole('button', { name: frame, exact: true });
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    const chart = await chartOf(page).boundingBox();
    /** How many bars lie between a moment and the bar at an edge of the chart, read by keys that go there and back. */
    const barsFrom = async (nowMs: number, x: number, keys: [string, string]) => {
      await page.mouse.move((chart?.x ?? 0) + x, (chart?.y ?? 0) + 100);
      for (const key of keys) await page.keyboard.press(key);
      const read = (await page.getByRole('status').allTextContents()).map(barTimeMs);
      return ((read.find((timeMs) => timeMs !== null) ?? 0) - nowMs) / barMs;
    };
    const first = () => barsFrom(Date.now() - spanMs, 2, ['ArrowRight', 'ArrowLeft']);
    await expect.poll(async () => Math.abs(await first())).toBeLessThan(3);
    const last = () => barsFrom(Date.now(), (chart?.width ?? 0) - 100, ['ArrowLeft', 'ArrowRight']);
    await expect.poll(async () => Math.abs(await last())).toBeLessThan(2);
  });
}

test('an input out of its range is refused in words, one in its range is taken', async ({
  page,
}) => {
  await openChart(page);
  await page.getByRole('button', { name: 'Indicators' }).click();
  await page
    .getByRole('dialog', { name: 'Indicators' })
    .getByRole('button', { name: /Settings of Tightness/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /Tightness/ });
  const length = dialog.getByLabel(/Short-term length/);
  await length.fill('51');
  await length.blur();
  await expect(dialog).toContainText('10');
  await expect(dialog).toContainText('50');
  await length.fill('30');
  await length.blur();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('30 100 close').first()).toBeVisible();
});

test('the depth of a level opens, switches to another and closes by the same button', async ({
  page,
}) => {
  await openChart(page);
  const summary = page.getByRole('complementary', { name: 'Summary' });
  const buttons = summary.getByRole('button', { name: /depth/i });
  await expect(buttons).toHaveCount(4);
  await buttons.nth(0).click();
  const depth = page.getByRole('region', { name: /depth/i });
  await expect(depth).toContainText('Long-term resistance: now and next');
  expect(await depth.getByRole('row').count()).toBeGreaterThan(1);
  await buttons.nth(3).click();
  await expect(depth).toContainText(/support/i);
  await buttons.nth(3).click();
  await expect(depth).toHaveCount(0);
});

test('the depth of a level stands beside the chart and shows the bars of its rows', async ({
  page,
}) => {
  await openChart(page);
  const summary = page.getByRole('complementary', { name: 'Summary' });
  await summary.getByRole('button', { name: /depth/i }).first().click();
  const depth = page.getByRole('region', { name: /depth/i });
  const [drawer, chart] = [await depth.boundingBox(), await chartOf(page).boundingBox()];
  expect((chart?.x ?? 0) + (chart?.width ?? 0)).toBeLessThanOrEqual(drawer?.x ?? 0);
  const level = depth.getByRole('row').last();
  const close = (await level.getByRole('cell').nth(1).textContent()) ?? '';
  const legend = page.getByRole('region', { name: 'Live chart' });
  await expect(legend).not.toContainText(`C ${close}`);
  const newest = page.getByRole('button', { name: 'Newest bar' });
  for (const row of (await depth.getByRole('row').all()).slice(1)) await row.hover();
  await expect(newest, 'pointing scrolls nothing').toHaveCount(0);
  await level.getByRole('button').click();
  await expect(legend).toContainText(`C ${close}`);
  await summary.getByRole('heading').first().hover();
  await expect(legend).not.toContainText(`C ${close}`);
  await summary.getByRole('button', { name: /depth/i }).first().focus();
  await level.getByRole('button').focus();
  await expect(legend).toContainText(`C ${close}`);
});

test('the chart goes back to the beginning of history, page by page', async ({ page }) => {
  await openChart(page, '?symbol=FMP:GCUSD&resolution=1D');
  const oldest: number[] = [];
  page.on('response', async (response) => {
    if (!response.url().includes('/histoday') || !response.ok()) return;
    const { Data } = await response.json();
    if (Data[0]) oldest.push(Data[0].time);
  });
  await chartOf(page).focus();
  await page.keyboard.press('Home');
  // The real gold prices of the simulator begin more than eight years before its last day.
  const eightYearsAgo = Date.now() - 8 * 365 * 86_400_000;
  await expect.poll(() => Math.min(...oldest)).toBeLessThan(eightYearsAgo);
  await expectCandles(page);
});

test('a published mark is told with its bar, by the side the server gave it', async ({ page }) => {
  const barTimes = new Set<number>();
  page.on('response', async (response) => {
    if (!response.url().includes('/api/data/histoday') || !response.ok()) return;
    const { Data } = await response.json();
    for (const { time } of Data) barTimes.add(time);
  });
  const answer = page.waitForResponse(
    (response) => response.url().includes('/api/data/marks') && response.ok(),
  );
  await openChart(page);
  const { marks } = await (await answer).json();
  const newest = marks.at(-1);
  expect(['buy', 'sell']).toContain(newest.side);
  // What was received is read a moment later.
  await expect.poll(() => barTimes.has(newest.time)).toBe(true);
  const newerBars = [...barTimes].filter((time) => time > newest.time).length;
  await chartOf(page).focus();
  for (let step = 0; step < newerBars; step++) await page.keyboard.press('ArrowLeft');
  await expect(
    page.getByRole('status').filter({ hasText: `${newest.side} signal` }),
  ).toBeAttached();
});

test('ticks move the last bar: its close in the legend is the newest one of the stream', async ({
  page,
}) => {
  const closes: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.type === 'update' && message.bar) closes.push(message.bar.close.toFixed(2));
    }),
  );
  await openChart(page, '?symbol=Bitfinex:BTC/USD&resolution=1');
  const legend = page.getByRole('region', { name: 'Live chart' });
  const shownClose = async () => {
    const text = (await legend.textContent()) ?? '';
    return /L [\d,.]+C ([\d,]+\.\d\d)/.exec(text)?.[1]?.replaceAll(',', '');
  };
  const shown = new Set<string>();
  await expect(async () => {
    const newest = closes.at(-1);
    const close = await shownClose();
    expect(close).toBeDefined();
    if (close && close === newest) shown.add(close);
    expect(shown.size, 'prices of the stream that the legend showed').toBeGreaterThanOrEqual(3);
  }).toPass();
});

for (const theme of ['light', 'dark']) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing in the ${theme} theme at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
      await openChart(page);
      await expectNoBarriers(page);
    });
  }
}
