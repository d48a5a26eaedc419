import 'virtual:theme-variables.css';
import '../../../ui/theme/mantine.ts';
import '../../../ui/theme/base.css';
import '../../../ui/theme/global.css';
import { SECOND_MS } from '@moneytrail/calendar';
import {
  type Account,
  byExchange,
  type FlatSymbol,
  getAccount,
  getAllExchanges,
} from '@moneytrail/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createContext, use } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { currentUserQuery, exchangesQuery } from '../../../api/queries.ts';
import { createQueryClient } from '../../../api/query-client.ts';
import { session } from '../../../api/session/session.ts';
import { showToast } from '../../../stores/toasts.ts';
import { COMMERCIAL, RETAIL } from '../../../testing/accounts.ts';
import { expectNoBarriers } from '../../../testing/barriers.ts';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import type { LockedChoice, SymbolLists } from './locks.ts';
import { PaywallHost } from './PaywallHost.tsx';
import { PAYWALL_TEXTS } from './texts.ts';
import { usePaywall } from './use-paywall.ts';

const DAY_S = 86_400;

function row(code: string, exchange: string, locked: boolean): FlatSymbol {
  const hours = { openingHour: '00:00', closingHour: '24:00', timezone: 'UTC' };
  const rest = { description: '', type: 'stock', simulated: true } as const;
  return {
    code,
    exchange: { name: exchange, value: exchange },
    ...hours,
    ...rest,
    assets: [],
    locked,
  };
}

function listsWhere(locked: boolean) {
  const fmp = [
    row('BTCUSD', 'CRYPTO', false),
    row('AAPL', 'NASDAQ', locked),
    row('NPN.JO', 'JNB', locked),
  ];
  const rows: Partial<Record<string, FlatSymbol[]>> = {
    FMP: fmp,
    BVG: [row('WEAT', 'SAFEX', locked)],
  };
  return byExchange((exchange) => ({
    isOffline: false,
    flatSymbols: rows[exchange] ?? [],
    pairs: {},
  }));
}

const AAPL = { exchange: 'FMP', code: 'AAPL', retry: () => {} } as const;
const dialog = page.getByRole('dialog', { name: PAYWALL_TEXTS.title });

function tokenOf({ _id }: Account): string {
  const nowS = Math.floor(Date.now() / 1_000);
  const claims = { sub: _id, sid: 'session', iat: nowS, exp: nowS + DAY_S };
  return [{ alg: 'none' }, claims, ''].map((part) => part && btoa(JSON.stringify(part))).join('.');
}

type Setup = { choice: LockedChoice; opensByItself: boolean };
const SetupContext = createContext<Setup>({ choice: AAPL, opensByItself: false });

/** A page with a paywall and a button that chooses something locked. */
function PaywallPage() {
  const { choice, opensByItself } = use(SetupContext);
  const paywall = usePaywall({ opensByItself });
  return (
    <main>
      <h1>A chart</h1>
      <button type="button" onClick={() => paywall.refuse(choice)}>
        Choose
      </button>
      <PaywallHost paywall={paywall} />
    </main>
  );
}

type Options = Partial<Setup> & { address?: string };

async function openPaywall(
  user: Account | null,
  { choice = AAPL, opensByItself = false, address = '/' }: Options = {},
) {
  localStorage.clear();
  if (user) localStorage.setItem('accessToken', tokenOf(user));
  session.syncFromStorage();
  const server = new FakeServer(user);
  if (!user) {
    server.on(getAccount, () => {
      throw new Refusal('UNAUTHORIZED');
    });
  }
  server.on(getAllExchanges, () => listsWhere(true));
  const uninstall = server.install();
  const queryClient = createQueryClient(showToast);
  queryClient.setQueryData(exchangesQuery.queryKey, listsWhere(true));
  if (user) queryClient.setQueryData(currentUserQuery.queryKey, user);
  const router = createRouter({
    routeTree: createRootRoute({ component: PaywallPage }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <App>
        <SetupContext value={{ choice, opensByItself }}>
          <RouterProvider router={router} />
        </SetupContext>
      </App>
    </QueryClientProvider>,
  );
  onTestFinished(async () => {
    await screen.unmount();
    queryClient.clear();
    localStorage.clear();
    session.syncFromStorage();
    uninstall();
    expect(server.faults).toEqual([]);
  });
  return {
    choose: () => page.getByRole('button', { name: 'Choose' }).click(),
    setLists: (lists: SymbolLists) => queryClient.setQueryData(exchangesQuery.queryKey, lists),
    leaveAccount: () => router.history.push('/'),
  };
}

const UNPAID: Account = { ...COMMERCIAL, hasPaid: false, paymentValidUntil: null };
const SUBSCRIBER: Account = { ...RETAIL, hasSubscriptionOverride: true };
const EVERY_FEED = {
  isBVGAllowed: true,
  isFMPAllowed: true,
  isBitfinexAllowed: true,
  isTiingoAllowed: true,
};

test.each<[string, Account, LockedChoice, string]>([
  ['a retail user without a subscription', RETAIL, AAPL, PAYWALL_TEXTS.retail],
  ['a commercial user who has not paid', UNPAID, AAPL, PAYWALL_TEXTS.commercial],
  [
    'a sub-user whose main user has not paid',
    { ...UNPAID, isSubUser: true, parentUserId: RETAIL._id, parentHasPaid: false },
    AAPL,
    PAYWALL_TEXTS.subUser,
  ],
  [
    'a subscriber without a source',
    SUBSCRIBER,
    { ...AAPL, exchange: 'BVG', code: null },
    'Your account does not include the BVG source.',
  ],
  [
    'a subscriber without international listings',
    { ...SUBSCRIBER, feedAccess: EVERY_FEED },
    { ...AAPL, code: 'NPN.JO' },
    'Your account does not include international listings such as NPN.JO.',
  ],
])('%s reads why a choice is locked, and where to turn', async (_who, user, choice, reason) => {
  const { choose } = await openPaywall(user, { choice });
  await choose();
  await expect.element(dialog).toMatchTextContent(reason);
  await expect.element(dialog).toMatchTextContent(PAYWALL_TEXTS.support);
  await expect.element(dialog.getByRole('button', { name: PAYWALL_TEXTS.close })).toHaveFocus();
  const manage = dialog.getByRole('button', { name: PAYWALL_TEXTS.manage });
  await expect.poll(() => manage.elements().length).toBe(user.userType === 'retail' ? 1 : 0);
  await expectNoBarriers();
});

test('a visitor may register or sign in', async () => {
  const { choose } = await openPaywall(null);
  await choose();
  await expect.element(dialog).toMatchTextContent(PAYWALL_TEXTS.anonymous);
  await expect.element(dialog).not.toMatchTextContent(PAYWALL_TEXTS.support);
  await expect.element(dialog.getByRole('button', { name: 'Register' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('a choice is made again as soon as it is unlocked', async () => {
  const retry = vi.fn();
  const { choose, setLists } = await openPaywall(RETAIL, { choice: { ...AAPL, retry } });
  await choose();
  await expect.element(dialog).toMatchTextContent('Source locked: FMP:AAPL');
  expect(retry).not.toHaveBeenCalled();
  setLists(listsWhere(false));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(retry).toHaveBeenCalledOnce();
});

test("the account's dialog comes before the paywall", async () => {
  const address = '/?account=true&tab=subscription';
  const { choose, leaveAccount } = await openPaywall(RETAIL, { address });
  await choose();
  // Loaded by now, it would be there with the next frame.
  await import('./PaywallDialog.tsx');
  await new Promise((done) => requestAnimationFrame(done));
  await expect.element(dialog).not.toBeInTheDocument();
  leaveAccount();
  await expect.element(dialog).toMatchTextContent('Source locked: FMP:AAPL');
});

test.for([
  { after: 'nothing was chosen, and names nothing', hasChosen: false },
  { after: 'something was chosen, and still names that', hasChosen: true },
])('the paywall opens by itself where $after', async ({ hasChosen }) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  // It opens by itself once for each person and page.
  const user = { ...RETAIL, _id: crypto.randomUUID() };
  const { choose } = await openPaywall(user, { opensByItself: true });
  if (hasChosen) await choose();
  await vi.advanceTimersByTimeAsync(20 * SECOND_MS);
  await expect.element(dialog).toMatchTextContent(PAYWALL_TEXTS.retail);
  const named = expect.element(dialog.getByText('Source locked: FMP:AAPL'));
  await (hasChosen ? named.toBeVisible() : named.not.toBeInTheDocument());
});
