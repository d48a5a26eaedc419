import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { formatStudyValue } from '../../apps/web/src/lib/format.ts';
import { CHART, TEXTS } from '../../apps/web/src/ui/theme/tokens.ts';
import { chartOf, openChart } from '../chart-page.ts';
import { countPixels } from '../chart-picture.ts';
import { expect, test } from '../journey.ts';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('chart', '{"isTourDone":true}'));
});

async function saved(page: Page, press: () => Promise<void>) {
  const download = page.waitForEvent('download');
  await press();
  const file = await download;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

/** Width and height of a PNG, at fixed offsets of its header. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

/** A picture of the chart has the device's resolution and a caption. */
async function expectPicture(page: Page, ratio: number, theme: 'light' | 'dark'): Promise<void> {
  const { name, content } = await saved(page, () => page.keyboard.press('Alt+s'));
  expect(name).toMatch(/^FMP_BTCUSD_1D_20\d\d-\d\d-\d\d_\d\d-\d\d\.png$/);
  const chart = await chartOf(page).boundingBox();
  const picture = sizeOf(content);
  expect(picture.width).toBe(Math.round((chart?.width ?? 0) * ratio));
  // At least three rows of text are above the chart.
  expect(picture.height).toBeGreaterThan(((chart?.height ?? 0) + 60) * ratio);
  const index = theme === 'light' ? 0 : 1;
  const [text = 0, simulated = 0] = await countPixels(page, content, [
    TEXTS.text[index],
    TEXTS['warning-text'][index],
  ]);
  expect(text, 'pixels of words').toBeGreaterThan(300 * ratio);
  expect(simulated, 'pixels of the label Simulated').toBeGreaterThan(20 * ratio);
  const candles = [CHART.candleUp[index][0], CHART.candleDown[index][0]];
  const atRight = await countPixels(page, content, candles, 0.5);
  expect(Math.min(...atRight), 'pixels of candles in the right half').toBeGreaterThan(50);
}

/** Both exports of bars carry the studies of the legend and mark the open bar. */
async function expectTables(page: Page): Promise<void> {
  const fromToolbar = await saved(page, () =>
    page.getByRole('button', { name: 'Save bars as CSV' }).click(),
  );
  expect(fromToolbar.name).toMatch(/^FMP_BTCUSD_1D_20\d\d-\d\d-\d\d_\d\d-\d\d\.csv$/);
  const [label, head = '', ...rows] = `${fromToolbar.content}`.trimEnd().split('\r\n');
  expect(label).toBe('# Simulated');
  const heads = head.split(',');
  const cellOf = (row: string, name: string) => row.split(',')[heads.indexOf(name)];
  const open = rows.at(-1) ?? '';
  const lastClosed = rows.at(-2) ?? '';
  expect(cellOf(open, 'closed')).toBe('FALSE');
  expect(rows.slice(0, -1).every((row) => cellOf(row, 'closed') === 'TRUE')).toBe(true);

  const legend = page.locator('[data-region="legend"], [data-pane]');
  for (const [name, format] of [
    ['Long-term resistance', 'price'],
    ['Short-term support', 'price'],
    ['Long-term tightness (%)', 'percent'],
    ['Long/Short (%)', 'signedPercent'],
    ['Deployment', 'signedInteger'],
    ['Liquidity spread (bps)', 'basisPoints'],
  ] as const) {
    const value = Number(cellOf(lastClosed, name) || Number.NaN);
    const line = name.replace(' (bps)', '').replace('tightness (%)', 'tightness');
    const label = `${line.replace('(%)', '%')}, last closed bar`;
    const sample = page.getByLabel(label, { exact: true });
    const shown = legend.locator('span[data-term]', { has: sample });
    await expect(shown).toHaveText(formatStudyValue(format, value, 2));
  }

  await page.keyboard.press('Alt+b');
  const table = page.getByRole('dialog', { name: /BTCUSD/ });
  const fromTable = await saved(page, () => table.getByRole('button', { name: 'CSV' }).click());
  expect(`${fromTable.content}`.split('\r\n')[1]).toBe(head);
  expect(`${fromTable.content}`).toContain(lastClosed);
}

test.describe('on a screen of two pixels each', () => {
  test.use({ deviceScaleFactor: 2 });

  test('pictures and tables of a chart say what it shows, in the theme of the page', async ({
    page,
  }) => {
    await openChart(page);
    await expectPicture(page, 2, 'light');
    await page.getByRole('switch', { name: 'Dark theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expectPicture(page, 2, 'dark');
    await expectTables(page);
  });
});

const OTHER_SCREENS = [
  { ratio: 1, theme: 'light', width: 1440 },
  { ratio: 3, theme: 'light', width: 390 },
] as const;

for (const { ratio, theme, width } of process.env.TEST_LONG === 'true' ? OTHER_SCREENS : []) {
  test.describe(`${width} px, ${ratio} pixels of the device each`, () => {
    test.use({
      deviceScaleFactor: ratio,
      viewport: { width, height: width === 390 ? 844 : 900 },
    });

    test('a picture has the pixels of the device and says what it shows', async ({ page }) => {
      await openChart(page);
      await expectPicture(page, ratio, theme);
    });
  });
}
