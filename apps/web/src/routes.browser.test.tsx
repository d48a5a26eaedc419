import {
  byExchange,
  getAllExchanges,
  getSharedLayout,
  getSymbol,
  listPayments,
  listPlans,
} from '@moneytrail/contract';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { connectSession } from './connect-session.ts';
import { paths } from './paths.ts';
import { COMMERCIAL, RETAIL } from './testing/accounts.ts';
import { expectNoBarriers } from './testing/barriers.ts';
import { eventually } from './testing/eventually.ts';
import { FakeServer, Refusal } from './testing/fake-server.ts';
import { openPage, switchUser } from './testing/open-page.tsx';

const AAPL_HOURLY = '/dashboard/live-chart?symbol=FMP:AAPL&resolution=60';
const signIn = page.getByRole('heading', { name: 'Sign in to your account' });

/** A server that knows no symbol: the chart's page shows that, and reads nothing else. */
function serverWithoutSymbols(user: typeof RETAIL | null): FakeServer {
  const server = new FakeServer(user);
  const exchange = { isOffline: false, flatSymbols: [], pairs: {} };
  server.on(getAllExchanges, () => byExchange(() => exchange));
  // Answered, as a request that is left open would fail during a later test.
  server.on(getSymbol, () => {
    throw new Refusal('NOT_FOUND');
  });
  return server;
}

type Opened = Awaited<ReturnType<typeof openPage>>;
const expectAt = ({ router }: Opened, address: string) =>
  eventually(() => expect(router.state.location.href).toBe(address));

test("a change of symbol keeps the chart's route match: no pending screen can take the place of the chart", async () => {
  const server = serverWithoutSymbols(COMMERCIAL);
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

test('a visitor comes to the address that they asked for once they have signed in, and only once', async () => {
  const opened = await openPage(AAPL_HOURLY, serverWithoutSymbols(RETAIL), null);
  await expect.element(signIn).toBeVisible();
  await expectAt(opened, '/login');
  // A look at the registration, as the person has no account yet, or at another page on the way.
  await opened.router.navigate({ to: paths.register });
  await opened.router.navigate({ to: paths.login });
  switchUser(RETAIL);
  await opened.router.invalidate();
  await expectAt(opened, AAPL_HOURLY);
  await opened.router.navigate({ to: paths.login });
  await expectAt(opened, '/dashboard/live-chart?symbol=FMP:BTCUSD&resolution=1D');
});

test("a payment's return leads back to the page that it began on, whose address keeps nothing of it", async () => {
  const server = new FakeServer(RETAIL);
  server.on(listPlans, () => ({ data: [] }));
  server.on(listPayments, () => ({ payments: [] }));
  const returned = '/dashboard/profile?paypalCancelled=true&token=T&ba_token=B';
  const opened = await openPage(returned, server, null);
  await expectAt(opened, '/login');
  switchUser(RETAIL);
  await opened.router.invalidate();
  await expectAt(opened, '/dashboard/profile?account=true&tab=subscription');
  const told = page.getByText('Payment cancelled. You have not been charged.');
  await expect.element(told).toBeVisible();
});

const SHARED = {
  name: 'Maize before the harvest',
  symbol: 'BVG:WMAZ',
  resolution: '240',
  content: '{"version":1,"symbol":"BVG:WMAZ","resolution":"240"}',
};

test('a visitor reads what a shared chart is, sees none of its prices, and comes to it by signing in', async () => {
  const server = serverWithoutSymbols(RETAIL);
  server.on(getSharedLayout, () => SHARED);
  // The link as it used to be.
  const opened = await openPage('/dashboard/live-chart?shared=a-token', server, null);
  await expectAt(opened, '/shared/a-token');
  await expect.element(page.getByRole('heading', { name: SHARED.name })).toBeVisible();
  const main = page.getByRole('main');
  await expect.element(main).toMatchTextContent('WMAZ · BVG (Safex) · 4h');
  await expect.element(main).toMatchTextContent('An illustration, not the prices of WMAZ');
  await expect.element(main).toMatchTextContent('The prices of WMAZ come with a plan.');
  await expectNoBarriers('a shared chart');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect.element(signIn).toBeVisible();
  switchUser(RETAIL);
  await opened.router.invalidate();
  await eventually(() => expect(opened.router.state.location.href).toContain('shared=a-token'));
});

test('a visitor reads that a link has ended', async () => {
  const server = new FakeServer();
  server.refuse(getSharedLayout, 'NOT_FOUND');
  await openPage('/shared/a-token', server, null);
  const told = page.getByRole('heading', { name: 'This link leads to no chart any more.' });
  await expect.element(told).toBeVisible();
});

test('a person whose session has ended returns to the page, and another person does not', async () => {
  const opened = await openPage(AAPL_HOURLY, serverWithoutSymbols(COMMERCIAL), COMMERCIAL);
  onTestFinished(connectSession(opened));
  await expectAt(opened, AAPL_HOURLY);
  switchUser(null);
  await expectAt(opened, '/login');
  switchUser(COMMERCIAL);
  await expectAt(opened, AAPL_HOURLY);
  switchUser(null);
  await expectAt(opened, '/login');
  switchUser(RETAIL);
  await expectAt(opened, '/dashboard/live-chart?symbol=FMP:BTCUSD&resolution=1D');
});
