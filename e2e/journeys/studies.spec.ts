import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoBarriers } from '../barriers.ts';
import { openChart, unfoldLegend } from '../chart-page.ts';
import { expect, test } from '../journey.ts';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('chart')) localStorage.setItem('chart', '{"isTourDone":true}');
  });
});

const indicators = (page: Page) => page.getByRole('dialog', { name: 'Indicators' });
const settings = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** The row of a study in a legend. */
const row = (page: Page, name: string) =>
  page
    .locator('[data-pane], [data-region="legend"]')
    .locator('div', { has: page.getByRole('button', { name, exact: true }) })
    .last();

async function addAnother(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Alt+KeyI');
  await indicators(page)
    .getByRole('button', { name: `Add another ${name}` })
    .click();
}

async function setShortLength(page: Page, name: string, length: string): Promise<void> {
  const dialog = settings(page, name);
  await dialog.getByLabel('Short-term length').fill(length);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
}

/** Opens the templates of studies and returns the button that applies one. */
async function openTemplates(page: Page, name: RegExp) {
  await page.keyboard.press('Alt+KeyI');
  await indicators(page).getByRole('tab', { name: 'Templates' }).click();
  return indicators(page).getByRole('button', { name });
}

/** The code of the indicators of the field. */
const FIELD_CODE = /\/assets\/field-studies-.*\.js/;

test('a study is on the chart twice with inputs of its own; a reload and a template keep both', async ({
  page,
}) => {
  await openChart(page);
  await addAnother(page, 'Tightness');
  await setShortLength(page, 'Tightness 2', '33');
  await expect(row(page, 'Tightness 2')).toContainText('33 100 close');
  await expect(row(page, 'Tightness')).toContainText('20 100 close');
  const written = /^Two <b>tightness<\/b>/;
  const apply = await openTemplates(page, written);
  await indicators(page).getByLabel('Name of a template').fill('Two <b>tightness</b>');
  await page.keyboard.press('Enter');
  await expect(apply).toBeVisible();
  await page.keyboard.press('Escape');
  const values = (await row(page, 'Tightness 2').textContent()) ?? '';

  await page.reload();
  await expect(row(page, 'Tightness 2')).toHaveText(values);
  // With the same length the first equals the second.
  await page.getByRole('button', { name: 'Tightness', exact: true }).click();
  await setShortLength(page, 'Tightness', '33');
  const further = (await row(page, 'Tightness 2').textContent()) ?? '';
  await expect(row(page, 'Tightness')).toHaveText(further.replace('Tightness 2', 'Tightness'));
  await page.getByRole('button', { name: 'Remove Tightness 2' }).click();
  await expect(row(page, 'Tightness 2')).toHaveCount(0);

  await openTemplates(page, written);
  await expectNoBarriers(page, 'templates');
  await apply.click();
  await expect(row(page, 'Tightness 2')).toContainText('33 100 close');
  await expect(row(page, 'Tightness')).toContainText('20 100 close');
  await indicators(page).getByRole('button', { name: 'Remove Two' }).click();
  await page.getByRole('button', { name: 'Remove template' }).click();
  await expect(apply).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+KeyZ');
  await expect(row(page, 'Tightness 2')).toHaveCount(0);

  const panes = page.locator('[data-pane]');
  await expect(panes).toHaveCount(3);
  await addAnother(page, 'Long/Short Deployment');
  const dialog = settings(page, 'Long/Short Deployment 2');
  await expect(panes).toHaveCount(4);
  await dialog.getByRole('tab', { name: 'Visibility' }).click();
  await dialog.getByLabel('Pane').selectOption('Long/Short');
  await expect(panes).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Control+KeyZ');
  await expect(panes).toHaveCount(4);
  await page.keyboard.press('Control+KeyZ');
  await expect(panes).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Long/Short Deployment 2' })).toHaveCount(0);
  await page.keyboard.press('Control+Shift+KeyZ');
  await expect(panes).toHaveCount(4);
  await page.getByRole('button', { name: 'Remove Long/Short Deployment 2' }).click();
  await expect(panes).toHaveCount(3);
  await expectNoBarriers(page);
});

test('a trader finds the indicators of the field, sets one up on another, and has both after a reload, late if their code was', async ({
  page,
  consoleGuard,
}) => {
  await openChart(page);
  await page.keyboard.press('Alt+KeyI');
  const dialog = indicators(page);
  const search = dialog.getByLabel('Search indicators');
  await search.fill('boll');
  await expect(dialog.getByRole('listitem').first()).toContainText('Bollinger');
  await search.fill('rsi');
  await expect(
    dialog.getByRole('listitem').filter({ hasText: 'Relative strength index' }),
  ).toContainText('Enter');
  await search.press('Enter');
  await search.fill('ma');
  await dialog.getByRole('button', { name: 'Add Simple moving average' }).click();
  await search.fill('zzz');
  await expect(dialog.getByText('No indicator is called “zzz”.')).toBeVisible();
  await search.fill('');
  await expectNoBarriers(page, 'indicators');
  await page.keyboard.press('Escape');
  await expect(row(page, 'RSI')).toContainText(/14 close.*\d\d?\.\d\d/);
  await expect(page.locator('[data-pane]')).toHaveCount(4);

  await unfoldLegend(page);
  await page.getByRole('button', { name: 'SMA', exact: true }).click();
  const average = settings(page, 'Simple moving average');
  await average.getByLabel('Length').fill('5');
  await average.getByLabel('Source').selectOption({ label: 'RSI 14 close' });
  await average.getByRole('button', { name: 'Done' }).click();
  const values = /5 RSI.*\d\d?\.\d\d/;
  await expect(row(page, 'SMA')).toContainText(values);
  consoleGuard.expectNoNetwork();
  await page.route(FIELD_CODE, (route) => route.abort());
  await page.reload();
  const missing = page.getByText('Some indicators could not be loaded.');
  await expect(missing).toBeVisible();
  // Only the page is told that the network went and came back: parts that still load are not lost, which would be told, too.
  const tell = (name: string) =>
    page.evaluate(async (event) => {
      window.dispatchEvent(new Event(event));
      await new Promise(requestAnimationFrame);
    }, name);
  await tell('offline');
  await page.unroute(FIELD_CODE);
  await tell('online');
  await unfoldLegend(page);
  await expect(row(page, 'SMA')).toContainText(values);
  await expect(missing).toHaveCount(0);
  await expect(row(page, 'RSI')).toContainText('14 close');
  await page.getByRole('button', { name: 'Remove Simple moving average' }).click();
  await page.getByRole('button', { name: 'Remove Relative strength index' }).click();
  await expect(page.locator('[data-pane]')).toHaveCount(3);
});

test('the volume profile of the view follows it, has no column in the table and a line in the CSV, and is undone', async ({
  page,
}) => {
  await openChart(page);
  await page.keyboard.press('Alt+KeyI');
  await indicators(page).getByLabel('Search indicators').fill('vpvr');
  await indicators(page)
    .getByRole('button', { name: 'Add Volume profile of the visible range' })
    .click();
  await page.keyboard.press('Escape');
  await unfoldLegend(page);
  const profile = row(page, 'VPVR');
  await expect(profile).toContainText(/24 70.*\d,\d{3}\.\d\d/);
  const atNewest = (await profile.textContent()) ?? '';
  await page.getByRole('application').focus();
  await page.keyboard.press('Home');
  await expect(profile).not.toContainText(atNewest);
  await expect(profile).toContainText(/24 70.*\d\.\d\d/);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save bars as CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toMatch(/^# VPVR 24 70 of the bars from 20\S+ to 20\S+: Point of control \d/m);
  await page.keyboard.press('Alt+KeyB');
  await expect(page.getByRole('columnheader', { name: 'Close', exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'VPVR' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('Control+KeyZ');
  await expect(profile).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the pane of a further study is one of the choices under the chart', async ({ page }) => {
    const settingsCode = page.waitForRequest(/\/assets\/StudyDialog-/);
    await openChart(page);
    // Adding a study opens its settings, whose code is asked for before.
    await settingsCode;
    await addAnother(page, 'Tightness');
    await settings(page, 'Tightness 2').getByRole('button', { name: 'Done' }).tap();
    const choices = page.getByRole('group', { name: 'Study under the chart' });
    await expect(choices.getByRole('button', { pressed: true })).toHaveText('Tightness 2');
    await expect(row(page, 'Tightness 2')).toContainText('20 100 close');
    await choices.getByRole('button', { name: 'Deployment' }).tap();
    await expect(row(page, 'Tightness 2')).toHaveCount(0);
  });
});
