import { byExchange, getAllExchanges, getSymbol } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from './paths.ts';
import { COMMERCIAL } from './testing/accounts.ts';
import { FakeServer, Refusal } from './testing/fake-server.ts';
import { openPage } from './testing/open-page.tsx';

test("a change of symbol keeps the chart's route match: no pending screen can take the place of the chart", async () => {
  const server = new FakeServer(COMMERCIAL);
  const exchange = { isOffline: false, flatSymbols: [], pairs: {} };
  server.on(getAllExchanges, () => byExchange(() => exchange));
  // Answered, as a request that is left open would fail during a later test.
  server.on(getSymbol, () => {
    throw new Refusal('NOT_FOUND');
  });
  const { router } = await openPage(paths.liveChart, server, COMMERCIAL);
  const chart = page.getByRole('region', { name: 'Live chart' });
  await expect.element(chart).toBeVisible();
  const matches = () => router.state.matches.map(({ id }) => id);
  const [mounted, before] = [chart.element(), matches()];
  await router.navigate({ to: paths.liveChart, search: { symbol: 'FMP:AAPL', resolution: '1D' } });
  expect(router.state.location.href).toContain('AAPL');
  expect(matches()).toEqual(before);
  expect(chart.element()).toBe(mounted);
});
