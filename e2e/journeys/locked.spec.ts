import type { Page } from '@playwright/test';
import { expectNoBarriers } from '../barriers.ts';
import { openChart } from '../chart-page.ts';
import { holdClock } from '../clock.ts';
import { holdBack } from '../hold-back.ts';
import { expect, test } from '../journey.ts';
import { NOTICES, pageOf, paywallOf, restrictedPage } from '../paywall.ts';
import { makeRestricted, type Person, setColumns, userIdOf } from '../people.ts';

/** Longer than this nobody waits for rights that changed. */
const TOLD_WITHIN_MS = 10_000;
const AAPL = '?symbol=FMP:AAPL';

const searchOf = (page: Page) => page.getByRole('dialog', { name: 'Symbol search' });
const rowOf = (page: Page, name: RegExp) => page.getByRole('option', { name });

test.beforeEach(({ consoleGuard }) => {
  consoleGuard.expectAnswer(403, /\/api\/data\//);
  consoleGuard.expectAnswer(404, /\/api\/data\//);
});

test('a link to something locked opens the paywall once, over the chart that everybody may see', async ({
  browser,
  request,
  consoleGuard,
}) => {
  const page = await restrictedPage({ browser, request, consoleGuard });
  await page.goto(`/dashboard/live-chart${AAPL}`);
  const paywall = paywallOf(page);
  await expect(paywall).toContainText('Source locked: FMP:AAPL');
  await expect(paywall).toContainText(NOTICES.retail);
  await expect(paywall).toContainText(NOTICES.support);
  await expect(page).toHaveURL(/symbol=FMP:BTCUSD/);
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectNoBarriers(page);
  await paywall.getByRole('button', { name: 'Close' }).click();
  await expect(paywall).toHaveCount(0);
  await page.goto('/dashboard/live-chart?symbol=FMP:NOSUCH');
  await expect(page.getByRole('alert')).toContainText('FMP:NOSUCH');
  await page.getByRole('button', { name: 'Open FMP:BTCUSD' }).click();
  await expect(page.getByText('Bitcoin USD')).toBeVisible();
  await page.context().close();
});

test('a link to something locked leaves the account open that it leads to', async ({
  browser,
  request,
  consoleGuard,
}) => {
  const page = await restrictedPage({ browser, request, consoleGuard });
  await page.goto(`/dashboard/live-chart${AAPL}&account=true&tab=subscription`);
  await expect(page).toHaveURL(/symbol=FMP:BTCUSD/);
  await expect(page).toHaveURL(/account=true&tab=subscription/);
  const account = page.getByRole('dialog', { name: 'Manage Account' });
  await expect(account).toBeVisible();
  await expect(paywallOf(page)).toHaveCount(0);
  await account.getByRole('button', { name: 'Close' }).first().click();
  await expect(account).toHaveCount(0);
  await expect(paywallOf(page)).toContainText('Source locked: FMP:AAPL');
  await page.context().close();
});

test('a paywall that is slow to come still names what was chosen', async ({
  browser,
  request,
  consoleGuard,
}) => {
  const fixtures = { browser, request, consoleGuard };
  const page = await restrictedPage(fixtures, { paywallOpensByItself: true });
  await holdClock(page);
  const dialog = /\/PaywallDialog-.*\.js$/;
  const release = await holdBack(page, dialog);
  const asked = page.waitForRequest(dialog);
  await page.goto(`/dashboard/live-chart${AAPL}`);
  await asked;
  await expect(page).toHaveURL(/symbol=FMP:BTCUSD/);
  // By then it would open by itself.
  await page.clock.fastForward(20_000);
  release();
  await expect(paywallOf(page)).toContainText('Source locked: FMP:AAPL');
  await page.context().close();
});

test('a locked symbol or source opens the paywall over the search, by keys alone, and Esc leads back', async ({
  browser,
  request,
  consoleGuard,
}) => {
  const page = await restrictedPage({ browser, request, consoleGuard });
  await openChart(page);
  await page.keyboard.type('a');
  const [search, paywall] = [searchOf(page), paywallOf(page)];
  const field = search.getByRole('combobox', { name: 'Code or description' });
  await field.fill('aapl');
  await expect(rowOf(page, /AAPL.*FMP/)).toContainText('(Locked)');
  await page.keyboard.press('Enter');
  await expect(paywall).toContainText('Source locked: FMP:AAPL');
  await expect(paywall.getByRole('button', { name: 'Close' })).toBeFocused();
  for (const key of ['Tab', 'Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    await expect(paywall.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(paywall).toHaveCount(0);
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(paywall).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(paywall).toHaveCount(0);
  const bvg = search.getByRole('button', { name: 'BVG (Locked)' });
  await bvg.click();
  await expect(paywall).toContainText('Source locked: BVG');
  await expectNoBarriers(page);
  await page.keyboard.press('Escape');
  await expect(bvg).toBeFocused();
  await expect(bvg).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page).toHaveURL(/symbol=FMP:BTCUSD/);
  await page.context().close();
});

type Columns = Parameters<typeof setColumns>[2];
const COMMERCIAL: Columns = { user_type: 'commercial' };

test('a commercial user who has not paid, and their sub-users, read why', async ({
  browser,
  request,
  consoleGuard,
}) => {
  const [main, seat] = [await makeRestricted(request), await makeRestricted(request)];
  await setColumns(request, main, COMMERCIAL);
  const parent = { parent_user_id: await userIdOf(request, main) };
  await setColumns(request, seat, { ...COMMERCIAL, ...parent });
  const cases = [
    [main, NOTICES.commercial],
    [seat, NOTICES.subUser],
  ] as const;
  for (const [person, notice] of cases) {
    const page = await pageOf(browser, person);
    consoleGuard.listenTo(page.context());
    await page.goto(`/dashboard/live-chart${AAPL}`);
    await expect(paywallOf(page)).toContainText(notice);
    await expect(paywallOf(page)).toContainText(NOTICES.support);
    await page.context().close();
  }
});

test('who lacks a source or international listings reads which', async ({
  browser,
  request,
  consoleGuard,
}) => {
  const person = await makeRestricted(request);
  await setColumns(request, person, { has_subscription_override: true, is_bvg_allowed: false });
  const page = await pageOf(browser, person);
  consoleGuard.listenTo(page.context());
  // The sources of demo mode list nothing abroad.
  await page.route('**/api/data/v3/all/exchanges', async (route) => {
    const lists = await (await route.fetch()).json();
    const [row] = lists.FMP.flatSymbols;
    const exchange = { name: 'Johannesburg Stock Exchange', value: 'JNB' };
    const listing = { ...row, code: 'NPN.JO', description: 'Naspers', exchange, locked: true };
    lists.FMP.flatSymbols.push(listing);
    await route.fulfill({ json: lists });
  });
  await openChart(page);
  await page.keyboard.type('npn');
  await rowOf(page, /NPN\.JO/).click();
  await expect(paywallOf(page)).toContainText(NOTICES.suffix);
  await page.keyboard.press('Escape');
  await searchOf(page).getByRole('button', { name: 'BVG (Locked)' }).click();
  await expect(paywallOf(page)).toContainText(NOTICES.feed);
  await expect(paywallOf(page)).toContainText(NOTICES.support);
  await page.context().close();
});

async function refusedIn(page: Page): Promise<void> {
  await openChart(page);
  await page.keyboard.type('aapl');
  await rowOf(page, /AAPL.*FMP/).click();
  await expect(paywallOf(page)).toContainText('Source locked: FMP:AAPL');
}

test('an access that an administrator gives opens what was refused within ten seconds, without a reload', async ({
  browser,
  request,
  consoleGuard,
}) => {
  const person: Person = await makeRestricted(request);
  const page = await pageOf(browser, person);
  consoleGuard.listenTo(page.context());
  await refusedIn(page);
  await setColumns(request, person, { has_subscription_override: true });
  await expect(paywallOf(page)).toHaveCount(0, { timeout: TOLD_WITHIN_MS });
  await expect(page).toHaveURL(/symbol=FMP:AAPL/);
  await expect(searchOf(page)).toHaveCount(0);
  await expect(page.getByRole('application', { name: 'AAPL 1D chart, FMP' })).toBeVisible();
  await page.context().close();
});

test('a source that is allowed and taken away again unlocks and locks its rows and its chart', async ({
  browser,
  request,
  consoleGuard,
}) => {
  const person = await makeRestricted(request);
  await setColumns(request, person, { has_subscription_override: true, is_fmp_allowed: false });
  const page = await pageOf(browser, person);
  consoleGuard.listenTo(page.context());
  await refusedIn(page);
  await page.keyboard.press('Escape');
  await setColumns(request, person, { is_fmp_allowed: true });
  const row = rowOf(page, /AAPL.*FMP/);
  await expect(row).not.toContainText('(Locked)', { timeout: TOLD_WITHIN_MS });
  await row.click();
  await expect(page.getByRole('application', { name: 'AAPL 1D chart, FMP' })).toBeVisible();
  await setColumns(request, person, { is_fmp_allowed: false });
  await expect(paywallOf(page)).toContainText('Source locked: FMP:AAPL', {
    timeout: TOLD_WITHIN_MS,
  });
  await expect(page.getByRole('application', { name: /^BTCUSD/ })).toBeAttached();
  await page.context().close();
});
