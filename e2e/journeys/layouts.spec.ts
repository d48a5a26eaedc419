import type { Page } from '@playwright/test';
import { chartOf, openChart } from '../chart-page.ts';
import { holdBack } from '../hold-back.ts';
import { expect, test } from '../journey.ts';
import { colourIn } from '../screens/look.ts';

/** The supported window sizes; the last but one is a 1440 × 900 desktop at 200 %. */
const WINDOWS = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 844, height: 390 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
] as const;
const INTERVALS = /^(?:1m|5m|15m|1h|4h|1D|1W) \(/;

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('chart')) localStorage.setItem('chart', '{"isTourDone":true}');
  });
});

/** The visible controls that lie outside the window or over one another; a list that scrolls may hide its own. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nameOf = (element: Element) => element.ariaLabel ?? element.textContent ?? '';
    const isScrolledAway = (one: Element) => {
      for (let list = one.parentElement; list; list = list.parentElement) {
        if (!['auto', 'scroll'].includes(getComputedStyle(list).overflowY)) continue;
        const [box, its] = [one.getBoundingClientRect(), list.getBoundingClientRect()];
        if (box.bottom > its.bottom || box.top < its.top) return true;
      }
      return false;
    };
    const controls = [...document.querySelectorAll('button, a, input, select')].filter((one) => {
      if (isScrolledAway(one)) return false;
      const { width, height } = one.getBoundingClientRect();
      const isSeen = one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      // A switch is larger than its hidden field.
      return isSeen && width > 2 && height > 2 && getComputedStyle(one).clipPath === 'none';
    });
    const faults: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
    if (document.documentElement.scrollHeight > innerHeight) faults.push('the page scrolls');
    controls.forEach((one, index) => {
      const box = one.getBoundingClientRect();
      const isInside =
        box.left >= -1 &&
        box.top >= -1 &&
        box.right <= innerWidth + 1 &&
        box.bottom <= innerHeight + 1;
      if (!isInside) faults.push(`${nameOf(one)} stands outside the window`);
      for (const other of controls.slice(index + 1)) {
        const its = other.getBoundingClientRect();
        const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
        const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
        if (across > 1 && down > 1) faults.push(`${nameOf(one)} and ${nameOf(other)} overlap`);
      }
    });
    return faults;
  });
}

async function shareOfHeight(page: Page, height: number): Promise<number> {
  return ((await chartOf(page).boundingBox())?.height ?? 0) / height;
}

const THEMES =
  process.env.TEST_LONG === 'true' ? (['light', 'dark'] as const) : (['light'] as const);

test('in every window the chart has most of the height, nothing is cut off, and the toolbar keeps all there is room for', async ({
  page,
}) => {
  await openChart(page);
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    const name = `${size.width} × ${size.height}`;
    await expect.poll(() => shareOfHeight(page, size.height), name).toBeGreaterThan(0.6);
    for (const theme of THEMES) {
      await colourIn(page, theme);
      await expect.poll(() => faultsOf(page), `${name}, ${theme}`).toEqual([]);
    }
  }

  const intervals = page
    .getByRole('group', { name: 'Interval' })
    .getByRole('button', { name: INTERVALS });
  for (const [width, height, count] of [
    [1440, 900, 7],
    [844, 390, 7],
    [720, 450, 5],
    [1024, 768, 7],
  ] as const) {
    // From small to large, so that the layout of a larger window is not mistaken for the next one.
    await page.setViewportSize({ width: 500, height: 400 });
    await expect(intervals).toHaveCount(1);
    await expect(intervals).toHaveAttribute('aria-pressed', 'true');
    await page.setViewportSize({ width, height });
    await expect(intervals).toHaveCount(count);
  }

  // A small window has the rest in a menu.
  const toolbar = page.getByRole('toolbar', { name: 'Chart', exact: true });
  await expect(toolbar.getByRole('button', { name: 'Table of bars' })).toHaveCount(0);
  await toolbar.getByRole('button', { name: 'More' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Table of bars' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'BTCUSD 1 day, FMP' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(toolbar.getByRole('button', { name: 'Table of bars' })).toBeVisible();
  await expect(toolbar.getByRole('button', { name: 'More' })).toHaveCount(0);
});

test('a turned phone keeps its view of the bars, reaches everything from one row, and has the summary in a drawer', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openChart(page);
  await chartOf(page).evaluate((chart) => chart.setAttribute('data-kept', ''));
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.getByRole('button', { name: /navigation$/ })).toBeVisible();
  await expect(chartOf(page)).toHaveAttribute('data-kept');

  const summary = page.getByRole('complementary', { name: 'Summary' });
  await expect(summary).toHaveCount(0);
  await page.keyboard.press('Alt+U');
  await expect(summary).toContainText('Short resistance');
  expect(await shareOfHeight(page, 390)).toBeGreaterThan(0.6);
  const info = summary.getByRole('button', { name: 'Long-term support depth' });
  // The depth covers the level only once its code has arrived.
  const release = await holdBack(page, /\/DepthDrawer-/);
  await info.click();
  await expect(info).toHaveAttribute('aria-expanded', 'true');
  release();
  const depth = summary.getByRole('region', { name: 'Long-term support depth' });
  await expect(depth.getByRole('row').nth(1)).toBeVisible();
  // The level stays visible above its depth.
  await expect(async () => {
    const [row, head] = [await info.boundingBox(), await depth.boundingBox()];
    if (!row || !head) throw new Error('Neither is on the page.');
    expect(row.y).toBeGreaterThanOrEqual(44);
    expect(row.y + row.height).toBeLessThanOrEqual(head.y);
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(depth).toHaveCount(0);
  await summary.getByRole('button', { name: 'Close the summary' }).click();
  await expect(summary).toHaveCount(0);

  const pane = page.getByRole('button', { name: /study under the chart/ });
  await pane.click();
  await page.getByRole('menuitemradio', { name: 'Tightness' }).click();
  await expect(pane).toHaveText('Tightness');
  await page.getByRole('button', { name: 'More' }).click();
  const range = page.getByRole('button', { name: '1y (1 year)' });
  await range.click();
  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 1 week chart, FMP');
  await page.getByRole('button', { name: 'More' }).click();
  await expect(range).toHaveAttribute('aria-pressed', 'true');
});
