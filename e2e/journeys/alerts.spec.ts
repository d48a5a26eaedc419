import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { chartOf, openChart } from '../chart-page.ts';
import { type ConsoleGuard, expect, test } from '../journey.ts';
import { makePerson } from '../people.ts';
import { signedIn } from '../session.ts';

/** A chart of a person of its own: others of the shared account would hear the alerts too. */
async function openOwnChart(
  { browser, page, consoleGuard }: { browser: Browser; page: Page; consoleGuard: ConsoleGuard },
  options: BrowserContextOptions = {},
): Promise<Page> {
  const person = await makePerson(page.request);
  const storageState = await signedIn(person.email);
  storageState.origins[0]?.localStorage.push({ name: 'chart', value: '{"isTourDone":true}' });
  const context = await browser.newContext({ ...options, storageState });
  consoleGuard.listenTo(context);
  const own = await context.newPage();
  await openChart(own, '?symbol=FMP:BTCUSD&resolution=60');
  return own;
}

/** Lets an alert fire with the next price. */
async function makeItTrue(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Alert' });
  await dialog.getByLabel('Comparison').selectOption('above');
  await dialog.getByLabel('Value', { exact: true }).fill('1');
}

test('an alert made by a right click fires, is told on the page, and stands in the log', async ({
  browser,
  page: shared,
  consoleGuard,
}) => {
  const page = await openOwnChart({ browser, page: shared, consoleGuard });
  const dialog = page.getByRole('dialog', { name: 'Alert' });

  await test.step('the dialog tells what it will do and how often it would have fired', async () => {
    const chart = await chartOf(page).boundingBox();
    if (!chart) throw new Error('The chart has no place.');
    await page.mouse.click(chart.x + chart.width / 2, chart.y + chart.height / 4, {
      button: 'right',
    });
    await page.getByRole('menuitem', { name: /^Alert at [\d,.]+/ }).click();
    await expect(dialog.getByText(/^When BTCUSD \(FMP\) crosses [\d,.]+, once/)).toBeVisible();
    await expect(dialog.getByText(/loaded bars/)).toBeVisible();
  });

  await test.step('a price of the chart is taken by a press on it', async () => {
    const value = dialog.getByLabel('Value', { exact: true });
    const before = await value.inputValue();
    await dialog.getByRole('button', { name: 'Value: take from the chart' }).click();
    await expect(page.getByText('Choose a price on the chart.')).toBeVisible();
    const chart = await chartOf(page).boundingBox();
    if (!chart) throw new Error('The chart has no place.');
    await page.mouse.click(chart.x + 200, chart.y + chart.height / 3);
    await expect(value).not.toHaveValue(before);
    await expect(value).toHaveValue(/^\d/);
  });

  await test.step('it fires: toast, bell and title tell it', async () => {
    await makeItTrue(page);
    await expect(dialog.getByText(/true already/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Create alert' }).click();
    await expect(dialog).toHaveCount(0);
    const toast = page.getByRole('status').filter({ hasText: 'is above 1' });
    await toast.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/at=/);
    await expect(page.getByRole('button', { name: 'Alerts, 1 new' })).toBeVisible();
    await expect(page).toHaveTitle(/^\(1\) /);
    await page.getByRole('button', { name: 'Alerts, 1 new' }).click();
    const bell = page.getByRole('dialog', { name: 'Alerts' });
    await expect(bell.getByText(/BTCUSD \(FMP\) is above 1\b/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bell).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Alerts', exact: true })).toBeVisible();
  });

  await test.step('the line of an alert is dragged to another price', async () => {
    const chart = await chartOf(page).boundingBox();
    if (!chart) throw new Error('The chart has no place.');
    const [x, y] = [chart.x + chart.width / 2, chart.y + chart.height * 0.45];
    await page.mouse.move(x, y);
    await page.keyboard.press('Alt+a');
    const value = dialog.getByLabel('Value', { exact: true });
    await expect(value).toBeFocused();
    const price = await value.inputValue();
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    // The line is drawn once its alert has been read: until then a press would pan the chart.
    await expect(async () => {
      await page.mouse.move(x + 9, y);
      await page.mouse.move(x, y);
      await expect(chartOf(page).locator('[data-cursor="pointer"]')).toBeAttached({ timeout: 500 });
    }).toPass();
    await page.mouse.down();
    await page.mouse.move(x, y - 30, { steps: 4 });
    await page.mouse.up();
    const toast = page.getByRole('status').filter({ hasText: 'The alert waits for' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await page.keyboard.press('Alt+Shift+A');
    const list = page.getByRole('dialog', { name: 'Alerts' });
    await expect(list.getByText(`crosses ${Number(price).toLocaleString('en-US')}`)).toBeVisible();
    await list.getByRole('checkbox', { name: 'Mark all' }).check();
    await list.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete the alert?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(list.getByRole('tab', { name: 'Active 0' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a drawing and a study offer an alert of their own', async () => {
    await chartOf(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Alt+h');
    await page.keyboard.press('Enter');
    const bar = page.getByRole('toolbar', { name: 'Horizontal line: style' });
    await bar.getByRole('button', { name: 'Alert' }).click();
    await expect(dialog.getByText(/crosses your line at [\d,.]+, once/)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await expect(bar).toHaveCount(0);
    await page.locator('[data-study="tightness"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Alert' }).click();
    await expect(dialog.getByLabel('Kind of condition')).toHaveValue('study');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the price axis and an indicator of the field offer one too', async () => {
    const chart = await chartOf(page).boundingBox();
    if (!chart) throw new Error('The chart has no place.');
    await page.mouse.move(chart.x + chart.width / 3, chart.y + chart.height / 4);
    const plus = page.getByRole('button', { name: /^Alert at [\d,.]+$/ });
    await plus.click();
    await expect(dialog.getByText(/crosses [\d,.]+, once/)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+KeyI');
    const indicators = page.getByRole('dialog', { name: 'Indicators' });
    await indicators.getByLabel('Search indicators').fill('rsi');
    await indicators.getByRole('button', { name: 'Add Relative strength index' }).click();
    await page.keyboard.press('Escape');
    await page.locator('[data-study="rsi"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Alert' }).click();
    await dialog.getByLabel('Value', { exact: true }).fill('70');
    await expect(dialog.getByText(/RSI 14 close of BTCUSD \(FMP\) crosses 70/)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove Relative strength index' }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('by keys: Alt+A at the crosshair, and the list with its log', async () => {
    await chartOf(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Alt+a');
    await expect(dialog.getByLabel('Value', { exact: true })).toBeFocused();
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await chartOf(page).focus();
    await page.keyboard.press('Alt+Shift+A');
    const list = page.getByRole('dialog', { name: 'Alerts' });
    await expect(list.getByRole('tab', { name: 'Active 1' })).toBeVisible();
    await list.getByRole('tab', { name: 'Log' }).click();
    await list.getByRole('button', { name: /is above 1\b/ }).click();
    await expect(page).toHaveURL(/at=/);
  });

  await test.step('several are paused at once, and back', async () => {
    const list = page.getByRole('dialog', { name: 'Alerts' });
    await list.getByRole('tab', { name: 'Active 1' }).click();
    await list.getByRole('checkbox', { name: 'Mark all' }).check();
    await list.getByRole('button', { name: 'Pause' }).click();
    await expect(list.getByRole('tab', { name: 'Paused 1' })).toBeVisible();
    const paused = page.getByRole('status').filter({ hasText: 'Alert paused.' });
    await paused.getByRole('button', { name: 'Undo' }).click();
    await expect(list.getByRole('tab', { name: 'Active 1' })).toBeVisible();
  });
});

test('on a phone an alert is made behind More and told by the bell', async ({
  browser,
  page: shared,
  consoleGuard,
}) => {
  const page = await openOwnChart(
    { browser, page: shared, consoleGuard },
    { viewport: { width: 390, height: 844 }, hasTouch: true },
  );
  await page.getByRole('button', { name: 'More' }).tap();
  await page.getByRole('button', { name: 'New alert' }).tap();
  await makeItTrue(page);
  const dialog = page.getByRole('dialog', { name: 'Alert' });
  await dialog.getByRole('button', { name: 'Create alert' }).tap();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Alerts, 1 new' }).tap();
  const bell = page.getByRole('dialog', { name: 'Alerts' });
  await bell.getByRole('button', { name: 'All alerts' }).tap();
  const list = page.getByRole('dialog', { name: 'Alerts' });
  await expect(list.getByRole('tab', { name: 'Fired 1' })).toBeVisible();
});
