import { getAccount, getAllExchanges, getHistory, getSymbol } from '@moneytrail/contract';
import { chartOf } from '../chart-page.ts';
import { expect, test } from '../journey.ts';

const EARLY = [getAccount, getHistory, getSymbol].map(({ path }) => path);
const FIRST = [...EARLY, getAllExchanges.path];

test('an address that leads to the chart asks for the first data of that chart before the application is loaded, and for none of it twice', async ({
  page,
}) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const earlyReads = EARLY.map((path) =>
    page.waitForRequest((request) => new URL(request.url()).pathname === path),
  );
  // The application loads only after what its first chart needs has been requested.
  await page.route(/\/assets\/application-[^/]+\.js/, async (route) => {
    await Promise.all(earlyReads);
    await route.continue();
  });
  // An answer that started 5 s ago is no longer used, and loading takes longer on a slow machine.
  await page.clock.setFixedTime(Date.now());
  await page.goto('/dashboard?symbol=FMP:ETHUSD&resolution=60');
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  await expect(chartOf(page)).toHaveAccessibleName('ETHUSD 1 hour chart, FMP');
  const reads = addresses.filter((address) => FIRST.includes(new URL(address).pathname));
  expect(reads.join(' ')).toContain('fsym=ETHUSD&resolution=60');
  expect(new Set(reads).size).toBe(reads.length);
});
