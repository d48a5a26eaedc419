import { BRAND } from '@moneytrail/contract';
import { openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';
import { judgeBarriers } from '../screens/barriers.ts';

const TABLE_CODE = /\/assets\/TableDialog-.*\.js/;
const DRAWER_CODE = /\/assets\/NavigationDrawer-.*\.js/;
const CHART_CODE = /\/assets\/chart-.*\.js/;
/** The script that starts the page. */
const START_CODE = /(\/assets\/app-[^"]+?)\.js/;
const newVersion = 'Moneytrail has been updated';

test('a part whose code cannot be loaded says so, the chart goes on, and another try opens it', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  await openChart(page);
  await page.route(TABLE_CODE, (route) => route.abort());
  const table = page.getByRole('button', { name: 'Table of bars' });
  await table.click();
  await expect(page.getByRole('alert')).toContainText('could not be opened');
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  await page.unroute(TABLE_CODE);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(newVersion)).toHaveCount(0);
});

test('a drawer whose code cannot be loaded is given up, and opened with another try', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route(DRAWER_CODE, (route) => route.abort());
  await openChart(page);
  const navigation = page.getByRole('button', { name: `${BRAND.toolbarName} navigation` });
  const failed = page.getByRole('alert').filter({ hasText: 'could not be opened' });
  await navigation.click();
  await expect(failed).toBeVisible();
  await failed.getByRole('button', { name: 'Close message' }).click();
  await expect(failed).toHaveCount(0);
  await expect(navigation).toHaveAttribute('aria-expanded', 'false');
  await page.unroute(DRAWER_CODE);
  await navigation.click();
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('a part that is slow to come says so', async ({ page }) => {
  await openChart(page);
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(TABLE_CODE, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Table of bars' }).click();
  const opening = page.getByRole('status').filter({ hasText: 'Opening…' });
  await expect(opening).toBeVisible();
  arrive();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(opening).toHaveCount(0);
});

test('a page whose code cannot be loaded says so, and another try opens it', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  await page.route(CHART_CODE, (route) => route.abort());
  await page.goto('/dashboard/live-chart');
  const broken = page.getByRole('heading', { name: 'Something went wrong on this page.' });
  await expect(broken).toBeVisible();
  await expect(page.getByText(/^Everything else goes on working\./)).toBeVisible();
  await judgeBarriers(page)('a page that broke');
  const retry = page.getByRole('button', { name: 'Retry' });
  await retry.click();
  await expect(retry).toBeEnabled();
  await page.unroute(CHART_CODE);
  await retry.click();
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
});

test('a page that is older than the server offers to load the new one', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  await page.clock.install();
  let isDeployed = false;
  const checks: string[] = [];
  await page.route('/dashboard/live-chart', async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    const other = body.replace(START_CODE, '$1-next.js');
    expect(other).not.toBe(body);
    if (route.request().resourceType() === 'fetch') checks.push(isDeployed ? 'new' : 'same');
    await route.fulfill(isDeployed ? { response: answer, body: other } : { response: answer });
  });
  await openChart(page);
  await page.route(TABLE_CODE, (route) => route.abort());
  await page.getByRole('button', { name: 'Table of bars' }).click();
  await expect(page.getByRole('alert')).toContainText('could not be opened');
  // The server has no other build: the part is missing for some other reason.
  await expect.poll(() => checks).toEqual(['same']);
  await page.clock.fastForward(60_000);
  await expect(page.getByText(newVersion)).toHaveCount(0);
  isDeployed = true;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => checks).toEqual(['same', 'new']);
  await expect(page.getByText(newVersion)).toHaveCount(0);
  // A second answer, half a minute later, makes it sure.
  await expect(async () => {
    await page.clock.fastForward(30_000);
    await expect(page.getByText(newVersion)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  isDeployed = false;
  await page.getByRole('button', { name: 'reload the page' }).click();
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  await expect(page.getByText(newVersion)).toHaveCount(0);
});
