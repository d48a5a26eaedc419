import type { Route } from '@playwright/test';
import { chartOf, openChart } from '../../chart-page.ts';
import { expectCandles } from '../../chart-picture.ts';
import { holdBack } from '../../hold-back.ts';
import { expect, test } from '../../journey.ts';
import { OWN_ANSWER } from '../../origin.ts';

test.beforeEach(async ({ page }) => {
  // This person has seen the tour.
  await page.addInitScript(() => localStorage.setItem('chart', '{"isTourDone":true}'));
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

test('failed marks, bars and connections say so over the chart that is known, and recover', async ({
  page,
  context,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(503, '/api/data/histoday');
  consoleGuard.expectAnswer(503, '/api/data/marks');
  consoleGuard.expectNoNetwork();

  await test.step('published marks come by themselves', async () => {
    await page.route('**/api/data/marks**', refuse);
    await openChart(page);
    const notice = page.getByText('The published marks could not be read.');
    await expect(notice).toBeVisible();
    await page.unroute('**/api/data/marks**');
    await expect(notice).toHaveCount(0);
  });

  await test.step('stored bars stay in sight while newer ones fail', async () => {
    await page.getByRole('button', { name: /1 hour/ }).click();
    await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 1 hour chart, FMP');
    await expect(page.getByText(/Loading BTCUSD/)).toHaveCount(0);
    const release = await holdBack(page, /histoday/, refuse);
    await page.getByRole('button', { name: /1 day/ }).first().click();
    await expect(page.getByText('Loading BTCUSD 1D…')).toBeVisible();
    release();
    const failure = page.getByRole('alert').filter({ hasText: 'Could not load BTCUSD from FMP.' });
    await expect(failure).toContainText('FMP answered with a page of HTML.');
    await expect(failure).toContainText('request-of-a-journey');
    await failure.getByRole('button', { name: 'Show stored data' }).click();
    await expect(page.getByText(/^Stored data is shown/)).toBeVisible();
    await expectCandles(page);
    await page.unroute(/histoday/);
    // The newer bars may have come by themselves before the press.
    const retry = page.getByRole('button', { name: 'Retry' });
    await retry.click({ timeout: 5_000 }).catch(() => undefined);
    await expect(page.getByText(/^Stored data is shown/)).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('older bars are loaded with another try', async () => {
    let asked = 0;
    await page.route('**/api/data/histoday*', (route) => {
      asked += 1;
      return refuse(route);
    });
    await chartOf(page).focus();
    await page.keyboard.press('Home');
    const failure = page
      .getByRole('alert')
      .filter({ hasText: 'Could not load older bars from FMP.' });
    await expect(failure).toBeVisible();
    // It also retries by itself: there is a button only while it fails.
    const tries = asked;
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => asked).toBeGreaterThan(tries);
    await page.unroute('**/api/data/histoday*');
    await expect(failure).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('a chart that was opened without a network loads when there is one', async () => {
    await context.setOffline(true);
    await expect(page.getByText('You are offline. Stored data is shown.')).toBeVisible();
    await page.getByRole('button', { name: /1 week/ }).click();
    await expect(page.getByText('Could not load BTCUSD from FMP.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('Could not load BTCUSD from FMP.')).toHaveCount(0);
    await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 1 week chart, FMP');
    await expectCandles(page);
  });
});
