import { getAccount, getAllExchanges, getHistory, getSymbol } from '@moneytrail/contract';
import { openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';

const FIRST = [getAccount, getAllExchanges, getHistory, getSymbol].map(({ path }) => path);

test('a chart asks for its first data before the application is loaded, and for none of it twice', async ({
  page,
}) => {
  await openChart(page, '?symbol=FMP:BTCUSD&resolution=60');
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const firstReads = FIRST.map((path) =>
    page.waitForRequest((request) => new URL(request.url()).pathname === path),
  );
  // The application comes only when everything has been asked for.
  await page.route(/\/assets\/application-[^/]+\.js/, async (route) => {
    await Promise.all(firstReads);
    await route.continue();
  });
  // An answer begun 5 s ago is not taken up any more: on a slow machine loading takes longer.
  await page.clock.setFixedTime(Date.now());
  await page.reload();
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  const reads = addresses.filter((address) => FIRST.includes(new URL(address).pathname));
  expect(new Set(reads).size).toBe(reads.length);
});
