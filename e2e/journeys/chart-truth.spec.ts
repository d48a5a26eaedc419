import type { Page } from '@playwright/test';
import { openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';
import { OWN_ANSWER } from '../origin.ts';

/** Where the summary said something else than the legend in a frame of a while. */
async function differencesWithin(page: Page, durationMs: number): Promise<string[]> {
  return page.evaluate(
    (ms) =>
      new Promise<string[]>((resolve) => {
        const differences = new Set<string>();
        const textOf = (region: string) =>
          document.querySelector(`[data-region="${region}"]`)?.textContent?.replaceAll(/\s/g, '') ??
          '';
        const endMs = performance.now() + ms;
        const look = () => {
          const [summary, legend] = [textOf('summary'), textOf('legend')];
          const price = /^SummarySimulated([\d,]+\.\d\d)/.exec(summary)?.[1];
          const level = /Shortresistance([\d,]+\.\d\d)/.exec(summary)?.[1];
          if (!legend.includes(`C${price}`) || !legend.includes(`20close${level}`)) {
            differences.add(`${price} and ${level} beside ${legend}`);
          }
          if (performance.now() < endMs) requestAnimationFrame(look);
          else resolve([...differences]);
        };
        requestAnimationFrame(look);
      }),
    durationMs,
  );
}

test('summary and legend say the same in every frame, also when a bar closes; the headline is the live price', async ({
  page,
}) => {
  test.setTimeout(150_000);
  await openChart(page, '?symbol=FMP:BTCUSD&resolution=1');
  const summary = page.getByRole('complementary', { name: 'Summary' });
  await expect(summary).toContainText(/Last close [\d,.]+/);
  const lastClose = () => summary.getByText(/Last close/).textContent();
  const before = await lastClose();
  expect(await differencesWithin(page, 62_000)).toEqual([]);
  // The bar of the last seconds is told a moment after it has closed.
  await expect.poll(lastClose).not.toBe(before);
});

test('two tabs keep what the other one has changed', async ({ page, context }) => {
  await openChart(page);
  const other = await context.newPage();
  await openChart(other);
  const spread = (of: Page) => of.getByRole('button', { name: 'Liquidity Spread', exact: true });
  await spread(page).hover();
  await page.getByRole('button', { name: 'Remove Liquidity Spread' }).click();
  await expect(spread(page)).toHaveCount(0);
  await expect(spread(other)).toHaveCount(0);
  await other.getByRole('button', { name: 'Summary', exact: true }).click();
  await other.reload();
  await expect(other.getByText(/^Last closed bar/)).toBeAttached();
  await expect(spread(other)).toHaveCount(0);
  await expect(other.getByRole('complementary', { name: 'Summary' })).toHaveCount(0);
});

test('published marks that cannot be read are told, and come by themselves', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(503, '/api/data/marks');
  let isDown = true;
  await page.route('**/api/data/marks**', (route) =>
    isDown
      ? route.fulfill({ headers: OWN_ANSWER, status: 503, json: { message: 'Busy.' } })
      : route.continue(),
  );
  await openChart(page);
  const notice = page.getByText('The published marks could not be read.');
  await expect(notice).toBeVisible();
  isDown = false;
  await expect(notice).toHaveCount(0);
});
