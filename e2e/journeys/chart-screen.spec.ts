import type { Page } from '@playwright/test';
import { expectNoBarriers } from '../barriers.ts';
import { chartOf, openChart, unfoldLegend } from '../chart-page.ts';
import { holdBack } from '../hold-back.ts';
import { expect, test } from '../journey.ts';

test.beforeEach(async ({ page }) => {
  // This person has seen the tour. Later pages of the journey keep what the chart has stored.
  await page.addInitScript(() => {
    if (!localStorage.getItem('chart')) localStorage.setItem('chart', '{"isTourDone":true}');
  });
});

const DESK = { width: 1440, height: 900 };

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const legendName = (page: Page, study: string) =>
  page.getByRole('button', { name: study, exact: true }).first();
const summaryOf = (page: Page) => page.getByRole('complementary', { name: 'Summary' });

/** Opens the style of a study by its name in the legend. */
async function openStyle(page: Page, study: string): Promise<void> {
  await unfoldLegend(page);
  await legendName(page, study).click();
  await page.getByRole('tab', { name: 'Style' }).click();
}

const resistanceColour = (page: Page) =>
  dialogOf(page, 'Long-term S/R')
    .getByRole('radiogroup', { name: 'Colour of Long-term resistance' })
    .getByRole('radio', { checked: true });
const risingColours = (page: Page) =>
  dialogOf(page, 'Chart settings').getByRole('radiogroup', { name: 'Colour of rising bars' });

/** No window has the dialog of a study lie over the study's line in the legend. */
async function expectLegendUncovered(page: Page): Promise<void> {
  const dialog = dialogOf(page, 'Long/Short %');
  const line = page.getByRole('button', { name: 'Long/Short %', exact: true });
  for (const size of [DESK, { width: 844, height: 390 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    await line.click();
    await expect(dialog).toBeVisible();
    const isCovered = async () => {
      const [name, over] = [await line.boundingBox(), await dialog.boundingBox()];
      if (!name || !over) return true;
      return name.x + name.width > over.x && name.y + name.height > over.y;
    };
    await expect.poll(isCovered, `${size.width} × ${size.height}`).toBe(false);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await page.setViewportSize(DESK);
}

test('the inputs of a study count at once, stay within their range and go back on Cancel', async ({
  page,
}) => {
  await openChart(page);
  const before = page.getByText('20 100 close').first();
  const after = page.getByText('30 100 close').first();
  await legendName(page, 'Tightness').click();
  const dialog = dialogOf(page, 'Tightness');
  const length = dialog.getByLabel('Short-term length');
  await length.fill('51');
  await page.getByRole('tab', { name: 'Visibility' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(length).toBeFocused();
  await expect(dialog).toContainText('10');
  await expect(dialog).toContainText('50');
  await length.fill('30');
  await expect(after).toBeVisible();
  const heights = new Set<number>();
  for (const tab of ['Inputs', 'Style', 'Visibility']) {
    await page.getByRole('tab', { name: tab }).click();
    heights.add((await dialog.boundingBox())?.height ?? 0);
  }
  expect(heights.size).toBe(1);
  const overlay = page.locator('.mantine-Modal-overlay');
  await expect(overlay).toHaveCSS('background-image', 'none');
  await expect(overlay).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(before).toBeVisible();
  await expect(after).toHaveCount(0);

  await page.getByRole('button', { name: 'Indicators' }).click();
  await dialogOf(page, 'Indicators')
    .getByRole('button', { name: /Settings of Tightness/ })
    .click();
  await length.fill('9');
  await length.blur();
  await expect(dialog).toContainText('10');
  await expect(dialog).toContainText('50');
  await length.fill('30');
  await length.blur();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(after).toBeVisible();
  await expectLegendUncovered(page);
});

test('the chart keeps the look that its user gives it, also in a second tab, until it is reset', async ({
  page,
  context,
}) => {
  await openChart(page);
  await openStyle(page, 'Long-term S/R');
  await expect(resistanceColour(page)).toHaveAccessibleName('Blue');
  await dialogOf(page, 'Long-term S/R').getByTitle('Pink').first().click();
  await dialogOf(page, 'Long-term S/R').getByLabel('Width').first().selectOption('3');
  await page.getByRole('button', { name: 'Done' }).click();
  await openStyle(page, 'Long/Short %');
  await dialogOf(page, 'Long/Short %').getByLabel('Fill below').selectOption('None');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Chart settings' }).click();
  const settings = dialogOf(page, 'Chart settings');
  const [chart, sheet] = [await chartOf(page).boundingBox(), await settings.boundingBox()];
  expect((chart?.x ?? 0) + (chart?.width ?? 0)).toBeLessThanOrEqual((sheet?.x ?? 0) + 1);
  await settings.getByRole('switch', { name: 'Grid' }).click();
  await risingColours(page).getByTitle('Violet').click();
  await page.keyboard.press('Escape');
  await expect(settings).toHaveCount(0);

  // Another page of this device has what the first one stored.
  const other = await context.newPage();
  await openChart(other);
  await expect(other.getByRole('region', { name: 'Tour of the chart' })).toHaveCount(0);
  await openStyle(other, 'Long/Short %');
  await expect(dialogOf(other, 'Long/Short %').getByLabel('Fill below')).toHaveValue('0');
  await other.getByRole('button', { name: 'Cancel', exact: true }).click();
  await openStyle(other, 'Long-term S/R');
  await expect(resistanceColour(other)).toHaveAccessibleName('Pink');
  const width = dialogOf(other, 'Long-term S/R').getByLabel('Width').first();
  await expect(width).toHaveValue('3');
  await other.getByRole('button', { name: 'Defaults' }).click();
  await expect(resistanceColour(other)).toHaveAccessibleName('Blue');
  await other.getByRole('button', { name: 'Done' }).click();
  await other.getByRole('button', { name: 'Chart settings' }).click();
  const kept = dialogOf(other, 'Chart settings');
  await expect(kept.getByRole('switch', { name: 'Grid' })).not.toBeChecked();
  await expect(risingColours(other).getByRole('radio', { name: 'Violet' })).toBeChecked();
  await kept.getByRole('button', { name: 'Reset' }).click();
  await expect(risingColours(other).getByRole('radio', { name: 'Green' })).toBeChecked();
  await other.keyboard.press('Escape');
  await expect(kept).toHaveCount(0);

  // Two open pages follow each other, and neither undoes what the other has changed.
  const spreadOf = (tab: Page) =>
    tab.getByRole('button', { name: 'Liquidity Spread', exact: true });
  await expect(spreadOf(other)).toBeVisible();
  await spreadOf(page).hover();
  await page.getByRole('button', { name: 'Remove Liquidity Spread' }).click();
  for (const tab of [page, other]) await expect(spreadOf(tab)).toHaveCount(0);
  await other.getByRole('button', { name: 'Summary', exact: true }).click();
  for (const tab of [page, other]) await expect(summaryOf(tab)).toHaveCount(0);
  for (const tab of [page, other]) await expect(spreadOf(tab)).toHaveCount(0);
});

test('the view of the chart moves, scales, hides and measures, and goes back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openChart(page);
  await expect(page).toHaveTitle(
    /^BTCUSD [\d,]+\.\d+ (▲|▼)? ?[+−]?[\d,.]+ \([+−]?[\d.]+\u00a0%\) · /,
  );

  await test.step('the newest bar is found again', async () => {
    const newest = page.getByRole('button', { name: 'Newest bar', exact: true });
    await expect(newest).toHaveCount(0);
    const { x = 0, y = 0, width = 0 } = (await chartOf(page).boundingBox()) ?? {};
    await page.mouse.move(x + 100, y + 200);
    await page.mouse.down();
    await page.mouse.move(x + width - 200, y + 200, { steps: 4 });
    await page.mouse.up();
    await newest.click();
    await expect(newest).toHaveCount(0);
  });

  await test.step('a hidden study leaves the row that brings it back', async () => {
    const act = (verb: string) =>
      page.getByRole('button', { name: `${verb} Liquidity Spread`, exact: true });
    await legendName(page, 'Liquidity Spread').hover();
    await act('Hide').click();
    await expect(page.getByRole('button', { name: 'Maximise Liquidity Spread' })).toHaveCount(0);
    await act('Show').click();
    await expect(act('Hide')).toBeAttached();
    await expect(act('Show')).toHaveCount(0);
  });

  const resetView = page.getByRole('button', { name: /reset view/ });
  await test.step('a pane takes the whole height', async () => {
    const spread = page.getByRole('button', { name: 'Liquidity Spread', exact: true });
    await page.getByText('Bitcoin USD').first().dblclick();
    await expect(spread).toHaveCount(0);
    await resetView.click();
    await expect(spread).toBeVisible();
  });

  await test.step('a price is copied and a distance measured', async () => {
    const rightClick = () => chartOf(page).click({ button: 'right', position: { x: 500, y: 250 } });
    const copyPrice = async () => {
      await rightClick();
      await page.getByRole('menuitem', { name: /Copy price/ }).click();
    };
    // A page without a clipboard, one that cannot copy at all, then one that has a clipboard.
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
    );
    await copyPrice();
    await expect(page.getByText(/^[\d,.]+ copied\.$/)).toBeVisible();
    await page.evaluate(() => Object.assign(document, { execCommand: () => false }));
    await copyPrice();
    const failed = page.getByRole('alert').filter({ hasText: 'could not be copied.' });
    await expect(failed).toContainText(/[\d,.]+ could not be copied\./);
    await page.evaluate(() => {
      Reflect.deleteProperty(navigator, 'clipboard');
      Reflect.deleteProperty(document, 'execCommand');
    });
    await copyPrice();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(async () => Number(await copied())).toBeGreaterThan(0);
    await rightClick();
    await page.getByRole('menuitem', { name: /Measure/ }).click();
    await expect(page.getByText('Measure: choose the first point.')).toBeVisible();
    await chartOf(page).click({ position: { x: 400, y: 300 } });
    await expect(page.getByText('Measure: choose the second point.')).toBeVisible();
    await chartOf(page).click({ position: { x: 600, y: 220 } });
    await expect(page.getByText('Measure: choose the second point.')).toHaveCount(0);
  });

  await test.step('the last used time frame and automatic scaling are marked', async () => {
    const year = page.getByRole('button', { name: /1 year/ });
    await expect(resetView).toHaveAttribute('aria-pressed', 'true');
    await year.click();
    await expect(year).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: /percent scale/ }).click();
    await expect(resetView).toHaveAttribute('aria-pressed', 'false');
    await resetView.click();
    await expect(resetView).toHaveAttribute('aria-pressed', 'true');
    await expect(year).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('weeks, zones and scales have their usual names', async () => {
    // A year is shown in weeks.
    await expect(summaryOf(page)).toContainText(/Last close [\d,.]+ · Week of \d+ \w{3} \d{4}/);
    await page.getByRole('button', { name: /Time zone/ }).click();
    await expect(page.getByRole('menuitemradio', { name: 'UTC', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Chart settings' }).click();
    await expect(dialogOf(page, 'Chart settings').getByText('Linear')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the toolbar of a small window names the symbol in full', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    const code = page.getByRole('toolbar', { name: 'Chart' }).getByText('BTCUSD', { exact: true });
    const missingPx = () =>
      code.evaluate((element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        return words.getBoundingClientRect().width - element.getBoundingClientRect().width;
      });
    await expect.poll(missingPx).toBeLessThanOrEqual(0);
  });
});

test('the table holds the bars of the instrument in its title, sorted, without the columns left out', async ({
  page,
}) => {
  await openChart(page);
  const release = await holdBack(page, /\/api\/data\/symbol\?.*ETHUSD/);
  await page.keyboard.type('ethusd');
  await page.getByRole('option', { name: /ETHUSD.*FMP/ }).click();
  await expect(dialogOf(page, 'Symbol search')).toHaveCount(0);
  await page.keyboard.press('Alt+KeyB');
  const table = page.getByRole('region', { name: 'Bars' });
  const rows = table.locator('tbody tr[aria-rowindex]');
  await expect(dialogOf(page, /^BTCUSD 1 day/)).toBeVisible();
  const former = await rows.nth(1).textContent();
  release();
  await expect(dialogOf(page, /^ETHUSD 1 day/)).toBeVisible();
  await expect(rows.nth(1)).toBeVisible();
  expect(await rows.nth(1).textContent()).not.toBe(former);

  const headOf = (name: string) => table.getByRole('columnheader', { name, exact: true });
  await table.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(headOf('Close')).toHaveAttribute('aria-sort', 'descending');
  const closes = await rows.locator('td:nth-child(5)').allTextContents();
  const [first = 0, second = 0] = closes.map((text) => Number(text.replaceAll(',', '')));
  expect(first).toBeGreaterThanOrEqual(second);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Volume' }).click();
  await page.keyboard.press('Escape');
  await expect(headOf('Volume')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(table.getByRole('heading').first()).toBeVisible();
  await expect(table.getByRole('table')).toHaveCount(0);
});

/** The overlays of the chart, and how each is opened. */
const OVERLAYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the symbol search': (page) => page.keyboard.press('g'),
  'the comparison search': (page) => page.keyboard.press('Alt+KeyC'),
  'the indicators': (page) => page.keyboard.press('Alt+KeyI'),
  'the style of a study': (page) => openStyle(page, 'Combo and signals'),
  'the table': (page) => page.keyboard.press('Alt+KeyB'),
  'the settings': (page) => page.getByRole('button', { name: 'Chart settings' }).click(),
  'the keys': (page) => page.keyboard.press('?'),
  'the menu of the chart': (page) =>
    chartOf(page).click({ button: 'right', position: { x: 500, y: 250 } }),
  'the menu of intervals': (page) => page.getByRole('button', { name: 'All intervals' }).click(),
  'the menu of zones': (page) => page.getByRole('button', { name: /Time zone/ }).click(),
  'the depth of a level': (page) =>
    page.getByRole('button', { name: 'Long-term support depth' }).click(),
};

const overlays = (page: Page) =>
  page.locator(
    '[role="dialog"], [role="menu"], [role="listbox"], [aria-label$=" depth"]:not(button)',
  );

const isLong = process.env.TEST_LONG === 'true';

for (const theme of isLong ? ['light', 'dark'] : ['light']) {
  test(`axe finds no barrier on the chart, on a phone and in any overlay, ${theme}`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    await openChart(page);
    await expectNoBarriers(page, 'the chart');
    for (const [name, open] of Object.entries(OVERLAYS)) {
      // No button lies under the pointer: its hint would fade in or out meanwhile.
      await page.mouse.move(720, 2);
      await chartOf(page).focus();
      await open(page);
      await expect(overlays(page).first(), name).toBeVisible();
      await expectNoBarriers(page, name);
      await page.keyboard.press('Escape');
      await expect(overlays(page), name).toHaveCount(0);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('button', { name: 'BTCUSD: symbol search' })).toBeVisible();
    await expectNoBarriers(page, 'the chart on a phone');
  });
}
