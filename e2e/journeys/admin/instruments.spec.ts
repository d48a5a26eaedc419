import { expect, test } from '../../journey.ts';
import { judgeBarriers } from '../../screens/barriers.ts';
import { enabledOf, openInstruments, walkInstruments } from '../../screens/instruments-screens.ts';
import { SIZES } from '../../screens/look.ts';
import { signedIn } from '../../session.ts';

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
  storageState: async ({}, use) => use(await signedIn('admin@demo.test')),
});

test('a contract is enabled, its history is read, its chart opens, and it is disabled again', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await openInstruments(page);
  // No other journey opens this contract; its history is some months long.
  await page.getByRole('button', { name: /^Soybeans/ }).click();
  await page.getByRole('button', { name: /^Futures/ }).click();
  const label = await page
    .getByRole('button', { name: /^Enable SOYA/ })
    .first()
    .getAttribute('aria-label');
  const code = (label ?? '').replace('Enable ', '');
  await page.getByLabel('Search available: BVG').fill(code);
  await page.getByRole('button', { name: `Enable ${code}`, exact: true }).click();
  await expect(page.getByText('Updated Enabled and Disabled instruments')).toBeVisible();
  const search = page.getByLabel('Search enabled: BVG');
  await search.fill(code);
  const row = enabledOf(page, 'BVG').getByRole('listitem').filter({ hasText: code });
  await expect(row.getByRole('button', { name: `Backfill of ${code}: completed` })).toBeVisible({
    timeout: 200_000,
  });
  await row.getByRole('button', { name: `Stored bars of ${code}` }).click();
  // It may have ended in the previous year.
  const [, year = ''] = code.split('-');
  const before = page.getByRole('button', { name: 'The year before' });
  if (year !== String(new Date().getUTCFullYear())) await before.click();
  await expect(page.getByText(new RegExp(`^${year}: [1-9]\\d* days stored, `))).toBeVisible();
  await page.keyboard.press('Escape');
  // The typed text survives every refresh.
  await expect(search).toHaveValue(code);

  const chart = await page.context().newPage();
  await chart.goto(`/dashboard/live-chart?symbol=BVG:${code}&resolution=1D`);
  await expect(chart.getByText(/^Last closed bar/)).toBeAttached();
  await chart.close();

  await row.getByRole('button', { name: `Disable ${code}` }).click();
  await expect(row.getByText('Disabled', { exact: true })).toBeVisible();
  await page.reload();
  await page.getByLabel('Search enabled: BVG').fill(code);
  await expect(page.getByText('No matches.')).toBeVisible();
});

/**
 * Component tests check every state once; the long run checks them in both themes and sizes against the real server.
 */
for (const [size, use] of process.env.TEST_LONG === 'true' ? Object.entries(SIZES) : []) {
  test.describe(size, () => {
    test.use(use);
    test(`no state of the exchanges has a barrier, at a ${size}, in either theme`, async ({
      page,
      consoleGuard,
    }) => {
      consoleGuard.expectAnswer(500, '/api/data/bitfinex/updateSymbols');
      consoleGuard.expectAnswer(500, '/api/admin/instruments');
      await walkInstruments(page, judgeBarriers(page));
    });
  });
}
