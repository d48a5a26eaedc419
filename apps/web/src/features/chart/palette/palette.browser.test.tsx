import { byExchange, type FlatSymbol, getAllExchanges, searchSymbols } from '@moneytrail/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createContext, use, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { exchangesQuery } from '../../../api/queries.ts';
import { loadTechnicalStudies } from '../../../stores/technical-studies.ts';
import { COMMERCIAL } from '../../../testing/accounts.ts';
import { expectNoBarriers } from '../../../testing/barriers.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { signIn } from '../../../testing/open-page.tsx';
import type { ChartCommand } from '../keyboard/chart-keys.ts';
import {
  ChartScreenProvider,
  type ChartScreenState,
  NOTHING_OPEN,
  type OpenPanel,
} from '../model/chart-context.ts';
import { Palette } from './Palette.tsx';

const row = (code: string, locked = false): FlatSymbol => ({
  code,
  description: '',
  exchange: { name: 'CRYPTO', value: 'CRYPTO' },
  type: 'crypto',
  openingHour: '00:00',
  closingHour: '24:00',
  timezone: 'UTC',
  assets: [],
  locked,
  simulated: true,
});

const field = page.getByRole('combobox', { name: 'Command, symbol, interval or indicator' });
const dialog = page.getByRole('dialog', { name: 'All commands' });
const active = page.getByRole('option', { selected: true });

type Given = { screen: ChartScreenState; onCommand: (command: ChartCommand) => void };
const GivenContext = createContext<Given | null>(null);

/** A page with a button that opens the palette. */
function PalettePage() {
  const given = use(GivenContext);
  const [panel, openPanel] = useState<OpenPanel>(NOTHING_OPEN);
  const [text, setText] = useState('');
  if (!given) return null;
  return (
    <main>
      <h1>A chart</h1>
      <button type="button" onClick={() => openPanel({ kind: 'palette' })}>
        Open
      </button>
      <ChartScreenProvider value={{ ...given.screen, openPanel }}>
        {panel.kind === 'palette' && (
          <Palette
            text={text}
            onText={setText}
            hasSummary
            onTimeFrame={() => {}}
            onCommand={given.onCommand}
          />
        )}
      </ChartScreenProvider>
    </main>
  );
}

/** Opens the palette of a chart of BTCUSD from a button; what is chosen is written down. */
async function openPalette() {
  const done: string[] = [];
  const server = new FakeServer(COMMERCIAL);
  const lists = byExchange((exchange) => ({
    isOffline: false,
    flatSymbols: exchange === 'FMP' ? [row('BTCUSD'), row('ETHUSD'), row('ETHEUR', true)] : [],
    pairs: {},
  }));
  server.on(getAllExchanges, () => lists);
  const elsewhere = [{ ...row('UNDOUSD'), source: 'Tiingo' as const }];
  server.on(searchSymbols, ({ query }) => (query.query === 'undo' ? elsewhere : []));
  const queryClient = signIn(server, COMMERCIAL);
  queryClient.setQueryData(exchangesQuery.queryKey, lists);
  await loadTechnicalStudies();
  const screen = {
    info: {
      name: 'BTCUSD',
      ticker: 'FMP:BTCUSD',
      exchange: 'FMP',
      timezone: 'Etc/UTC',
      supported_resolutions: ['60', '240', '1D'],
      mayBeNegative: false,
    },
    resolution: '60',
    controller: null,
    saver: null,
    setSymbol: (symbol: string) => done.push(symbol),
    setResolution: (resolution: string) => done.push(resolution),
    refuse: ({ code }: { code: string }) => done.push(`paywall for ${code}`),
  } as unknown as ChartScreenState;
  const router = createRouter({
    routeTree: createRootRoute({ component: PalettePage }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await render(
    <QueryClientProvider client={queryClient}>
      <App>
        <GivenContext value={{ screen, onCommand: ({ kind }) => done.push(kind) }}>
          <RouterProvider router={router} />
        </GivenContext>
      </App>
    </QueryClientProvider>,
  );
  const open = async () => {
    await page.getByRole('button', { name: 'Open' }).click();
    await expect.element(field).toHaveFocus();
  };
  await open();
  return { done, open };
}

test('letters, arrows and Enter run a command, which comes first the next time; the focus returns', async () => {
  const { done, open } = await openPalette();
  await expectNoBarriers('all commands');
  await userEvent.keyboard('und');
  await expect.element(active).toHaveAccessibleName(/^Undo/);
  await userEvent.clear(field);
  await userEvent.keyboard('zoom');
  await expect.element(active).toHaveAccessibleName(/^Zoom in/);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(active).toHaveAccessibleName(/^Zoom out/);
  await expect
    .element(field)
    .toHaveAttribute('aria-activedescendant', active.element().getAttribute('id') ?? '');
  await userEvent.keyboard('{Enter}');
  expect(done).toEqual(['zoom']);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
  await open();
  await expect.element(active).toHaveAccessibleName(/^Zoom out/);
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('symbols are found here at once and on the server later, without moving the choice', async () => {
  const { done, open } = await openPalette();
  await userEvent.keyboard('undo');
  await expect.element(page.getByRole('option', { name: /^UNDOUSD/ })).toBeVisible();
  await expect.element(active).toHaveAccessibleName(/^Undo Ctrl\+Z/);
  await userEvent.clear(field);
  await userEvent.keyboard('ethusd{Enter}');
  expect(done).toEqual(['FMP:ETHUSD']);
  await open();
  await userEvent.clear(field);
  await userEvent.keyboard('etheur{Enter}');
  expect(done).toEqual(['FMP:ETHUSD', 'paywall for ETHEUR']);
});

test('a text that finds nothing says so', async () => {
  await openPalette();
  await userEvent.keyboard('zzqx');
  await expect.element(page.getByRole('status')).toHaveTextContent('Nothing is called “zzqx”.');
  await expect.element(field).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toBeVisible();
});
