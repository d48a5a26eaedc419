import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { expectNoBarriers } from '../barriers.ts';
import { chartOf, openChart } from '../chart-page.ts';
import { type ConsoleGuard, expect, NOBODY, test } from '../journey.ts';
import { OWN_ANSWER } from '../origin.ts';
import { makePerson, makeRestricted, type Person, setColumns } from '../people.ts';
import { signedIn } from '../session.ts';

test.use({ storageState: NOBODY });

type Fixtures = { browser: Browser; consoleGuard: ConsoleGuard };

/** An empty page of a person whose charts are saved automatically, in a browser with a guarded console. */
async function pageOf(
  { browser, consoleGuard }: Fixtures,
  person: Person,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const state = { storageState: await signedIn(person.email) };
  const context = await browser.newContext({ ...options, ...state });
  consoleGuard.listenTo(context);
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage.setItem('chartAutosave', 'true');
    if (!localStorage.getItem('chart')) localStorage.setItem('chart', '{"isTourDone":true}');
  });
  return page;
}

/** A person's chart, opened like `pageOf`. */
async function openOf(...of: Parameters<typeof pageOf>): Promise<Page> {
  const page = await pageOf(...of);
  await openChart(page);
  return page;
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Compare' });
const rowOf = (page: Page, code: string) => page.getByRole('group', { name: `Compared: ${code}` });
const percentScale = (page: Page) => page.getByRole('button', { name: '% (percent scale)' });
const saved = (page: Page) =>
  page
    .getByRole('toolbar', { name: 'Chart', exact: true })
    .getByRole('button', { name: /: All changes saved$/ });

/** Finds an instrument in the open dialog and chooses it. */
async function choose(page: Page, text: string, option: RegExp): Promise<void> {
  await dialogOf(page).getByRole('combobox', { name: 'Code or description' }).fill(text);
  await dialogOf(page).getByRole('option', { name: option }).first().click();
}

/** Adds an instrument with the chart's shortcut. */
async function compareWith(page: Page, text: string, option: RegExp): Promise<void> {
  await chartOf(page).focus();
  await page.keyboard.press('Alt+c');
  await choose(page, text, option);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
}

const ETHER = /ETHUSD.*FMP/;

/** The price and the percentage of a row. */
async function readRow(page: Page, code: string): Promise<{ price: number; percent: number }> {
  const text = (await rowOf(page, code).textContent()) ?? '';
  const [, price = '', percent = ''] = /([\d,]+\.\d+)([+−]?[\d,.]+)\u00a0%/.exec(text) ?? [];
  const number = (written: string) => Number(written.replaceAll(',', '').replace('−', '-'));
  return { price: number(price || 'NaN'), percent: number(percent || 'NaN') };
}

/** The closes of the bars that the page has read of an instrument, by time. */
function closesOf(page: Page, code: string): Map<number, number> {
  const closes = new Map<number, number>();
  page.on('response', async (response) => {
    const address = new URL(response.url());
    if (!address.pathname.startsWith('/api/data/histoday')) return;
    if (address.searchParams.get('fsym') !== code || !response.ok()) return;
    const { Data } = (await response.json()) as { Data: { time: number; close: number }[] };
    for (const { time, close } of Data) closes.set(time, close);
  });
  return closes;
}

/** The close that a row's percentage counts from: that of its bar or of the previous one; null for any other. */
function firstClose(
  closes: ReadonlyMap<number, number>,
  { price, percent }: { price: number; percent: number },
): number | null {
  const inOrder = [...closes].sort(([a], [b]) => a - b).map(([, close]) => close);
  const index = inOrder.findIndex((close) => close.toFixed(2) === price.toFixed(2));
  const near = [inOrder[index], inOrder[index - 1]].filter((close) => close !== undefined);
  return near.find((close) => Math.abs((100 * (price - close)) / close - percent) < 0.006) ?? null;
}

test('an instrument is found by the search, follows the stream and is read in percent of the first bar in view; there is room for four', async ({
  page,
  browser,
  consoleGuard,
}) => {
  const chart = await openOf({ browser, consoleGuard }, await makePerson(page.request));
  const closes = closesOf(chart, 'ETHUSD');
  await expect(percentScale(chart)).toHaveAttribute('aria-pressed', 'false');
  await compareWith(chart, 'ether', ETHER);
  const row = rowOf(chart, 'ETHUSD');
  await expect(row).toContainText(/[\d,]+\.\d\d[+−][\d.]+\u00a0%/);
  await expect(percentScale(chart)).toHaveAttribute('aria-pressed', 'true');
  await expect(percentScale(chart)).toBeDisabled();
  const { price: first } = await readRow(chart, 'ETHUSD');
  await expect.poll(async () => (await readRow(chart, 'ETHUSD')).price).not.toBe(first);

  // Percentages start at the left edge: they count from its close there, or from the previous bar if a part of it is in
  // view.
  await chartOf(chart).hover({ position: { x: 1, y: 300 } });
  const readBase = async () => firstClose(closes, await readRow(chart, 'ETHUSD'));
  await expect.poll(readBase).not.toBeNull();
  const base = (await readBase()) ?? Number.NaN;

  for (const x of [300, 600]) {
    await chartOf(chart).hover({ position: { x, y: 300 } });
    await expect.poll(async () => (await readRow(chart, 'ETHUSD')).price).not.toBe(base);
    const { price, percent } = await readRow(chart, 'ETHUSD');
    expect(percent).toBeCloseTo((100 * (price - base)) / base, 1);
    const [time] = [...closes].find(([, close]) => close.toFixed(2) === price.toFixed(2)) ?? [];
    expect(time, `a bar with the close ${price}`).toBeDefined();
  }

  // The keyboard reads bars aloud with their date: the close is that of the same date.
  await chart.mouse.move(0, 0);
  await chartOf(chart).focus();
  for (let step = 0; step < 3; step++) await chart.keyboard.press('ArrowLeft');
  const words = chart.getByRole('status').filter({ hasText: /: open / });
  await expect(words).toHaveText(/\d{4}: open/);
  const date = /^(.*?): open/.exec((await words.textContent()) ?? '')?.[1] ?? '';
  const day = new Date(`${date.replace(/^\w{3} /, '')} UTC`).getTime();
  await expect
    .poll(async () => (await readRow(chart, 'ETHUSD')).price)
    .toBe(Number(closes.get(day)?.toFixed(2)));

  await chart.getByRole('button', { name: 'Compare', exact: true }).click();
  await expectNoBarriers(chart, 'dialog of comparing');
  await choose(chart, 'BTCUSD', /BTCUSD.*FMP/);
  await expect(chart.getByText('BTCUSD is already on the chart.')).toBeVisible();
  const others = [
    ['gold', /GCUSD.*FMP/],
    ['eurusd', /EURUSD.*FMP/],
    ['apple', /AAPL.*FMP/],
  ] as const;
  for (const [text, option] of others) await choose(chart, text, option);
  await expect(dialogOf(chart).getByText('4 of 4 compared')).toBeVisible();
  await choose(chart, 'bitcoin', /BTCUSD.*Bitfinex/);
  await expect(chart.getByText('4 instruments can be compared at most.')).toBeVisible();
  // Choosing one again removes it.
  await choose(chart, 'gold', /GCUSD.*FMP/);
  await expect(dialogOf(chart).getByText('3 of 4 compared')).toBeVisible();
  await chart.keyboard.press('Escape');
  await expect(chart.getByRole('group', { name: /^Compared: / })).toHaveCount(3);
});

test('comparing is saved with the chart, shown by a link to people with access, and undone step by step', async ({
  page,
  browser,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(403, /^\/api\/data\//);
  const chart = await openOf({ browser, consoleGuard }, await makePerson(page.request));
  await chart.getByRole('button', { name: 'log (logarithmic scale)' }).click();
  await compareWith(chart, 'ether', ETHER);
  await compareWith(chart, 'gold', /GCUSD.*FMP/);
  await expect(rowOf(chart, 'GCUSD')).toContainText('%');
  await expect(saved(chart)).toBeVisible();
  await chart.reload();
  for (const code of ['ETHUSD', 'GCUSD']) {
    await expect(rowOf(chart, code)).toContainText('%');
  }

  await saved(chart).click();
  const charts = chart.getByRole('dialog', { name: 'Saved charts' });
  await charts.getByRole('tab', { name: 'Share' }).click();
  await charts.getByRole('button', { name: 'Make and copy a link' }).click();
  const address = await charts.getByRole('textbox', { name: 'Link' }).inputValue();
  await chart.keyboard.press('Escape');
  await expect(charts).toHaveCount(0);
  const other = await pageOf({ browser, consoleGuard }, await makePerson(page.request));
  await other.goto(address);
  await expect(rowOf(other, 'ETHUSD')).toContainText('%');
  await other.close();
  const restricted = await pageOf({ browser, consoleGuard }, await makeRestricted(page.request));
  await restricted.goto(address);
  await expect(restricted.getByText(/shared by a link/)).toBeVisible();
  await expect(percentScale(restricted)).toHaveAttribute('aria-pressed', 'false');
  await expect(restricted.getByRole('group', { name: /^Compared: / })).toHaveCount(0);
  await restricted.close();

  await rowOf(chart, 'GCUSD').hover();
  await chart.getByRole('button', { name: 'Hide GCUSD' }).click();
  await rowOf(chart, 'ETHUSD').hover();
  await chart.getByRole('button', { name: 'Remove ETHUSD' }).click();
  await expect(rowOf(chart, 'ETHUSD')).toHaveCount(0);
  const log = chart.getByRole('button', { name: 'log (logarithmic scale)' });
  await expect(log).toHaveAttribute('aria-pressed', 'true');
  await chart.keyboard.press('Control+z');
  await expect(rowOf(chart, 'ETHUSD')).toContainText('%');
  await expect(percentScale(chart)).toHaveAttribute('aria-pressed', 'true');
  await chart.keyboard.press('Control+z');
  await expect(chart.getByRole('button', { name: 'Hide GCUSD' })).toBeAttached();
  await chart.keyboard.press('Control+y');
  await chart.keyboard.press('Control+y');
  await expect(rowOf(chart, 'ETHUSD')).toHaveCount(0);
  await expect(chart.getByRole('button', { name: 'Show GCUSD' })).toBeVisible();
});

test('an instrument that cannot be loaded or may not be seen says so beside the others, and comes back', async ({
  page,
  browser,
  consoleGuard,
}) => {
  // The browser logs the refusals while the instrument is locked.
  consoleGuard.expectAnswer(403, /^\/api\/data\//);
  const person = await makePerson(page.request);
  const chart = await openOf({ browser, consoleGuard }, person);
  consoleGuard.expectAnswer(503, '/api/data/histoday');
  let isDown = true;
  let asked = 0;
  await chart.route(/histoday.*fsym=ETHUSD/, (route) => {
    asked += 1;
    return isDown
      ? route.fulfill({ headers: OWN_ANSWER, status: 503, json: { message: 'Busy.' } })
      : route.continue();
  });
  await compareWith(chart, 'gold', /GCUSD.*FMP/);
  await compareWith(chart, 'ether', ETHER);
  const row = rowOf(chart, 'ETHUSD');
  await expect(row).toContainText('could not be loaded');
  await expect(rowOf(chart, 'GCUSD')).toContainText('%');
  await expectNoBarriers(chart);
  // It also retries by itself: there is a button only while it fails.
  const tries = asked;
  await row.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => asked).toBeGreaterThan(tries);
  isDown = false;
  await expect(row).toContainText('%');

  await setColumns(page.request, person, { has_subscription_override: false });
  await expect(row.getByRole('button', { name: 'Locked' })).toBeVisible();
  await expect(row).not.toContainText('%');
  await setColumns(page.request, person, { has_subscription_override: true });
  await expect(row).toContainText('%');
});

test('on a phone comparing is in the More menu, and a tap on the name shows the buttons', async ({
  page,
  browser,
  consoleGuard,
}) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const chart = await openOf({ browser, consoleGuard }, await makePerson(page.request), phone);
  await chart.getByRole('button', { name: 'More' }).tap();
  await chart.getByRole('button', { name: 'Compare', exact: true }).tap();
  await choose(chart, 'ether', ETHER);
  await dialogOf(chart).getByRole('button', { name: 'Close' }).tap();
  const row = rowOf(chart, 'ETHUSD');
  await expect(row).toContainText('%');
  await expectNoBarriers(chart);
  await row.getByRole('button', { name: 'ETHUSD', exact: true }).tap();
  await expectNoBarriers(chart);
  await row.getByRole('button', { name: 'Hide ETHUSD' }).tap();
  await expect(row).not.toContainText('%');
  await row.getByRole('button', { name: 'Remove ETHUSD' }).tap();
  await expect(row).toHaveCount(0);
});
