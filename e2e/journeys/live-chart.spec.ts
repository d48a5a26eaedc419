import type { Page } from '@playwright/test';
import { DAY_MS, MINUTE_MS } from '../../packages/calendar/src/index.ts';
import { chartOf, openChart, unfoldLegend } from '../chart-page.ts';
import { expectCandles } from '../chart-picture.ts';
import { expect, test } from '../journey.ts';

const STUDIES = [
  'Short-term S/R',
  'Long-term S/R',
  'Combo and signals',
  'Tightness',
  'Liquidity Spread',
  'Long/Short %',
  'Long/Short Deployment',
];

type Answers = { barTimes: ReadonlySet<number>; marks: () => { time: number; side: string }[] };

/** Collects the daily bars and the published marks in the page's responses. */
function watchAnswers(page: Page): Answers {
  const barTimes = new Set<number>();
  let published: { time: number; side: string }[] = [];
  page.on('response', async (response) => {
    if (!response.ok()) return;
    if (response.url().includes('/api/data/marks')) published = (await response.json()).marks;
    if (!response.url().includes('/api/data/histoday')) return;
    for (const { time } of (await response.json()).Data) barTimes.add(time);
  });
  return { barTimes, marks: () => published };
}

test('a newcomer is shown round once, and reads bars, studies, signals, summary and depth', async ({
  page,
}) => {
  const { barTimes, marks } = watchAnswers(page);
  await openChart(page);

  await test.step('the tour covers nothing and ends for good', async () => {
    const tour = page.getByRole('region', { name: 'Tour of the chart' });
    for (const title of ['Find a symbol', 'Choose an interval', 'Read the signals']) {
      await expect(tour).toContainText(title);
      const hint = await tour.boundingBox();
      const chart = await chartOf(page).boundingBox();
      expect((hint?.y ?? 0) + (hint?.height ?? 0)).toBeLessThanOrEqual(chart?.y ?? 0);
      await tour.getByRole('button', { name: 'Next' }).click();
    }
    await expect(tour).toContainText('See where the market stands');
    await tour.getByRole('button', { name: 'Done' }).click();
    await expect(tour).toHaveCount(0);
    // Journeys that start with this record do not see the tour.
    const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('chart') ?? '{}'));
    await expect.poll(stored).toMatchObject({ isTourDone: true });
  });

  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 1 day chart, FMP');
  await expectCandles(page);
  await unfoldLegend(page);
  for (const study of STUDIES) {
    await expect(page.getByText(study, { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByText('Simulated').first()).toBeVisible();
  const summary = page.getByRole('complementary', { name: 'Summary' });
  await expect(summary).toContainText('Liquidity spread');

  await test.step('a published mark is read out with its bar and side', async () => {
    // Responses are read a moment after the page has them.
    await expect.poll(() => barTimes.has(marks().at(-1)?.time ?? 0)).toBe(true);
    const { time, side } = marks().at(-1) ?? { time: 0, side: '' };
    expect(['buy', 'sell']).toContain(side);
    const newerBars = [...barTimes].filter((barTime) => barTime > time).length;
    await chartOf(page).focus();
    for (let step = 0; step < newerBars; step++) await page.keyboard.press('ArrowLeft');
    const spoken = page.getByRole('status').filter({ hasText: `${side} signal` });
    await expect(spoken).toBeAttached();
  });

  const depthButtons = summary.getByRole('button', { name: /depth/i });
  const depth = page.getByRole('region', { name: /depth/i });
  await test.step('the depth of a level stands beside the chart and shows the bars of its rows', async () => {
    await expect(depthButtons).toHaveCount(4);
    await depthButtons.nth(0).click();
    await expect(depth).toContainText('Long-term resistance: now and next');
    expect(await depth.getByRole('row').count()).toBeGreaterThan(1);
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
    await depthButtons.first().focus();
    await level.getByRole('button').focus();
    await expect(legend).toContainText(`C ${close}`);
  });

  await test.step('the depth switches to another level and closes by the same button', async () => {
    await depthButtons.nth(3).click();
    await expect(depth).toContainText(/support/i);
    await depthButtons.nth(3).click();
    await expect(depth).toHaveCount(0);
  });

  await test.step('the page never scrolls', async () => {
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
      );
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('button', { name: 'BTCUSD: symbol search' })).toBeVisible();
    expect(await overflow()).toBeLessThanOrEqual(0);
  });
});

/** The time of a bar that is read aloud, from the words before its prices; null for anything else. */
function barTimeMs(words: string): number | null {
  const minute = /^(.+), (\d\d:\d\d) SAST: open/.exec(words);
  if (minute) return Date.parse(`${minute[1]} ${minute[2]} GMT+0200`);
  const week = /^Week of (.+): open/.exec(words);
  return week && Date.parse(`${week[1]} GMT`);
}

/** Chooses a time frame and checks its span, from the first visible bar to the newest. */
async function expectSpan(
  page: Page,
  { frame, spanMs, barMs }: { frame: string; spanMs: number; barMs: number },
): Promise<void> {
  const button = page.getByRole('button', { name: frame, exact: true });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  const chart = await chartOf(page).boundingBox();
  /** The number of bars between a moment and the bar at an edge of the chart, read with the keyboard there and back. */
  const barsFrom = async (fromMs: number, x: number, keys: [string, string]) => {
    await page.mouse.move((chart?.x ?? 0) + x, (chart?.y ?? 0) + 100);
    for (const key of keys) await page.keyboard.press(key);
    const read = (await page.getByRole('status').allTextContents()).map(barTimeMs);
    return ((read.find((timeMs) => timeMs !== null) ?? 0) - fromMs) / barMs;
  };
  const first = () => barsFrom(Date.now() - spanMs, 2, ['ArrowRight', 'ArrowLeft']);
  await expect.poll(async () => Math.abs(await first()), frame).toBeLessThan(3);
  const last = () => barsFrom(Date.now(), (chart?.width ?? 0) - 100, ['ArrowLeft', 'ArrowRight']);
  await expect.poll(async () => Math.abs(await last()), frame).toBeLessThan(2);
}

/** Opens the symbol search with a letter, and the first result of a code on an exchange. */
async function openSymbol(page: Page, code: string, exchange: string): Promise<void> {
  await page.keyboard.press('e');
  const search = page.getByRole('dialog', { name: 'Symbol search' });
  await search.getByRole('button', { name: exchange }).click();
  await search.getByRole('combobox', { name: 'Code or description' }).fill(code);
  await search
    .getByRole('option', { name: new RegExp(code, 'i') })
    .first()
    .click();
  await expect(search).toHaveCount(0);
}

test('a trader goes through intervals, time frames, the symbols of other exchanges and the whole of history', async ({
  page,
}) => {
  // A day of minutes is wide.
  await page.setViewportSize({ width: 2_400, height: 900 });
  await openChart(page);
  await page.getByRole('button', { name: /1 hour/ }).click();
  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 1 hour chart, FMP');
  await expect(page).toHaveURL(/resolution=60/);
  await page.getByRole('button', { name: /5 years/ }).click();
  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 1 week chart, FMP');
  await page.keyboard.type('15');
  await page.keyboard.press('Enter');
  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 15 minutes chart, FMP');
  await expectSpan(page, {
    frame: '1y (1 year), 1W bars',
    spanMs: 365 * DAY_MS,
    barMs: 7 * DAY_MS,
  });
  await expectSpan(page, { frame: '1d (1 day), 1m bars', spanMs: DAY_MS, barMs: MINUTE_MS });

  await page.keyboard.type('1D');
  await page.keyboard.press('Enter');
  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 1 day chart, FMP');
  await openSymbol(page, 'ethusd', 'Bitfinex');
  await expect(chartOf(page)).toHaveAccessibleName('ETHUSD 1 day chart, Bitfinex');
  await expect(page).toHaveURL(/symbol=Bitfinex/i);

  const oldest: number[] = [];
  page.on('response', async (response) => {
    if (!/\/histoday\?.*GCUSD/.test(response.url()) || !response.ok()) return;
    // A page that is left has no answers any more.
    const { Data } = await response.json().catch(() => ({ Data: [] }));
    if (Data[0]) oldest.push(Data[0].time);
  });
  await openSymbol(page, 'gcusd', 'FMP');
  await expect(chartOf(page)).toHaveAccessibleName('GCUSD 1 day chart, FMP');
  await expect.poll(() => oldest.length).toBeGreaterThan(0);
  await chartOf(page).focus();
  await page.keyboard.press('Home');
  // The real gold prices of the simulator begin more than eight years before its last day.
  const eightYearsAgo = Date.now() - 8 * 365 * DAY_MS;
  await expect.poll(() => Math.min(...oldest)).toBeLessThan(eightYearsAgo);
  await expectCandles(page);
});
