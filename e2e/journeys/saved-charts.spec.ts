import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expectNoBarriers } from '../barriers.ts';
import { chartOf, openChart } from '../chart-page.ts';
import { chooseTool, clickAt, drawingBar, listedDrawings } from '../drawing.ts';
import { keepAnswers } from '../hold-back.ts';
import { expect, NOBODY, test } from '../journey.ts';
import { makePerson, type Person } from '../people.ts';
import { signedIn } from '../session.ts';

test.use({ storageState: NOBODY });

/** A device of somebody that saves by itself. */
async function openDevice(browser: Browser, person: Person): Promise<BrowserContext> {
  const context = await browser.newContext({ storageState: await signedIn(person.email) });
  await context.addInitScript(() => {
    localStorage.setItem('chartAutosave', 'true');
    if (!localStorage.getItem('chart')) localStorage.setItem('chart', '{"isTourDone":true}');
  });
  return context;
}

async function openOn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await openChart(page);
  return page;
}

const savedButton = (page: Page, state: RegExp) =>
  page.getByRole('toolbar', { name: 'Chart', exact: true }).getByRole('button', { name: state });
const SAVED = /: All changes saved$/;

async function drawLevel(page: Page, y: number): Promise<void> {
  await chooseTool(page, 'Lines', 'Horizontal line');
  await clickAt(page, [400, y]);
  await page.keyboard.press('Escape');
}

const drawings = (page: Page) => listedDrawings(page);

/** A chart of somebody with one level drawn, which is saved. */
async function openSaved(context: BrowserContext): Promise<Page> {
  const chart = await openOn(context);
  await drawLevel(chart, 200);
  await expect(savedButton(chart, SAVED)).toBeVisible();
  return chart;
}

test('what is drawn is saved by itself, and there after a reload and on another device', async ({
  page,
  browser,
}) => {
  const person = await makePerson(page.request);
  const desk = await openDevice(browser, person);
  const first = await openOn(desk);
  await drawLevel(first, 200);
  await expect(savedButton(first, SAVED)).toBeVisible({ timeout: 5_000 });
  const drawn = await drawings(first);
  await first.reload();
  await expect(savedButton(first, SAVED)).toBeVisible();
  await expect.poll(() => drawings(first)).toEqual(drawn);
  const other = await openOn(await openDevice(browser, person));
  await expect.poll(() => drawings(other)).toEqual(drawn);
  await drawLevel(first, 300);
  await expect.poll(async () => (await drawings(other)).length, { timeout: 10_000 }).toBe(2);
});

test('a change without a connection is kept, told and sent once it is back', async ({
  page,
  browser,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  const person = await makePerson(page.request);
  const device = await openDevice(browser, person);
  const chart = await openSaved(device);
  await device.setOffline(true);
  await drawLevel(chart, 300);
  await expect(savedButton(chart, /kept here and sent later$/)).toBeVisible();
  await device.setOffline(false);
  await expect(savedButton(chart, SAVED)).toBeVisible();
  const other = await openOn(await openDevice(browser, person));
  await expect.poll(async () => (await drawings(other)).length).toBe(2);
});

test('two devices that change a chart at once keep both, and the person is told', async ({
  page,
  browser,
}) => {
  const person = await makePerson(page.request);
  const first = await openSaved(await openDevice(browser, person));
  const laptop = await openDevice(browser, person);
  const second = await openOn(laptop);
  await expect.poll(async () => (await drawings(second)).length).toBe(1);
  await laptop.setOffline(true);
  await drawLevel(second, 300);
  await expect(savedButton(second, /kept here and sent later$/)).toBeVisible();
  await drawLevel(first, 350);
  await expect(savedButton(first, SAVED)).toBeVisible();
  await laptop.setOffline(false);
  await expect(second.getByText(/This chart was changed elsewhere too/)).toBeVisible();
  await expect(savedButton(second, /copy of .*: All changes saved$/)).toBeVisible();
  expect((await drawings(second)).length).toBe(2);
  await savedButton(second, SAVED).click();
  const list = second.getByRole('dialog', { name: 'Saved charts' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
});

test('charts are named, copied, opened and removed', async ({ page, browser }) => {
  const person = await makePerson(page.request);
  const chart = await openSaved(await openDevice(browser, person));
  await savedButton(chart, SAVED).click();
  const dialog = chart.getByRole('dialog', { name: 'Saved charts' });
  await dialog.getByRole('textbox', { name: 'Name of this chart' }).fill('Maize');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog.getByRole('button', { name: /^Maize/ })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name of this chart' }).fill('Wheat');
  await dialog.getByRole('button', { name: 'Save as a copy' }).click();
  await expect(dialog.getByRole('button', { name: /^Wheat/ })).toBeVisible();
  await expectNoBarriers(chart);
  await chart.keyboard.press('Escape');
  await drawLevel(chart, 300);
  await expect(savedButton(chart, /^Wheat: All changes saved$/)).toBeVisible();
  await savedButton(chart, SAVED).click();
  await dialog.getByRole('tab', { name: 'Versions' }).click();
  await expect(dialog.getByText('Newest')).toBeVisible();
  await dialog.getByRole('tab', { name: 'All charts' }).click();
  await dialog.getByRole('button', { name: /^Maize/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(savedButton(chart, /^Maize: All changes saved$/)).toBeVisible();
  expect((await drawings(chart)).length).toBe(1);
  await savedButton(chart, SAVED).click();
  await dialog.getByRole('button', { name: 'Remove Wheat' }).click();
  await chart.getByRole('button', { name: 'Remove chart' }).click();
  await expect(dialog.getByRole('button', { name: /^Wheat/ })).toHaveCount(0);
});

test('a name that is given while the list is still on its way is in it', async ({
  page,
  browser,
}) => {
  const chart = await openSaved(await openDevice(browser, await makePerson(page.request)));
  const list = await keepAnswers(chart, '**/api/layouts');
  await savedButton(chart, SAVED).click();
  const dialog = chart.getByRole('dialog', { name: 'Saved charts' });
  await list.read;
  await dialog.getByRole('textbox', { name: 'Name of this chart' }).fill('Maize');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await list.letCome();
  await expect(dialog.getByRole('button', { name: /^Maize/ })).toBeVisible();
});

test('a name that is typed is taken where saving by itself is switched on', async ({
  page,
  browser,
}) => {
  const context = await openDevice(browser, await makePerson(page.request));
  const chart = await openSaved(context);
  await savedButton(chart, SAVED).click();
  const dialog = chart.getByRole('dialog', { name: 'Saved charts' });
  const automatic = dialog.getByRole('switch', { name: 'Save by itself' });
  await automatic.press('Space');
  await dialog.getByRole('textbox', { name: 'Name of this chart' }).fill('Gold weekly');
  await automatic.press('Space');
  await expect(dialog.getByRole('button', { name: /^Gold weekly/ })).toBeVisible();
});

/** Saves the chart as another client does that keeps none of the drawings: what it replaces stays a version. */
async function clearElsewhere(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('accessToken')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const read = async (path: string) => (await fetch(`/api/layouts${path}`, { headers })).json();
    const [{ id }] = (await read('')).layouts;
    const { name, symbol, resolution, revision: baseRevision, ...saved } = await read(`/${id}`);
    const content = JSON.stringify({ ...JSON.parse(saved.content), drawings: [] });
    const data = { name, symbol, resolution, content };
    const body = JSON.stringify({ baseRevision, isStep: true, ...data });
    const answer = await fetch(`/api/layouts/${id}`, { method: 'PUT', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  });
}

test('going back to a version brings back what was drawn, on every device, and can be gone back from', async ({
  page,
  browser,
}) => {
  const person = await makePerson(page.request);
  const chart = await openSaved(await openDevice(browser, person));
  const other = await openOn(await openDevice(browser, person));
  const drawn = await drawings(chart);
  expect(drawn).toHaveLength(1);
  await clearElsewhere(chart);
  const shown = async () => [await drawings(chart), await drawings(other)];
  await expect.poll(shown).toEqual([[], []]);
  const dialog = chart.getByRole('dialog', { name: 'Saved charts' });
  const goBack = dialog.getByRole('button', { name: /^Go back to / });
  const openVersions = async () => {
    await savedButton(chart, SAVED).click();
    await dialog.getByRole('tab', { name: 'Versions' }).click();
  };
  await openVersions();
  await expect(goBack).toHaveCount(1);
  await expectNoBarriers(chart);
  await goBack.click();
  await expect(chart.getByText(/^Back to /)).toBeVisible();
  await chart.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(savedButton(chart, SAVED)).toBeVisible();
  await expect.poll(shown).toEqual([drawn, drawn]);
  await openVersions();
  await expect(goBack).toHaveCount(2);
  await goBack.first().click();
  await chart.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect.poll(shown).toEqual([[], []]);
});

test('a version that comes after another chart was opened is not put into that', async ({
  page,
  browser,
}) => {
  const chart = await openSaved(await openDevice(browser, await makePerson(page.request)));
  await savedButton(chart, SAVED).click();
  const dialog = chart.getByRole('dialog', { name: 'Saved charts' });
  await dialog.getByRole('textbox', { name: 'Name of this chart' }).fill('Copy');
  await dialog.getByRole('button', { name: 'Save as a copy' }).click();
  await expect(dialog.getByRole('button', { name: /^Copy/ })).toBeVisible();
  await chart.keyboard.press('Escape');
  await clearElsewhere(chart);
  await expect.poll(() => drawings(chart)).toEqual([]);
  await savedButton(chart, SAVED).click();
  await dialog.getByRole('tab', { name: 'Versions' }).click();
  const version = await keepAnswers(chart, /\/versions\/\d+$/);
  await dialog.getByRole('button', { name: /^Go back to / }).click();
  await version.read;
  await dialog.getByRole('tab', { name: 'All charts' }).click();
  await dialog.getByRole('button', { name: /^My chart/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(savedButton(chart, /^My chart: All changes saved$/)).toBeVisible();
  const own = await drawings(chart);
  expect(own).toHaveLength(1);
  await version.letCome();
  expect(await drawings(chart)).toEqual(own);
  expect(await chart.getByText(/^Back to /).count()).toBe(0);
});

test('a link shows a chart to somebody else, who cannot change it and may keep a copy', async ({
  page,
  browser,
}) => {
  const owner = await makePerson(page.request);
  const chart = await openSaved(await openDevice(browser, owner));
  await savedButton(chart, SAVED).click();
  const dialog = chart.getByRole('dialog', { name: 'Saved charts' });
  await dialog.getByRole('tab', { name: 'Share' }).click();
  await dialog.getByRole('button', { name: 'Make and copy a link' }).click();
  const address = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  const visitor = await openDevice(browser, await makePerson(page.request));
  const seen = await visitor.newPage();
  await seen.goto(address);
  await expect(seen.getByText(/You look at “My chart”, shared by a link/)).toBeVisible();
  await expect.poll(async () => (await drawings(seen)).length).toBe(1);
  // What is drawn after the link was made is the owner's alone.
  await chart.keyboard.press('Escape');
  await drawLevel(chart, 250);
  await expect(savedButton(chart, SAVED)).toBeVisible();
  await seen.reload();
  await expect.poll(async () => (await drawings(seen)).length).toBe(1);
  await drawLevel(seen, 300);
  await expect(savedButton(seen, /saved|changes/)).toHaveCount(0);
  await seen.getByRole('button', { name: 'Keep a copy' }).click();
  await expect(savedButton(seen, /^My chart: All changes saved$/)).toBeVisible();
  await savedButton(chart, SAVED).click();
  await dialog.getByRole('tab', { name: 'Share' }).click();
  await dialog.getByRole('button', { name: 'End the link' }).click();
  await expect(dialog.getByRole('button', { name: 'Make and copy a link' })).toBeVisible();
  await seen.goto(address);
  await expect(seen.getByText('This link leads to no chart any more.')).toBeVisible();
});

test('a chart is a file, and a file is a chart', async ({ page, browser }) => {
  const person = await makePerson(page.request);
  const chart = await openSaved(await openDevice(browser, person));
  await savedButton(chart, SAVED).click();
  const dialog = chart.getByRole('dialog', { name: 'Saved charts' });
  await dialog.getByRole('tab', { name: 'File' }).click();
  const download = chart.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as a file' }).click();
  const file = await (await download).path();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'Old chart.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"version":99}'),
  });
  await expect(chart.getByText(/Old chart.json was not taken\. .*newer version/)).toBeVisible();
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByText('All changes saved')).toBeVisible();
  await dialog.getByRole('tab', { name: 'All charts' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await chart.keyboard.press('Escape');
  expect((await drawings(chart)).length).toBe(1);
  await expect(chartOf(chart)).toBeVisible();
  await expect(drawingBar(chart)).toBeVisible();
});
