import type { Page } from '@playwright/test';
import { expectNoBarriers } from '../barriers.ts';
import { chartOf, openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';
import { NOTICES, pageOf, paywallOf, restrictedPage } from '../paywall.ts';
import { makeRestricted, setColumns } from '../people.ts';

/** Changed rights have to arrive within this time. */
const TOLD_WITHIN_MS = 10_000;
const AAPL = '?symbol=FMP:AAPL';

const searchOf = (page: Page) => page.getByRole('dialog', { name: 'Symbol search' });
const rowOf = (page: Page, name: RegExp) => page.getByRole('option', { name });

test.beforeEach(({ consoleGuard }) => {
  consoleGuard.expectAnswer(403, /\/api\/data\//);
  consoleGuard.expectAnswer(404, /\/api\/data\//);
});

test('a link to a locked symbol opens the account that it leads to, then the paywall, over the chart that everybody may see', async ({
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
  const paywall = paywallOf(page);
  await expect(paywall).toHaveCount(0);
  await account.getByRole('button', { name: 'Close' }).first().click();
  await expect(account).toHaveCount(0);
  await expect(paywall).toContainText('Source locked: FMP:AAPL');
  await expect(paywall).toContainText(NOTICES.retail);
  await expect(paywall).toContainText(NOTICES.support);
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

test('locked symbols and sources open the paywall over the search, and rights that change unlock and lock them within ten seconds, without a reload', async ({
  browser,
  request,
  consoleGuard,
}) => {
  const person = await makeRestricted(request);
  const page = await pageOf(browser, person);
  consoleGuard.listenTo(page.context());
  await openChart(page);
  const [search, paywall] = [searchOf(page), paywallOf(page)];
  const field = search.getByRole('combobox', { name: 'Code or description' });
  const apple = rowOf(page, /AAPL.*FMP/);

  await test.step('by keys alone, Escape leads back to the search', async () => {
    await page.keyboard.type('a');
    await field.fill('aapl');
    await expect(apple).toContainText('(Locked)');
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
  });

  await test.step('an access that an administrator gives opens the symbol that was refused', async () => {
    await apple.click();
    await expect(paywall).toContainText('Source locked: FMP:AAPL');
    await setColumns(request, person, { has_subscription_override: true });
    await expect(paywall).toHaveCount(0, { timeout: TOLD_WITHIN_MS });
    await expect(page).toHaveURL(/symbol=FMP:AAPL/);
    await expect(search).toHaveCount(0);
    await expect(chartOf(page)).toHaveAccessibleName('AAPL 1 day chart, FMP');
  });

  await test.step('a source that is taken away locks its chart and rows, and says which it is', async () => {
    await setColumns(request, person, { is_fmp_allowed: false });
    await expect(paywall).toContainText('Source locked: FMP:AAPL', { timeout: TOLD_WITHIN_MS });
    await expect(paywall).toContainText(NOTICES.feed.replace('BVG', 'FMP'));
    await expect(chartOf(page)).toHaveAccessibleName(/^BTCUSD/);
    await page.keyboard.press('Escape');
    await expect(paywall).toHaveCount(0);
    await page.keyboard.type('aapl');
    await expect(apple).toContainText('(Locked)');
  });

  await test.step('a source that is given back unlocks its rows', async () => {
    await setColumns(request, person, { is_fmp_allowed: true });
    await expect(apple).not.toContainText('(Locked)', { timeout: TOLD_WITHIN_MS });
    await apple.click();
    await expect(chartOf(page)).toHaveAccessibleName('AAPL 1 day chart, FMP');
  });
  await page.context().close();
});
