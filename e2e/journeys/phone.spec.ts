import { chartOf, openChart } from '../chart-page.ts';
import { expectCandles } from '../chart-picture.ts';
import { expect, test } from '../journey.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('a newcomer on a phone goes through the tour, intervals, panes, summary, table and search with a thumb', async ({
  page,
}) => {
  // Menus and sheets are animated, as most people see them.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openChart(page);

  await test.step('the tour speaks of touch and leaves the chart its room', async () => {
    const tour = page.getByRole('region', { name: 'Tour of the chart' });
    const next = tour.getByRole('button', { name: 'Next' });
    await expect(tour).toContainText('Tap the symbol');
    await next.tap();
    await next.tap();
    await expect(tour).toContainText('Hold a finger on a mark');
    const hint = await tour.boundingBox();
    const chart = await chartOf(page).boundingBox();
    if (!hint || !chart) throw new Error('Neither is on the page.');
    expect(hint.y + hint.height).toBeLessThanOrEqual(chart.y);
    expect(chart.height).toBeGreaterThan(0.6 * 844);
    await next.tap();
    await tour.getByRole('button', { name: 'Done' }).tap();
    await expect(tour).toHaveCount(0);
  });

  await test.step('the summary tells the depth of a level', async () => {
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toHaveText(/^Summary Simulated[\d,]/);
    await page.getByRole('button', { name: 'Open the summary' }).tap();
    await expect(summary).toContainText('Liquidity spread');
    await summary.getByRole('button', { name: 'Long-term support depth' }).tap();
    // The sheet covers nearly all of the chart.
    const legend = page.locator('[data-region="legend"]');
    await expect(legend).toBeHidden();
    const depth = page.getByRole('region', { name: 'Long-term support depth' });
    await expect(depth.getByRole('row').nth(1)).toBeVisible();
    await depth.getByRole('button', { name: 'Close depth' }).tap();
    await expect(depth).toHaveCount(0);
    await summary.getByRole('button', { name: 'Close the summary' }).tap();
    await expect(page.getByRole('button', { name: 'Open the summary' })).toBeVisible();
    await expect(legend).toBeVisible();
  });

  await test.step('every bar can be read in a list', async () => {
    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('button', { name: 'Table' }).tap();
    const bars = page.getByRole('region', { name: 'Bars' });
    await expect(bars.getByRole('heading').first()).toBeVisible();
    await expect(bars.getByText('Close').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('interval, time frame and pane are chosen below the chart', async () => {
    await page.getByRole('button', { name: '1D (1 day): interval' }).tap();
    await expect(page.getByRole('menu').getByText('Interval', { exact: true })).toBeVisible();
    await page.getByRole('menuitemradio', { name: '1 hour' }).tap();
    await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 1 hour chart, FMP');
    await page.getByRole('button', { name: 'More' }).tap();
    await expect(page.getByRole('dialog').getByText('Range', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: /5 years/ }).tap();
    await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 1 week chart, FMP');
    const panes = page.getByRole('group', { name: 'Study under the chart' });
    const chosen = panes.getByRole('button', { pressed: true });
    await expect(chosen).toHaveCount(1);
    const other = panes.getByRole('button', { pressed: false }).first();
    const name = (await other.textContent()) ?? '';
    await other.tap();
    await expect(chosen).toHaveText(name);
  });

  await test.step('the candles of another symbol stand on the screen', async () => {
    await page.getByRole('button', { name: 'BTCUSD: symbol search' }).tap();
    const search = page.getByRole('dialog', { name: 'Symbol search' });
    await search.getByRole('combobox', { name: 'Code or description' }).fill('ethusd');
    await search
      .getByRole('option', { name: /ETHUSD.*Bitfinex/ })
      .first()
      .tap();
    await expect(chartOf(page)).toHaveAccessibleName('ETHUSD 1 week chart, Bitfinex');
    await expectCandles(page);
  });
});

test('on a phone the card of many marks of one bar stands inside the chart and counts the rest', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('chart', '{"isTourDone":true}'));
  // Too low for a card beside the middle of its mark: it would start above the chart.
  await page.setViewportSize({ width: 390, height: 600 });
  await page.route('**/api/data/marks*', async (route) => {
    const answer = await (await route.fetch()).json();
    const newest = answer.marks.at(-1);
    const marks = Array.from({ length: 10 }, (_, index) => ({ ...newest, id: `m${index}` }));
    await route.fulfill({ json: { ...answer, marks: newest ? marks : [] } });
  });
  await openChart(page);
  // The pointer passes words of the legend, whose meanings are tooltips too.
  const card = page.getByRole('tooltip').filter({ hasText: 'and 7 more' });
  const chart = await chartOf(page).boundingBox();
  if (!chart) throw new Error('The chart has no place.');
  await expect(async () => {
    for (let x = chart.x + 40; x < chart.x + chart.width - 60; x += 8) {
      for (let y = chart.y + 40; y < chart.y + 0.6 * chart.height; y += 16) {
        await page.mouse.move(x, y);
        // The element under the pointer is read out with the next frame.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))));
        if (await card.isVisible()) return;
      }
    }
    throw new Error('No mark is in view.');
  }).toPass();
  // The meaning of a mark that the pointer rests on makes the card higher than the chart: it scrolls.
  await expect(card.getByRole('button', { name: 'Alert on the next one' })).toBeAttached();
  await expect(card).toContainText(/Outlined mark|Filled mark/);
  const place = await card.boundingBox();
  expect(place?.y).toBeGreaterThanOrEqual(chart.y);
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(chart.y + chart.height);
});
