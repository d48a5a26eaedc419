import '../../../testing/open-page.tsx';
import { FIRST_CHART, NO_LINKS, sharesFor } from '@moneytrail/chart/model';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { createValueStore } from '../../../lib/value-store.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { ChartScreenProvider, type ChartScreenState } from '../model/chart-context.ts';
import { layoutPreferences, presentPreferences } from '../preferences/preferences.ts';
import { ChartCellsArea } from './ChartCellsArea.tsx';
import type { CellsState } from './chart-cells.ts';

const SIZE = { width: 1_000, height: 600 };

/** Four charts, of which the last one is active and tells a price; the others wait for their instruments. */
async function openFour() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const look = layoutPreferences(presentPreferences());
  const ids = [FIRST_CHART, 'second', 'third', 'fourth'];
  const state = createValueStore<CellsState>({
    cells: ids.map((id) => ({ id, symbol: `FMP:${id}`, resolution: '1D', look })),
    activeId: 'fourth',
    wantedId: null,
    closing: null,
    links: NO_LINKS,
    menu: null,
    isEnlarged: false,
    ...sharesFor(4, { columns: [], rows: [] }),
  });
  const controller = {
    replayMs: createValueStore(null),
    newest: createValueStore({ price: 11_534.84 }),
    sessionClose: createValueStore(11_349.5),
    isUnread: createValueStore(false),
    load: createValueStore({ kind: 'idle' }),
    opened: createValueStore(null),
    lastTickMs: createValueStore(null),
  } as unknown as ChartController;
  const cells = {
    state,
    chartOf: () => null,
    enlarge: (isEnlarged: boolean) => state.set({ ...state.get(), isEnlarged }),
  };
  const screen = {
    cells,
    controller,
    info: { name: 'BTCUSD', exchange: 'FMP', marketHours: 'crypto' },
    resolution: '1D',
    decimals: 2,
    onlyPane: null,
    activate: () => {},
  } as unknown as ChartScreenState;
  await page.viewport(1_280, 800);
  onTestFinished(() => page.viewport(414, 896));
  const shown = await render(
    <QueryClientProvider client={queryClient}>
      <App>
        <ChartScreenProvider value={screen}>
          <div data-testid="area" style={{ ...SIZE, display: 'flex', flexDirection: 'column' }}>
            <ChartCellsArea>
              <p>The chart</p>
            </ChartCellsArea>
          </div>
        </ChartScreenProvider>
      </App>
    </QueryClientProvider>,
  );
  onTestFinished(() => shown.unmount());
  const title = page.getByRole('button', { name: /^BTCUSD 1D/ });
  await expect.element(title).toBeVisible();
  return { state, title };
}

const sizeOf = (element: Element | null | undefined) => {
  const { width, height } = element?.getBoundingClientRect() ?? new DOMRect();
  return { width, height };
};

test('a double click on its title gives a chart the whole area, wherever it stands, and its place again', async () => {
  const { title } = await openFour();
  const cell = title.element().parentElement?.parentElement;
  const before = sizeOf(cell);
  expect(before.width).toBeLessThan(SIZE.width / 2);
  await title.dblClick();
  await expect.poll(() => sizeOf(cell)).toEqual(SIZE);
  await title.dblClick();
  await expect.poll(() => sizeOf(cell)).toEqual(before);
});

test('a price that does not fit beside its title is not shown, rather than cut', async () => {
  const { state } = await openFour();
  const area = page.getByTestId('area').element();
  const price = () => area.querySelector('[data-direction] > span');
  await expect.poll(() => price()?.textContent).toMatch(/^11,534\.84 /);
  const isWhole = () => {
    const text = price()?.getBoundingClientRect() ?? new DOMRect();
    const strip = price()?.closest('div')?.getBoundingClientRect() ?? new DOMRect();
    return text.left >= strip.left && text.bottom <= strip.bottom;
  };
  expect(isWhole()).toBe(true);
  state.set({ ...state.get(), columns: [0.88, 0.12] });
  await expect.poll(isWhole).toBe(false);
  expect(area.scrollHeight).toBe(SIZE.height);
});
