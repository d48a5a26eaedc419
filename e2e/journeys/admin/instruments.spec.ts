import { expect, test } from '../../journey.ts';
import { judgeBarriers } from '../../screens/barriers.ts';
import {
  availableOf,
  enabledOf,
  openInstruments,
  walkInstruments,
} from '../../screens/instruments-screens.ts';
import { SIZES } from '../../screens/look.ts';
import { signedIn } from '../../session.ts';

/** A coin that no other journey looks at. */
const CODE = 'UNIUSD';

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
  storageState: async ({}, use) => use(await signedIn('admin@demo.test')),
});

test('an instrument is enabled, its history is read, its chart opens, and it is disabled again', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await openInstruments(page);
  await page.getByLabel('Search available: Bitfinex').fill('uniswap');
  await availableOf(page, 'Bitfinex')
    .getByRole('button', { name: `Enable ${CODE}` })
    .click();
  await expect(page.getByText('Updated Enabled and Disabled Bitfinex symbols')).toBeVisible();
  await expect(page.getByText('No symbols available.')).toBeVisible();
  const row = enabledOf(page, 'Bitfinex').getByRole('listitem').filter({ hasText: CODE });
  await page.getByLabel('Search enabled: Bitfinex').fill(CODE);
  await expect(row).toContainText(/running|completed|idle/);
  await expect(row.getByRole('button', { name: `Backfill of ${CODE}: completed` })).toBeVisible({
    timeout: 200_000,
  });
  await row.getByRole('button', { name: `Stored bars of ${CODE}` }).click();
  await expect(page.getByText(/: \d+ days stored, /)).toBeVisible();
  await page.keyboard.press('Escape');
  // What was typed is still there after every refresh.
  await expect(page.getByLabel('Search enabled: Bitfinex')).toHaveValue(CODE);
  const chart = await page.context().newPage();
  await chart.goto(`/dashboard/live-chart?symbol=Bitfinex:${CODE}&resolution=1D`);
  await expect(chart.getByText(/^Last closed bar/)).toBeAttached();
  await chart.close();
  await row.getByRole('button', { name: `Disable ${CODE}` }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText('Nothing matches.')).toBeVisible();
});

test('a refresh keeps what was typed, where lists and page stand, and what has the focus', async ({
  page,
}) => {
  await openInstruments(page);
  const search = page.getByLabel('Search available: Bitfinex');
  await search.fill('usd');
  await expect(availableOf(page, 'Bitfinex').getByRole('listitem').first()).toBeVisible();
  const list = await page.getByRole('main').evaluateHandle((main) => {
    const scrolled = [...main.querySelectorAll('section section')].find(
      ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight,
    );
    if (!scrolled) throw new Error('no list is long enough to be scrolled');
    scrolled.scrollTop = 20;
    return scrolled;
  });
  await search.focus();
  await page.evaluate(() => scrollTo(0, 120));
  const places = async () => ({
    list: await list.evaluate((element) => element.scrollTop),
    page: await page.evaluate(() => scrollY),
  });
  const before = await places();
  expect(before.list).toBeGreaterThan(0);
  for (const path of ['/api/admin/instruments', '/api/schedulers/backfill/status']) {
    await page.waitForResponse((answer) => new URL(answer.url()).pathname === path);
  }
  await page.waitForResponse((answer) => answer.url().includes('/backfill/status'));
  expect(await places()).toEqual(before);
  await expect(search).toHaveValue('usd');
  await expect(search).toBeFocused();
});

test('the history of an instrument is read again by the keyboard alone', async ({ page }) => {
  await openInstruments(page);
  await page.getByLabel('Search enabled: Tiingo').focus();
  await page.keyboard.type('aapl');
  const resync = page.getByRole('button', { name: 'Resync AAPL @ Tiingo' });
  await expect(enabledOf(page, 'Tiingo').getByRole('listitem')).toHaveCount(1);
  const isReached = () => resync.evaluate((button) => button === document.activeElement);
  // The list, the state of the backfill where there is one, the map.
  for (let stop = 0; stop < 4 && !(await isReached()); stop += 1) await page.keyboard.press('Tab');
  await expect(resync).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Resync triggered for AAPL @ Tiingo')).toBeVisible();
});

for (const [size, use] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(use);
    test(`no state of the exchanges has a barrier, at a ${size}, in either theme`, async ({
      page,
      consoleGuard,
    }) => {
      test.setTimeout(240_000);
      consoleGuard.expectAnswer(500, '/api/data/bitfinex/updateSymbols');
      consoleGuard.expectAnswer(500, '/api/admin/instruments');
      await walkInstruments(page, judgeBarriers(page));
    });
  });
}
