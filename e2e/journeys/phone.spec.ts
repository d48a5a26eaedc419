import { chartOf, openChart } from '../chart-page.ts';
import { expectCandles } from '../chart-picture.ts';
import { expect, test } from '../journey.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('chart')) localStorage.setItem('chart', '{"isTourDone":true}');
  });
});

test('on a phone another symbol is found with the thumb, and its candles stand on the screen', async ({
  page,
}) => {
  await openChart(page);
  await page.getByRole('button', { name: 'BTCUSD: symbol search' }).tap();
  const search = page.getByRole('dialog', { name: 'Symbol search' });
  await search.getByRole('combobox', { name: 'Code or description' }).fill('ethusd');
  await search
    .getByRole('option', { name: /ETHUSD.*Bitfinex/ })
    .first()
    .tap();
  await expect(chartOf(page)).toHaveAccessibleName('ETHUSD 1D chart, Bitfinex');
  await expectCandles(page);
});

test('on a phone interval, time frame and pane are chosen below the chart', async ({ page }) => {
  // Menus and sheets as most people see them.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openChart(page);
  await page.getByRole('button', { name: '1D: interval' }).tap();
  await expect(page.getByRole('menu').getByText('Interval', { exact: true })).toBeVisible();
  await page.getByRole('menuitemradio', { name: '1 hour' }).tap();
  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 60 chart, FMP');
  await page.getByRole('button', { name: 'More' }).tap();
  await expect(page.getByRole('dialog').getByText('Range', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /5 years/ }).tap();
  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 1W chart, FMP');
  const panes = page.getByRole('group', { name: 'Study under the chart' });
  const chosen = panes.getByRole('button', { pressed: true });
  await expect(chosen).toHaveCount(1);
  const other = panes.getByRole('button', { pressed: false }).first();
  const name = (await other.textContent()) ?? '';
  await other.tap();
  await expect(chosen).toHaveText(name);
});

test('on a phone the summary opens, tells the depth of a level and goes away again', async ({
  page,
}) => {
  await openChart(page);
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toHaveText(/^Summary Simulated[\d,]/);
  await page.getByRole('button', { name: 'Open the summary' }).tap();
  await expect(summary).toContainText('Liquidity spread');
  await summary.getByRole('button', { name: 'Long-term support depth' }).tap();
  const depth = page.getByRole('region', { name: 'Long-term support depth' });
  await expect(depth.getByRole('row').nth(1)).toBeVisible();
  await depth.getByRole('button', { name: 'Close depth' }).tap();
  await expect(depth).toHaveCount(0);
  await summary.getByRole('button', { name: 'Close the summary' }).tap();
  await expect(page.getByRole('button', { name: 'Open the summary' })).toBeVisible();
});

test('on a phone the tour speaks of touch, covers nothing and leaves the chart its room', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.removeItem('chart'));
  await openChart(page);
  const tour = page.getByRole('region', { name: 'Tour of the chart' });
  await expect(tour).toContainText('Tap the symbol');
  await tour.getByRole('button', { name: 'Next' }).tap();
  await tour.getByRole('button', { name: 'Next' }).tap();
  await expect(tour).toContainText('Hold a finger on a mark');
  const hint = await tour.boundingBox();
  const chart = await chartOf(page).boundingBox();
  if (!hint || !chart) throw new Error('Neither is on the page.');
  expect(hint.y + hint.height).toBeLessThanOrEqual(chart.y);
  expect(chart.height).toBeGreaterThan(0.6 * 844);
});

test('on a phone every bar can be read in a list', async ({ page }) => {
  await openChart(page);
  await page.getByRole('button', { name: 'More' }).tap();
  await page.getByRole('button', { name: 'Table' }).tap();
  const bars = page.getByRole('region', { name: 'Bars' });
  await expect(bars.getByRole('heading').first()).toBeVisible();
  await expect(bars.getByText('Close').first()).toBeVisible();
});

test('on a phone the card of many marks of one bar stands inside the chart and counts the rest', async ({
  page,
}) => {
  // So low that a card beside the middle of its mark would begin above the chart.
  await page.setViewportSize({ width: 390, height: 600 });
  await page.route('**/api/data/marks*', async (route) => {
    const answer = await (await route.fetch()).json();
    const newest = answer.marks.at(-1);
    const marks = Array.from({ length: 10 }, (_, index) => ({ ...newest, id: `m${index}` }));
    await route.fulfill({ json: { ...answer, marks: newest ? marks : [] } });
  });
  await openChart(page);
  const card = page.getByRole('tooltip');
  const chart = await chartOf(page).boundingBox();
  if (!chart) throw new Error('The chart has no place.');
  await expect(async () => {
    for (let x = chart.x + 40; x < chart.x + chart.width - 60; x += 8) {
      for (let y = chart.y + 40; y < chart.y + 0.6 * chart.height; y += 16) {
        await page.mouse.move(x, y);
        // What is under the pointer is told with the next frame.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))));
        if (await card.isVisible()) return;
      }
    }
    throw new Error('No mark is in view.');
  }).toPass();
  await expect(card).toContainText('and 7 more');
  const place = await card.boundingBox();
  expect(place?.y).toBeGreaterThanOrEqual(chart.y);
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(chart.y + chart.height);
});
