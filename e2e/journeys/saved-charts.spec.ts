import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expectNoBarriers } from '../barriers.ts';
import { chartOf, openChart } from '../chart-page.ts';
import { chooseTool, clickAt, drawingBar, listedDrawings } from '../drawing.ts';
import { keepAnswers } from '../hold-back.ts';
import { expect, NOBODY, test } from '../journey.ts';
import { enterPhoneCode, makePerson, type Person, typePassword } from '../people.ts';
import { signedIn } from '../session.ts';

test.use({ storageState: NOBODY });

/** A person's device that saves automatically. */
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
/** A change is saved within this time, and appears on another device within the longer one. */
const SAVED_WITHIN_MS = 5_000;
const ELSEWHERE_WITHIN_MS = 10_000;

async function drawLevel(page: Page, y: number): Promise<void> {
  await chooseTool(page, 'Lines', 'Horizontal line');
  await clickAt(page, [400, y]);
  await page.keyboard.press('Escape');
}

const drawings = (page: Page) => listedDrawings(page);

/** A person's saved chart with one level drawn. */
async function openSaved(context: BrowserContext): Promise<Page> {
  const chart = await openOn(context);
  await drawLevel(chart, 200);
  await expect(savedButton(chart, SAVED)).toBeVisible();
  return chart;
}

test('a chart saves itself, keeps changes without a connection, and is the same on every device; two changes at once are joined', async ({
  page,
  browser,
}) => {
  const person = await makePerson(page.request);
  const desk = await openDevice(browser, person);
  const first = await openOn(desk);
  await drawLevel(first, 200);
  await expect(savedButton(first, SAVED)).toBeVisible({ timeout: SAVED_WITHIN_MS });
  await desk.setOffline(true);
  await drawLevel(first, 300);
  await expect(savedButton(first, /kept here and sent later$/)).toBeVisible();
  await desk.setOffline(false);
  await expect(savedButton(first, SAVED)).toBeVisible();
  const drawn = await drawings(first);
  expect(drawn).toHaveLength(2);
  await first.reload();
  await expect(savedButton(first, SAVED)).toBeVisible();
  await expect.poll(() => drawings(first)).toEqual(drawn);

  const laptop = await openDevice(browser, person);
  const second = await openOn(laptop);
  await expect.poll(() => drawings(second)).toEqual(drawn);
  await drawLevel(first, 350);
  await expect
    .poll(async () => (await drawings(second)).length, { timeout: ELSEWHERE_WITHIN_MS })
    .toBe(3);

  await laptop.setOffline(true);
  await drawLevel(second, 250);
  await expect(savedButton(second, /kept here and sent later$/)).toBeVisible();
  await drawLevel(first, 400);
  await expect(savedButton(first, SAVED)).toBeVisible();
  await laptop.setOffline(false);
  await expect(savedButton(second, SAVED)).toBeVisible();
  await expect.poll(async () => (await drawings(second)).length).toBe(5);
  await expect.poll(() => drawings(first)).toEqual(await drawings(second));
  await savedButton(second, SAVED).click();
  const list = second.getByRole('dialog', { name: 'Saved charts' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await second.keyboard.press('Escape');

  // Undo reaches back over a reload.
  await second.reload();
  await expect(savedButton(second, SAVED)).toBeVisible();
  await second.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await drawings(second)).length).toBe(4);
});

/** Saves the chart like another client that drops all drawings: the replaced chart stays as a version. */
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

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Saved charts' });
const nameOf = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'Name of this chart' });

async function openDialog(chart: Page, tab?: string): Promise<void> {
  await savedButton(chart, SAVED).click();
  if (tab) await dialogOf(chart).getByRole('tab', { name: tab }).click();
}

async function closeDialog(chart: Page): Promise<void> {
  await chart.keyboard.press('Escape');
  await expect(dialogOf(chart)).toHaveCount(0);
}

test('going back to a version brings back the drawings on every device, and can be gone back from', async ({
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
  const goBack = dialogOf(chart).getByRole('button', { name: /^Go back to / });
  await openDialog(chart, 'Versions');
  await expect(goBack).toHaveCount(1);
  await expectNoBarriers(chart);
  await goBack.click();
  await expect(chart.getByText(/^Back to /)).toBeVisible();
  await closeDialog(chart);
  await expect(savedButton(chart, SAVED)).toBeVisible();
  await expect.poll(shown).toEqual([drawn, drawn]);
  await openDialog(chart, 'Versions');
  await expect(goBack).toHaveCount(2);
  await goBack.first().click();
  await closeDialog(chart);
  await expect.poll(shown).toEqual([[], []]);
});

/** Both names are typed under conditions that once lost them: while a list loads, and while a switch saves. */
async function nameIt(chart: Page): Promise<void> {
  const dialog = dialogOf(chart);
  const list = await keepAnswers(chart, '**/api/layouts');
  await openDialog(chart);
  await list.read;
  await nameOf(chart).fill('Maize');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await list.letCome();
  await expect(dialog.getByRole('button', { name: /^Maize/ })).toBeVisible();
  await chart.unroute('**/api/layouts');
  const automatic = dialog.getByRole('switch', { name: 'Save by itself' });
  await automatic.press('Space');
  await nameOf(chart).fill('Gold weekly');
  await automatic.press('Space');
  await expect(dialog.getByRole('button', { name: /^Gold weekly/ })).toBeVisible();
}

test('charts are named, copied, opened, removed, and kept as files', async ({ page, browser }) => {
  const chart = await openSaved(await openDevice(browser, await makePerson(page.request)));
  const dialog = dialogOf(chart);
  await nameIt(chart);
  await nameOf(chart).fill('Wheat');
  await dialog.getByRole('button', { name: 'Save as a copy' }).click();
  await expect(dialog.getByRole('button', { name: /^Wheat/ })).toBeVisible();
  await expectNoBarriers(chart);
  await closeDialog(chart);
  await drawLevel(chart, 300);
  await expect(savedButton(chart, /^Wheat: All changes saved$/)).toBeVisible();

  // A version that arrives after another chart was opened is not applied to it.
  await clearElsewhere(chart);
  await expect.poll(() => drawings(chart)).toEqual([]);
  await openDialog(chart, 'Versions');
  const version = await keepAnswers(chart, /\/versions\/\d+$/);
  await dialog
    .getByRole('button', { name: /^Go back to / })
    .first()
    .click();
  await version.read;
  await dialog.getByRole('tab', { name: 'All charts' }).click();
  await dialog.getByRole('button', { name: /^Gold weekly/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(savedButton(chart, /^Gold weekly: All changes saved$/)).toBeVisible();
  const own = await drawings(chart);
  expect(own).toHaveLength(1);
  await version.letCome();
  expect(await drawings(chart)).toEqual(own);
  expect(await chart.getByText(/^Back to /).count()).toBe(0);

  await openDialog(chart);
  await dialog.getByRole('button', { name: 'Remove Wheat' }).click();
  await chart.getByRole('button', { name: 'Remove chart' }).click();
  await expect(dialog.getByRole('button', { name: /^Wheat/ })).toHaveCount(0);

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
  await closeDialog(chart);
  expect(await drawings(chart)).toEqual(own);
  await expect(chartOf(chart)).toBeVisible();
  await expect(drawingBar(chart)).toBeVisible();
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
  // Drawings added after the link was created are visible only to the owner.
  await chart.keyboard.press('Escape');
  await drawLevel(chart, 250);
  await expect(savedButton(chart, SAVED)).toBeVisible();
  const reader = await makePerson(page.request);
  const stranger = await browser.newContext({ storageState: NOBODY });
  const read = await stranger.newPage();
  const document = await read.goto(address);
  expect(await document?.text()).toContain('property="og:title" content="My chart · BTCUSD 1D"');
  await expect(read.getByRole('heading', { name: 'My chart' })).toBeVisible();
  await expect(read.getByRole('img', { name: 'The BTCUSD chart that was shared' })).toBeVisible();
  await read.getByRole('link', { name: 'Sign In' }).click();
  await typePassword(read, reader);
  await enterPhoneCode(read, reader);
  await expect(read.getByText(/You look at “My chart”, shared by a link/)).toBeVisible();
  await stranger.close();
  const visitor = await openDevice(browser, reader);
  const seen = await visitor.newPage();
  await seen.goto(address);
  await expect(seen.getByText(/You look at “My chart”, shared by a link/)).toBeVisible();
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
