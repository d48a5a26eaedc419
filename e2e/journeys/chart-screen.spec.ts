import type { Page, Route } from '@playwright/test';
import { expectNoBarriers } from '../barriers.ts';
import { chartOf, openChart } from '../chart-page.ts';
import { expectCandles } from '../chart-picture.ts';
import { stopClock } from '../clock.ts';
import { holdBack } from '../hold-back.ts';
import { expect, test } from '../journey.ts';
import { OWN_ANSWER } from '../origin.ts';

test.beforeEach(async ({ page }) => {
  // Who comes here has seen the tour; what the chart remembers by itself is kept over reloads.
  await page.addInitScript(() => {
    if (!localStorage.getItem('chart')) localStorage.setItem('chart', '{"isTourDone":true}');
  });
});

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const legendName = (page: Page, study: string) =>
  page.getByRole('button', { name: study, exact: true }).first();

test('a study takes the look its user wants, keeps it over a reload and gives it back', async ({
  page,
}) => {
  await openChart(page);
  const swatch = () =>
    dialogOf(page, 'Long-term S/R')
      .getByRole('radiogroup', { name: 'Colour of Long-term resistance' })
      .getByRole('radio', { checked: true });
  await legendName(page, 'Long-term S/R').click();
  await page.getByRole('tab', { name: 'Style' }).click();
  await expect(swatch()).toHaveAccessibleName('Blue');
  await dialogOf(page, 'Long-term S/R').getByTitle('Pink').first().click();
  await dialogOf(page, 'Long-term S/R').getByLabel('Width').first().selectOption('3');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await legendName(page, 'Long-term S/R').click();
  await page.getByRole('tab', { name: 'Style' }).click();
  await expect(swatch()).toHaveAccessibleName('Pink');
  await page.getByRole('button', { name: 'Defaults' }).click();
  await expect(swatch()).toHaveAccessibleName('Blue');
});

test('what is cancelled changes nothing, and what is refused leads to its field', async ({
  page,
}) => {
  await openChart(page);
  await legendName(page, 'Tightness').click();
  const dialog = dialogOf(page, 'Tightness');
  await dialog.getByLabel('Short-term length').fill('9');
  await page.getByRole('tab', { name: 'Visibility' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(dialog.getByLabel('Short-term length')).toBeFocused();
  await expect(dialog).toContainText('10');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText('20 100 close').first()).toBeVisible();
});

test('a study follows its dialog at once, in the light and in one size, and goes back on Cancel', async ({
  page,
}) => {
  await openChart(page);
  await legendName(page, 'Tightness').click();
  const dialog = dialogOf(page, 'Tightness');
  await dialog.getByLabel('Short-term length').fill('30');
  await expect(page.getByText('30 100 close').first()).toBeVisible();
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
  await expect(page.getByText('20 100 close').first()).toBeVisible();
  await expect(page.getByText('30 100 close')).toHaveCount(0);
});

test('the dialog of a study covers no legend in any window, and fills its area at once', async ({
  page,
}) => {
  await openChart(page);
  const dialog = dialogOf(page, 'Long/Short %');
  const line = page.getByRole('button', { name: 'Long/Short %', exact: true });
  for (const [width, height] of [
    [1440, 900],
    [844, 390],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await line.click();
    await expect(dialog).toBeVisible();
    const isCovered = async () => {
      const [name, over] = [await line.boundingBox(), await dialog.boundingBox()];
      if (!name || !over) return true;
      return name.x + name.width > over.x && name.y + name.height > over.y;
    };
    await expect.poll(isCovered, `${width} × ${height}`).toBe(false);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await line.click();
  await page.getByRole('tab', { name: 'Style' }).click();
  await dialog.getByLabel('Fill below').selectOption('None');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await line.click();
  await page.getByRole('tab', { name: 'Style' }).click();
  await expect(dialog.getByLabel('Fill below')).toHaveValue('0');
});

test('a right click offers what can be done there: copying a price, measuring a distance', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openChart(page);
  await chartOf(page).click({ button: 'right', position: { x: 500, y: 250 } });
  await page.getByRole('menuitem', { name: /Copy price/ }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(async () => Number(await copied())).toBeGreaterThan(0);
  await chartOf(page).click({ button: 'right', position: { x: 500, y: 250 } });
  await page.getByRole('menuitem', { name: /Measure/ }).click();
  await expect(page.getByText('Choose the first point to measure from.')).toBeVisible();
  await chartOf(page).click({ position: { x: 400, y: 300 } });
  await expect(page.getByText('Choose the second point.')).toBeVisible();
  await chartOf(page).click({ position: { x: 600, y: 220 } });
  await expect(page.getByText('Choose the second point.')).toHaveCount(0);
});

test('a price is copied where the page has no clipboard, and told where it cannot be', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined }),
  );
  await openChart(page);
  const copy = async () => {
    await chartOf(page).click({ button: 'right', position: { x: 500, y: 250 } });
    await page.getByRole('menuitem', { name: /Copy price/ }).click();
  };
  await copy();
  await expect(page.getByText(/^[\d,.]+ copied\.$/)).toBeVisible();
  await page.evaluate(() => Object.assign(document, { execCommand: () => false }));
  await copy();
  await expect(page.getByRole('alert')).toContainText(/[\d,.]+ could not be copied\./);
});

test('a week is called by its Monday, a zone once and a scale by its shape', async ({ page }) => {
  await openChart(page, '?symbol=FMP:BTCUSD&resolution=1W');
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText(
    /Last close [\d,.]+ · Week of \d+ \w{3} \d{4}/,
  );
  await page.getByRole('button', { name: /Time zone/ }).click();
  await expect(page.getByRole('menuitemradio', { name: 'UTC', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Chart settings' }).click();
  await expect(dialogOf(page, 'Chart settings').getByText('Linear')).toBeVisible();
});

test('the settings stand beside the chart, count at once and are still there after a reload', async ({
  page,
}) => {
  await openChart(page);
  const settings = dialogOf(page, 'Chart settings');
  const open = page.getByRole('button', { name: 'Chart settings' });
  await open.click();
  const [chart, sheet] = [await chartOf(page).boundingBox(), await settings.boundingBox()];
  expect((chart?.x ?? 0) + (chart?.width ?? 0)).toBeLessThanOrEqual((sheet?.x ?? 0) + 1);
  await settings.getByRole('switch', { name: 'Grid' }).click();
  await settings
    .getByRole('radiogroup', { name: 'Colour of rising bars' })
    .getByTitle('Violet')
    .click();
  await page.reload();
  await open.click();
  await expect(settings.getByRole('switch', { name: 'Grid' })).not.toBeChecked();
  const rising = settings.getByRole('radiogroup', { name: 'Colour of rising bars' });
  await expect(rising.getByRole('radio', { name: 'Violet' })).toBeChecked();
  await settings.getByRole('button', { name: 'Reset' }).click();
  await expect(rising.getByRole('radio', { name: 'Green' })).toBeChecked();
});

test('a pane takes the whole height by its head, and the view gives it back', async ({ page }) => {
  await openChart(page);
  const spread = page.getByRole('button', { name: 'Liquidity Spread', exact: true });
  await page.getByText('Bitcoin USD').first().dblclick();
  await expect(spread).toHaveCount(0);
  await page.getByRole('button', { name: /reset view/ }).click();
  await expect(spread).toBeVisible();
});

test('who has gone back in time finds the newest bar again; the tab tells its price', async ({
  page,
}) => {
  await openChart(page);
  await expect(page).toHaveTitle(
    /^BTCUSD [\d,]+\.\d+ (▲|▼)? ?[+−]?[\d,.]+ \([+−]?[\d.]+\u00a0%\) · /,
  );
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

test('the last used time frame is marked, and automatic scaling while it lasts', async ({
  page,
}) => {
  await openChart(page);
  const year = page.getByRole('button', { name: /1 year/ });
  const auto = page.getByRole('button', { name: /reset view/ });
  await expect(auto).toHaveAttribute('aria-pressed', 'true');
  await year.click();
  await expect(year).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /percent scale/ }).click();
  await expect(auto).toHaveAttribute('aria-pressed', 'false');
  await auto.click();
  await expect(auto).toHaveAttribute('aria-pressed', 'true');
  await expect(year).toHaveAttribute('aria-pressed', 'false');
});

test('a hidden study leaves the row that brings it back, and only its pane goes', async ({
  page,
}) => {
  await openChart(page);
  const act = (verb: string) =>
    page.getByRole('button', { name: `${verb} Liquidity Spread`, exact: true });
  await legendName(page, 'Liquidity Spread').hover();
  await act('Hide').click();
  await expect(page.getByRole('button', { name: 'Maximise Liquidity Spread' })).toHaveCount(0);
  await act('Show').click();
  await expect(act('Hide')).toBeAttached();
  await expect(act('Show')).toHaveCount(0);
});

test('the table holds the bars of the instrument in its title, also where that comes while it is open', async ({
  page,
}) => {
  await openChart(page);
  const release = await holdBack(page, /\/api\/data\/symbol\?.*ETHUSD/);
  await page.keyboard.type('ethusd');
  await page.getByRole('option', { name: /ETHUSD.*FMP/ }).click();
  await expect(page.getByRole('dialog', { name: 'Symbol search' })).toHaveCount(0);
  await page.keyboard.press('Alt+KeyB');
  const rows = page.getByRole('region', { name: 'Bars' }).locator('tbody tr[aria-rowindex]');
  await expect(page.getByRole('dialog', { name: /^BTCUSD 1D/ })).toBeVisible();
  const former = await rows.nth(1).textContent();
  release();
  await expect(page.getByRole('dialog', { name: /^ETHUSD 1D/ })).toBeVisible();
  await expect(rows.nth(1)).toBeVisible();
  expect(await rows.nth(1).textContent()).not.toBe(former);
});

test('the table sorts by a column, leaves one out, and is a list of cards in the hand', async ({
  page,
}) => {
  await openChart(page);
  await page.keyboard.press('Alt+KeyB');
  const table = page.getByRole('region', { name: 'Bars' });
  const closes = () => table.locator('tbody tr[aria-rowindex] td:nth-child(5)').allTextContents();
  await table.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(table.getByRole('columnheader', { name: 'Close', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const [first = '', second = ''] = await closes();
  const numberOf = (text: string) => Number(text.replaceAll(',', ''));
  expect(numberOf(first)).toBeGreaterThanOrEqual(numberOf(second));
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Volume' }).click();
  await page.keyboard.press('Escape');
  await expect(table.getByRole('columnheader', { name: 'Volume' })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(table.getByRole('heading').first()).toBeVisible();
  await expect(table.getByRole('table')).toHaveCount(0);
});

test('the tour shows a newcomer round once', async ({ page }) => {
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('seen')) localStorage.removeItem('chart');
    sessionStorage.setItem('seen', 'yes');
  });
  await openChart(page);
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
  await openChart(page);
  await expect(tour).toHaveCount(0);
});

const refuse = (route: Route) =>
  route.fulfill({
    headers: OWN_ANSWER,
    status: 503,
    json: {
      Response: 'Error',
      Message: 'FMP answered with a page of HTML.',
      code: 'FEED_UNAVAILABLE',
      requestId: 'request-of-a-journey',
    },
  });

test('bars that are known stay in sight while newer ones do not come', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(503, '/api/data/histoday');
  await openChart(page);
  await page.getByRole('button', { name: /1 hour/ }).click();
  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 60 chart, FMP');
  await expect(page.getByText(/Loading BTCUSD/)).toHaveCount(0);
  await page.route('**/api/data/histoday*', refuse);
  await page.getByRole('button', { name: /1 day/ }).first().click();
  await expect(page.getByText('Loading BTCUSD 1D…')).toBeVisible();
  const failure = page.getByRole('alert').filter({ hasText: 'Could not load BTCUSD from FMP.' });
  await expect(failure).toContainText('FMP answered with a page of HTML.');
  await expect(failure).toContainText('request-of-a-journey');
  await failure.getByRole('button', { name: 'Show stored data' }).click();
  await expect(page.getByText(/^Stored data is shown/)).toBeVisible();
  await expectCandles(page);
  await page.unroute('**/api/data/histoday*');
  // The newer bars may have come by themselves before the press.
  const retry = page.getByRole('button', { name: 'Retry' });
  await retry.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(page.getByText(/^Stored data is shown/)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('older bars that fail are a span that is not loaded, and history is whole after Retry', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(503, '/api/data/histoday');
  await openChart(page);
  await page.route('**/api/data/histoday*', refuse);
  await chartOf(page).focus();
  await page.keyboard.press('Home');
  const failure = page
    .getByRole('alert')
    .filter({ hasText: 'Could not load older bars from FMP.' });
  await expect(failure).toBeVisible();
  await page.unroute('**/api/data/histoday*');
  const answer = page.waitForResponse((response) => response.url().includes('/histoday'));
  await failure.getByRole('button', { name: 'Retry' }).click();
  expect((await answer).ok()).toBe(true);
  await expect(failure).toHaveCount(0);
});

test('a symbol that is slow to come says so over the one before; one that is too slow moves nothing any more', async ({
  page,
}) => {
  await page.clock.install();
  await openChart(page, '?symbol=FMP:BTCUSD&resolution=1D');
  const release = await holdBack(page, /\/api\/data\/symbol\?/);
  await page.keyboard.press('e');
  const search = dialogOf(page, 'Symbol search');
  await search.getByRole('combobox', { name: 'Code or description' }).fill('ethusd');
  const option = search.getByRole('option', { name: /ETHUSD/ }).first();
  await expect(option).toBeVisible();
  // From here on time passes by these steps alone, however long they take.
  await stopClock(page);
  await option.click();
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(page.getByText('Loading ETHUSD 1D…')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.clock.fastForward(5_000);
  await expect(page.getByText('Still loading from FMP…')).toBeVisible();
  await expect(page).toHaveURL(/ETHUSD/);
  await page.clock.fastForward(10_000);
  const tooSlow = page.getByRole('alert').filter({ hasText: /ETH.* did not come in time\./ });
  await expect(tooSlow).toContainText(/BTC.* is still shown\./);
  await expect(page).toHaveURL(/symbol=FMP(:|%3A)BTCUSD/);
  release();
  await page.clock.resume();
  await tooSlow.getByRole('button', { name: 'Retry' }).click();
  await expect(page).toHaveURL(/ETHUSD/);
  await expect(chartOf(page)).toHaveAccessibleName(/^ETHUSD 1D chart/);
  await expect(tooSlow).toHaveCount(0);
});

test('a chart that could not load without a network loads when there is one again', async ({
  page,
  context,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  await openChart(page);
  await context.setOffline(true);
  await expect(page.getByText('You are offline. Stored data is shown.')).toBeVisible();
  await page.getByRole('button', { name: /1 week/ }).click();
  await expect(page.getByText('Could not load BTCUSD from FMP.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Could not load BTCUSD from FMP.')).toHaveCount(0);
  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 1W chart, FMP');
  await expectCandles(page);
});

/** What can lie over the chart, and how it is opened. */
const OVERLAYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the symbol search': (page) => page.keyboard.press('g'),
  'the search of what to compare': (page) => page.keyboard.press('Alt+KeyC'),
  'the indicators': (page) => page.keyboard.press('Alt+KeyI'),
  'the style of a study': async (page) => {
    await legendName(page, 'Combo and signals').click();
    await page.getByRole('tab', { name: 'Style' }).click();
  },
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

for (const theme of ['light', 'dark']) {
  test(`axe finds nothing in any overlay of the chart, ${theme}`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    await openChart(page);
    for (const [name, open] of Object.entries(OVERLAYS)) {
      // Over no button, whose hint would fade in or out meanwhile.
      await page.mouse.move(720, 2);
      await chartOf(page).focus();
      await open(page);
      await expect(overlays(page).first(), name).toBeVisible();
      await expectNoBarriers(page, name);
      await page.keyboard.press('Escape');
      await expect(overlays(page), name).toHaveCount(0);
    }
  });
}

test('the toolbar of a small window names the symbol in full', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openChart(page);
  const code = page.getByRole('toolbar', { name: 'Chart' }).getByText('BTCUSD', { exact: true });
  const missingPx = await code.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return words.getBoundingClientRect().width - element.getBoundingClientRect().width;
  });
  expect(missingPx).toBeLessThanOrEqual(0);
});
