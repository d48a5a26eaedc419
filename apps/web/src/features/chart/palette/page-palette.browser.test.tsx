import {
  type Alert,
  byExchange,
  type FlatSymbol,
  getAllExchanges,
  listAlerts,
  listLayouts,
  listScreens,
  type SavedScreen,
  searchSymbols,
} from '@moneytrail/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { exchangesQuery } from '../../../api/queries.ts';
import { NEW_SCREEN } from '../../../lib/screen-address.ts';
import { alertsWanted } from '../../../stores/alert-news.ts';
import { layoutWanted } from '../../../stores/layout-wanted.ts';
import { COMMERCIAL } from '../../../testing/accounts.ts';
import { expectNoBarriers } from '../../../testing/barriers.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { signIn } from '../../../testing/open-page.tsx';
import { newDefinition } from '../alerts/dialog/alert-draft.ts';
import { priceCondition } from '../alerts/open-alert.ts';
import { PagePalette } from './PagePalette.tsx';

/** The symbol of the alert is not on its watchlist. */
const ON_WATCHLIST: Alert = {
  ...newDefinition({ symbol: 'FMP:BTC/USD', resolution: '60' }, priceCondition(105, 2)),
  name: 'Metals',
  watchlist: 7,
  id: 1,
  state: 'active',
  pausedFor: null,
  snoozedUntilMs: null,
  revision: 1,
  createdAtMs: 0,
  firedCount: 0,
  lastFiredMs: null,
  members: null,
  instruments: { count: 2, paused: 0, fired: 0, idle: [] },
};

/** Has the screener. */
const USER = {
  ...COMMERCIAL,
  permissions: { ...COMMERCIAL.permissions, isDetailedSummaryAllowed: true },
};

const SAVED_CHART = {
  id: 3,
  name: 'Gold hourly',
  symbol: 'FMP:XAU/USD',
  resolution: '60',
  revision: 1,
  savedAtMs: 1,
  isShared: false,
};
const SAVED_SCREEN: SavedScreen = {
  id: 4,
  name: 'Cheap and rising',
  revision: 1,
  changedAtMs: 1,
  question: {
    ...NEW_SCREEN.question,
    groups: [
      {
        join: 'and',
        conditions: [{ kind: 'figure', figure: 'rsi', is: 'below', than: { value: 30 } }],
      },
    ],
  },
  columns: [...NEW_SCREEN.columns],
};

/** A page without a chart, with a button that opens the palette. */
function OtherPage() {
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <h1>Profile</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <PagePalette onClose={() => setOpen(false)} />}
    </main>
  );
}

test('symbols, saved charts, pages, screens and alerts are found without a chart, and open it', async () => {
  const server = new FakeServer(USER);
  const row = { code: 'ETHUSD', description: '', type: 'crypto', assets: [], locked: false };
  const lists = byExchange((exchange) => ({
    isOffline: false,
    flatSymbols: exchange === 'FMP' ? [row as unknown as FlatSymbol] : [],
    pairs: {},
  }));
  server.on(getAllExchanges, () => lists);
  server.on(searchSymbols, () => []);
  server.on(listAlerts, () => ({ alerts: [ON_WATCHLIST], limit: 200 }));
  server.on(listLayouts, () => ({ layouts: [SAVED_CHART] }));
  server.on(listScreens, () => ({ screens: [SAVED_SCREEN] }));
  const queryClient = signIn(server, USER);
  queryClient.setQueryData(exchangesQuery.queryKey, lists);
  const router = createRouter({
    routeTree: createRootRoute({ component: OtherPage, notFoundComponent: OtherPage }),
    history: createMemoryHistory({ initialEntries: ['/dashboard/profile'] }),
  });
  const shown = await render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  );
  onTestFinished(async () => {
    await shown.unmount();
    alertsWanted.set(false);
    layoutWanted.set(null);
  });
  const run = async (text: string, name: RegExp) => {
    await page.getByRole('button', { name: 'Open' }).click();
    await expect.element(page.getByRole('combobox', { name: /^Page, symbol/ })).toHaveFocus();
    if (text === 'price') await expectNoBarriers('the palette of a page');
    await userEvent.keyboard(text);
    await expect.element(page.getByRole('option', { selected: true })).toHaveAccessibleName(name);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  };
  await run('price', /^Price Signals/);
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/price-signals');
  await run('ethusd', /^ETHUSD/);
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/live-chart');
  expect(router.state.location.search).toMatchObject({ symbol: 'FMP:ETHUSD' });
  await run('gold', /^Gold hourly/);
  expect(layoutWanted.get()).toBe(3);
  expect(router.state.location.search).toMatchObject({ symbol: 'FMP:XAU/USD', resolution: '60' });
  await run('cheap', /^Cheap and rising/);
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/screener');
  expect(router.state.location.search).toEqual({ where: 'and/and:rsi_below_30', screen: '4' });
  await run('ethusd', /^ETHUSD/);
  await run('list of alerts', /^List of alerts/);
  expect(alertsWanted.get()).toBe(true);
  alertsWanted.set(false);
  await run('metals', /^Metals/);
  expect(alertsWanted.get()).toBe(true);
  expect(router.state.location.search).toMatchObject({ symbol: 'FMP:ETHUSD' });
});
