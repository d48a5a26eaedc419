import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import {
  type Account,
  byExchange,
  type FlatSymbol,
  getAccount,
  getAllExchanges,
  listPlans,
  type Plan,
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
import { COMMERCIAL, RETAIL } from '../../../testing/accounts.ts';
import { expectNoBarriers } from '../../../testing/barriers.ts';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import { signIn } from '../../../testing/open-page.tsx';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import { updatePreferences } from '../preferences/preferences.ts';
import { Tour } from '../tour/Tour.tsx';
import type { LockedChoice, SymbolLists } from './locks.ts';
import { PaywallDialog } from './PaywallDialog.tsx';
import { PaywallHost } from './PaywallHost.tsx';
import { PAYWALL_TEXTS } from './texts.ts';
import { usePaywall } from './use-paywall.ts';

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

const TRIAL: Plan = {
  planId: 'T',
  name: 'Monthly',
  description: '',
  billingInterval: 'MONTH',
  amount: 29.9,
  hasTrial: true,
  trialDays: 14,
  permissions: { isDetailedSummaryAllowed: false, isSuffixAllowed: false },
  provider: 'paypal',
};

const AAPL = { exchange: 'FMP', code: 'AAPL', retry: () => {} } as const;
const dialog = page.getByRole('dialog', { name: PAYWALL_TEXTS.title });
/** Long after the paywall would open by itself. */
const LONG_AFTER_MS = 20 * SECOND_MS;

/** Fails if the dialog shows within some frames; its code is imported here, so it would show at once. */
async function expectNoDialog(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) {
    await new Promise((done) => requestAnimationFrame(done));
  }
  expect(dialog.elements()).toEqual([]);
}

/** The paywall's dialog, whose code loads once `loaded` resolves. */
const slowDialog = (loaded: Promise<void>) =>
  lazyPart(async () => {
    await loaded;
    return PaywallDialog;
  });

type Setup = {
  choice: LockedChoice;
  opensByItself: boolean;
  /** Replaces the dialog of the product. */
  slow: ReturnType<typeof slowDialog> | null;
};
const USUAL: Setup = { choice: AAPL, opensByItself: false, slow: null };
const SetupContext = createContext(USUAL);

/** A page with a paywall and a button that chooses something locked. */
function PaywallPage() {
  const { choice, opensByItself, slow } = use(SetupContext);
  const paywall = usePaywall({ opensByItself });
  const { shown, close, leave } = paywall;
  return (
    <main>
      <h1>A chart</h1>
      <button type="button" onClick={() => paywall.refuse(choice)}>
        Choose
      </button>
      <button type="button" onClick={() => paywall.refuseSymbol('FMP:AAPL', () => {})}>
        Arrive
      </button>
      {paywall.freeStart && <Tour hasSummary={false} freeStart={paywall.freeStart} />}
      {!slow && <PaywallHost paywall={paywall} />}
      {slow && shown && <LazyPart part={slow} props={{ shown, close, leave }} onGiveUp={leave} />}
    </main>
  );
}

type Options = Partial<Setup> & { address?: string; isFirstVisit?: boolean };

async function openPaywall(
  user: Account | null,
  { address = '/', isFirstVisit = false, ...setup }: Options = {},
) {
  const server = new FakeServer(user);
  if (!user) {
    server.on(getAccount, () => {
      throw new Refusal('UNAUTHORIZED');
    });
  }
  server.on(getAllExchanges, () => listsWhere(true));
  server.on(listPlans, () => ({ data: [TRIAL] }));
  const queryClient = signIn(server, user);
  updatePreferences({ isTourDone: !isFirstVisit });
  queryClient.setQueryData(exchangesQuery.queryKey, listsWhere(true));
  if (user) queryClient.setQueryData(currentUserQuery.queryKey, user);
  const router = createRouter({
    routeTree: createRootRoute({ component: PaywallPage }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await render(
    <QueryClientProvider client={queryClient}>
      <App>
        <SetupContext value={{ ...USUAL, ...setup }}>
          <RouterProvider router={router} />
        </SetupContext>
      </App>
    </QueryClientProvider>,
  );
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
  await expectNoDialog();
  leaveAccount();
  await expect.element(dialog).toMatchTextContent('Source locked: FMP:AAPL');
});

/** A new user: the paywall opens by itself once per user and page load. */
const unseen = (user: Account): Account => ({ ...user, _id: crypto.randomUUID() });

/** Until the test ends, its clock can only be advanced. */
function speedUpClock(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}

test('the paywall opens by itself, and names nothing', async () => {
  speedUpClock();
  await openPaywall(unseen(RETAIL), { opensByItself: true });
  await vi.advanceTimersByTimeAsync(LONG_AFTER_MS);
  await expect.element(dialog).toMatchTextContent(PAYWALL_TEXTS.retail);
  await expect.element(dialog).not.toMatchTextContent('Source locked');
});

test('a first visit begins with what is free; the paywall waits for the end of the tour and a minute', async () => {
  speedUpClock();
  await openPaywall(unseen(RETAIL), { opensByItself: true, isFirstVisit: true });
  const tour = page.getByRole('region', { name: 'Tour of the chart' });
  await expect.element(tour).toMatchTextContent('BTCUSD is free');
  await expect
    .element(tour)
    .toMatchTextContent('A plan opens the other symbols and begins with 14 days free.');
  // A locked symbol of the address opens nothing.
  await page.getByRole('button', { name: 'Arrive' }).click();
  await expect.element(tour).toMatchTextContent('A plan opens FMP:AAPL and the others and begins');
  await expectNoBarriers();
  await vi.advanceTimersByTimeAsync(LONG_AFTER_MS);
  await expectNoDialog();
  await page.getByRole('button', { name: 'End the tour' }).click();
  await vi.advanceTimersByTimeAsync(LONG_AFTER_MS);
  await expectNoDialog();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await expect.element(dialog).toMatchTextContent(PAYWALL_TEXTS.retail);
});

test('the paywall never opens by itself for a super admin', async () => {
  speedUpClock();
  await openPaywall(unseen({ ...UNPAID, isSuperAdmin: true }), { opensByItself: true });
  await vi.advanceTimersByTimeAsync(LONG_AFTER_MS);
  await expectNoDialog();
});

test('a paywall that is slow to load still names what was chosen', async () => {
  speedUpClock();
  let load = () => {};
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  const slow = slowDialog(loaded);
  const { choose } = await openPaywall(unseen(RETAIL), { opensByItself: true, slow });
  await choose();
  // By then it would have opened by itself.
  await vi.advanceTimersByTimeAsync(LONG_AFTER_MS);
  await expectNoDialog();
  load();
  await expect.element(dialog).toMatchTextContent('Source locked: FMP:AAPL');
});
