import '../../../testing/open-page.tsx';
import type { GridShares } from '@moneytrail/chart';
import { FIRST_CHART, NO_LINKS, sharesFor } from '@moneytrail/chart/model';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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
    setShares: (shares: Partial<GridShares>) => state.set({ ...state.get(), ...shares }),
    parts: { push: vi.fn() },
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
  return { state, cells, title };
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

test('a divider is dragged, given up with Escape, moved to its ends by keys and to the middle by a double click', async () => {
  const { state, cells } = await openFour();
  const divider = page.getByRole('separator', { name: 'Width of column 1' });
  const element = divider.element();
  // Nothing is captured of a pointer that does not exist.
  Object.assign(element, { setPointerCapture: () => {} });
  const point = (type: string, clientX: number) =>
    element.dispatchEvent(new PointerEvent(type, { clientX, pointerId: 1, bubbles: true }));
  const first = () => state.get().columns[0];
  point('pointerdown', 500);
  point('pointermove', 600);
  await expect.poll(first).toBeCloseTo(0.6);
  (element as HTMLElement).focus();
  await userEvent.keyboard('{Escape}');
  expect(first()).toBe(0.5);
  point('pointermove', 700);
  expect(first()).toBe(0.5);
  expect(cells.parts.push).not.toHaveBeenCalled();
  point('pointerdown', 500);
  point('pointermove', 600);
  await expect.poll(first).toBeCloseTo(0.6);
  point('pointerup', 600);
  expect(cells.parts.push).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Home}');
  const least = first() ?? 1;
  await userEvent.keyboard('{End}');
  expect(first()).toBeCloseTo(1 - least);
  element.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
  expect(first()).toBe(0.5);
});
