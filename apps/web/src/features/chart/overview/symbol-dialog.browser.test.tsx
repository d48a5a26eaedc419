import { DAY_MS } from '@moneytrail/calendar';
import type { LoadState } from '@moneytrail/chart';
import {
  getSymbolOverview,
  type Snapshot,
  type SymbolInfo,
  type SymbolOverview,
} from '@moneytrail/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { createValueStore } from '../../../lib/value-store.ts';
import { COMMERCIAL } from '../../../testing/accounts.ts';
import { expectNoBarriers } from '../../../testing/barriers.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { signIn } from '../../../testing/open-page.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import {
  ChartScreenProvider,
  type ChartScreenState,
  NOTHING_OPEN,
} from '../model/chart-context.ts';
import { SymbolDialog } from './SymbolDialog.tsx';

const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;

const SNAPSHOT: Snapshot = {
  time: TODAY - DAY_MS,
  closedAtMs: TODAY,
  close: 100,
  longTermResistance: 120,
  shortTermResistance: 110,
  shortTermSupport: 90,
  longTermSupport: null,
  longTermTightness: 4.2,
  shortTermTightness: 2.1,
  distanceToLongTermMin: 1.25,
  distanceToShortTermMin: null,
  longShortPercentage: -12.5,
  deployment: 412,
  liquiditySpread: 12.3,
  mark: { side: 'sell', strong: true, time: TODAY - 3 * DAY_MS },
};

const OVERVIEW: SymbolOverview = {
  symbol: 'FMP:BTC/USD',
  description: 'Bitcoin USD',
  exchange: 'FMP',
  listedName: 'Crypto',
  type: 'crypto',
  base: 'BTC',
  quote: 'USD',
  priceScale: 100,
  marketHours: 'crypto',
  simulated: true,
  startDate: null,
  endDate: null,
  firstBars: [
    { resolution: '60', time: null },
    { resolution: '1D', time: Date.parse('2020-01-02') },
  ],
  price: 100,
  timeMs: TODAY,
  previousClose: 80,
  before: { week: { price: 125, dayMs: TODAY - 7 * DAY_MS }, month: null, year: null },
  year: {
    fromMs: TODAY - 364 * DAY_MS,
    high: { price: 150, dayMs: TODAY - 30 * DAY_MS },
    low: { price: 50, dayMs: TODAY - 90 * DAY_MS },
  },
  snapshots: [
    { resolution: '60', snapshot: null },
    { resolution: '1D', snapshot: SNAPSHOT },
  ],
};

const LOADED = { kind: 'idle' } as unknown as LoadState;
const replayMs = createValueStore<number | null>(null);
const controller = {
  isUnread: createValueStore(false),
  load: createValueStore(LOADED),
  opened: createValueStore(null),
  lastTickMs: createValueStore(null),
  lastBar: createValueStore(null),
  newest: createValueStore({ price: 100 }),
  replay: createValueStore(null),
  replayMs,
  engine: { crosshair: () => null },
} as unknown as ChartController;

async function open(server: FakeServer, marketHours: SymbolInfo['marketHours'] = 'crypto') {
  const info = {
    name: 'BTCUSD',
    ticker: 'FMP:BTC/USD',
    description: 'Bitcoin USD',
    exchange: 'FMP',
    marketHours,
    simulated: true,
    supported_resolutions: ['60', '240', '1D', '1W'],
  } as unknown as SymbolInfo;
  const screen = {
    info,
    resolution: '1D',
    decimals: 2,
    zone: 'Africa/Johannesburg',
    isExchangeOffline: false,
    controller,
    openPanel: vi.fn(),
    setResolution: vi.fn(),
  };
  const queryClient = signIn(server, COMMERCIAL);
  await render(
    <QueryClientProvider client={queryClient}>
      <App>
        <main>
          <ChartScreenProvider value={screen as unknown as ChartScreenState}>
            <SymbolDialog />
          </ChartScreenProvider>
        </main>
      </App>
    </QueryClientProvider>,
  );
  return screen;
}

const dialog = page.getByRole('dialog', { name: /^About BTCUSD/ });
const row = (name: string) => dialog.getByRole('row', { name: new RegExp(`^${name}`) });

test('shows range, changes, levels and the newest signal, and opens the chart of an interval', async () => {
  const server = new FakeServer(COMMERCIAL);
  const asked = server.on(getSymbolOverview, () => OVERVIEW);
  const { setResolution, openPanel } = await open(server);
  await expect.element(dialog.getByText('50 % of the range')).toBeVisible();
  expect(asked[0]?.query.symbol).toBe('FMP:BTC/USD');
  await expect.element(dialog.getByText(/^▲ \+20\.00 \(\+25\.00\s%\)$/)).toBeVisible();
  await expect.element(dialog.getByText(/^▼ −25\.00 \(−20\.00\s%\)$/)).toBeVisible();
  await expect.element(dialog.getByText('USD for one BTC')).toBeVisible();
  await expect.element(dialog.getByText('None stored yet')).toBeVisible();
  await expect.element(row('Long resistance').getByText(/^\+20\.00\s%$/)).toBeVisible();
  await expect
    .element(row('Long support').getByText('Too few closed bars are stored'))
    .toBeInTheDocument();
  await expect.element(row('Newest signal').getByText('Strong ▼ sell')).toBeVisible();
  await expect
    .element(
      row('Deployment').getByText('No bar of this interval is stored and closed yet').first(),
    )
    .toBeInTheDocument();
  await expectNoBarriers('the facts of a symbol');
  await dialog.getByRole('button', { name: '1D: chart of 1 day' }).click();
  expect(setResolution).toHaveBeenCalledWith('1D');
  expect(openPanel).toHaveBeenCalledWith(NOTHING_OPEN);
  await dialog.getByRole('button', { name: 'Compare' }).click();
  expect(openPanel).toHaveBeenLastCalledWith({ kind: 'compare' });
});

test('a replay hides the figures of the present', async () => {
  onTestFinished(() => replayMs.set(null));
  replayMs.set(TODAY - 30 * DAY_MS);
  const server = new FakeServer(COMMERCIAL);
  server.on(getSymbolOverview, () => OVERVIEW);
  await open(server);
  await expect.element(dialog.getByText(/hidden during a replay/)).toBeVisible();
  await expect.element(dialog.getByText('USD for one BTC')).toBeVisible();
  await expect.element(dialog.getByText(/of the range$/)).not.toBeInTheDocument();
  await expect.element(dialog.getByText(/^[▲▼]/)).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('table')).not.toBeInTheDocument();
  await expectNoBarriers('the facts of a symbol in a replay');
});

test('without the right to the summary a lock stands in place of levels and signals', async () => {
  const server = new FakeServer(COMMERCIAL);
  server.on(getSymbolOverview, () => ({ ...OVERVIEW, snapshots: null }));
  await open(server);
  await expect.element(dialog.getByText(/need the right to the detailed summary/)).toBeVisible();
  await expect.element(dialog.getByRole('table')).not.toBeInTheDocument();
});

test('what is not known is told in words', async () => {
  const server = new FakeServer(COMMERCIAL);
  const nothing = { before: { week: null, month: null, year: null }, year: null, quote: null };
  const contract = { type: 'futures', startDate: '2026-01-05', endDate: '2020-12-18' } as const;
  server.on(getSymbolOverview, () => ({ ...OVERVIEW, ...nothing, ...contract, base: null }));
  await open(server, 'xlon');
  await expect.element(dialog.getByText('No daily bars are stored yet.')).toBeVisible();
  await expect.element(dialog.getByText('Not told by the source')).toBeVisible();
  await expect.element(dialog.getByText('Not known for this market')).toBeVisible();
  await expect.element(dialog.getByText('18 Dec 2020, expired')).toBeVisible();
});

test('a failure is told with a way to repeat it', async () => {
  const server = new FakeServer(COMMERCIAL);
  server.refuse(getSymbolOverview, 'INTERNAL', 'Not now.');
  await open(server);
  await expect.element(dialog.getByText('Not now.', { exact: true })).toBeVisible();
  server.on(getSymbolOverview, () => OVERVIEW);
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(dialog.getByRole('table')).toBeVisible();
});
