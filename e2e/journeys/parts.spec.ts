import { BRAND } from '@moneytrail/contract';
import type { Page } from '@playwright/test';
import { openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';
import { judgeBarriers } from '../screens/barriers.ts';

const TABLE_CODE = /\/assets\/TableDialog-.*\.js/;
const DRAWER_CODE = /\/assets\/NavigationDrawer-.*\.js/;
const CHART_CODE = /\/assets\/live-chart-.*\.js/;
/** The script that starts the page. */
const START_CODE = /(\/assets\/app-[^"]+?)\.js/;
const newVersion = 'Moneytrail has been updated';

const failedPart = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'could not be opened' });

test('a page, a dialog and a drawer whose code cannot be loaded say so, and another try opens them', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  await page.route(CHART_CODE, (route) => route.abort());
  await page.route(TABLE_CODE, (route) => route.abort());
  await page.route(DRAWER_CODE, (route) => route.abort());

  await test.step('the page', async () => {
    await page.goto('/dashboard/live-chart');
    const broken = page.getByRole('heading', { name: 'Something went wrong on this page.' });
    await expect(broken).toBeVisible();
    await expect(page.getByText(/^Everything else still works\./)).toBeVisible();
    await judgeBarriers(page)('a page that broke');
    const retry = page.getByRole('button', { name: 'Retry' });
    await retry.click();
    await expect(retry).toBeEnabled();
    await page.unroute(CHART_CODE);
    await retry.click();
    await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  });

  await test.step('the dialog, while the chart goes on', async () => {
    await page.getByRole('button', { name: 'Table of bars' }).click();
    await expect(failedPart(page)).toBeVisible();
    await expect(page.getByText(/^Last closed bar/)).toBeAttached();
    await page.unroute(TABLE_CODE);
    await failedPart(page).getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText(newVersion)).toHaveCount(0);
  });

  await test.step('the drawer, which can be given up', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const navigation = page.getByRole('button', { name: `${BRAND.toolbarName} navigation` });
    await expect(navigation.locator('.tabler-icon-menu-2')).toBeVisible();
    await navigation.click();
    await expect(failedPart(page)).toBeVisible();
    await failedPart(page).getByRole('button', { name: 'Close message' }).click();
    await expect(failedPart(page)).toHaveCount(0);
    await expect(navigation).toHaveAttribute('aria-expanded', 'false');
    await page.unroute(DRAWER_CODE);
    await navigation.click();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
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
  // The server has no other build: the part is missing for another reason.
  await expect.poll(() => checks).toEqual(['same']);
  await page.clock.fastForward(60_000);
  await expect(page.getByText(newVersion)).toHaveCount(0);
  isDeployed = true;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => checks).toEqual(['same', 'new']);
  await expect(page.getByText(newVersion)).toHaveCount(0);
  // A second response, half a minute later, confirms it.
  await expect(async () => {
    await page.clock.fastForward(30_000);
    await expect(page.getByText(newVersion)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  isDeployed = false;
  await page.getByRole('button', { name: 'reload the page' }).click();
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  await expect(page.getByText(newVersion)).toHaveCount(0);
});
