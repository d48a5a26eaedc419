import { MINUTE_MS } from '@moneytrail/calendar';
import type { ChartBar, Drawing } from '@moneytrail/chart';
import { firstStyle } from '@moneytrail/chart/model';
import type { SymbolInfo } from '@moneytrail/contract';
import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { systemClock } from '../../../lib/clock.ts';
import { closeToast, useToasts } from '../../../stores/toasts.ts';
import { chartSymbolOf } from '../controller/open-instrument.ts';
import { createPageChart, type PageChart } from '../controller/page-chart.ts';
import { presentPreferences, updatePreferences } from '../preferences/preferences.ts';
import { type ChartCells, createChartCells } from './chart-cells.ts';
import { closeCharts, setChartCount } from './chart-count.ts';
import { savedCharts } from './saved-charts.ts';
import { keepUnsavedGrid } from './unsaved-grid.ts';

const START_MS = Date.UTC(2026, 0, 5);
const BARS = Array.from({ length: 300 }, (_, index): ChartBar => {
  const open = 100 + Math.sin(index / 9) * 10;
  return {
    time: START_MS + index * MINUTE_MS,
    open,
    high: open + 2,
    low: open - 2,
    close: open + 1,
    volume: 5,
  };
});

const LINE: Drawing = {
  id: 'line',
  tool: 'horizontalLine',
  symbol: 'FMP:SECOND',
  points: [{ timeMs: START_MS, price: 100 }],
  style: firstStyle('horizontalLine'),
  text: '',
  isLocked: false,
  isVisible: true,
};

const infoOf = (ticker: string): SymbolInfo =>
  ({
    ticker,
    name: ticker.slice(4),
    exchange: 'FMP',
    pricescale: 100,
    marketHours: 'crypto',
    mayBeNegative: false,
    type: 'crypto',
    timezone: 'Etc/UTC',
    supported_resolutions: ['1', '60', '1D'],
  }) as unknown as SymbolInfo;

/** Opens an instrument as the page does, with bars that are there. */
async function open({ controller }: PageChart, ticker: string): Promise<void> {
  const info = infoOf(ticker);
  controller.opened.set({ info, resolution: '1', atMs: 0 });
  controller.engine.open({
    symbol: chartSymbolOf(info),
    resolution: '1',
    source: {
      loadNewest: async () => ({ bars: BARS, hasOlder: false }),
      loadOlder: async () => ({ bars: [], hasOlder: false }),
      subscribe: () => () => {},
    },
  });
  await expect.poll(() => controller.engine.layout()?.symbol).toBe(ticker);
}

function container(): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'));
  element.style.cssText = 'width: 400px; height: 300px';
  onTestFinished(() => element.remove());
  return element;
}

/** The charts of a page that shows one instrument. */
async function begin(): Promise<ChartCells> {
  const client = new QueryClient();
  const cells = createChartCells(client);
  const first = createPageChart(container(), client);
  cells.begin(first);
  await open(first, 'FMP:FIRST');
  const before = presentPreferences();
  onTestFinished(() => {
    cells.dispose();
    updatePreferences(before);
  });
  return cells;
}

/** Draws the charts beside the active one, as the page does. */
async function draw(cells: ChartCells): Promise<void> {
  const { cells: all, activeId } = cells.state.get();
  for (const cell of all) {
    if (cell.id === activeId || cells.chartOf(cell.id)) continue;
    await open(cells.place(cell, container()), cell.symbol);
  }
}

const idsOf = (cells: ChartCells) => cells.state.get().cells.map(({ id }) => id);

/** Makes a chart the active one, with its instrument on the page. */
function activate(cells: ChartCells, id: string): void {
  expect(cells.want(id)).not.toBeNull();
  cells.activate();
}

async function many(count: number): Promise<{ cells: ChartCells; ids: string[] }> {
  const cells = await begin();
  setChartCount(cells, count, ['FMP:SECOND', 'FMP:THIRD', 'FMP:FOURTH']);
  await draw(cells);
  return { cells, ids: idsOf(cells) };
}

test('the page has the look of the active chart, and each chart keeps its own', async () => {
  const { cells, ids } = await many(2);
  const [first = '', second = ''] = ids;
  updatePreferences({ candleType: 'line' });
  const engine = cells.active()?.controller.engine;
  activate(cells, second);
  expect(presentPreferences()).toMatchObject({ candleType: 'candles', activeChart: second });
  expect(cells.active()?.controller.engine).not.toBe(engine);
  updatePreferences({ candleType: 'bars' });
  activate(cells, first);
  expect(presentPreferences().candleType).toBe('line');
  expect(cells.active()?.controller.engine).toBe(engine);
  activate(cells, second);
  expect(presentPreferences().candleType).toBe('bars');
});

test('closing the active chart leaves its neighbour, and only once that is shown', async () => {
  const { cells, ids } = await many(3);
  const [first = '', second = '', third = ''] = ids;
  const closed = cells.active();
  expect(cells.close(first)).toBe(second);
  expect(cells.want(second)).toMatchObject({ symbol: 'FMP:SECOND' });
  expect(idsOf(cells)).toHaveLength(3);
  cells.activate();
  expect(idsOf(cells)).toEqual([second, third]);
  expect(closed?.element.isConnected).toBe(false);
  // The neighbour is never shown, and another chart is chosen: the one to be closed stays.
  expect(cells.close(second)).toBe(third);
  cells.want(third);
  cells.cancelWant();
  activate(cells, third);
  expect(idsOf(cells)).toEqual([second, third]);
  expect(cells.close(second)).toBeNull();
  expect(idsOf(cells)).toEqual([third]);
  expect(cells.close(third)).toBeNull();
});

test('closed charts come back to their places with their drawings, their look and the sizes of all', async () => {
  onTestFinished(closeToast);
  const { cells, ids } = await many(4);
  const [first, second = '', third = '', fourth = ''] = ids;
  cells.setShares({ columns: [0.3, 0.7] }, true);
  activate(cells, second);
  const layout = cells.active()?.controller.engine.layout();
  if (!layout) throw new Error('no layout');
  cells.active()?.controller.engine.applyLayout({ ...layout, drawings: [LINE] });
  updatePreferences({ candleType: 'line' });
  const toasts = await renderHook(useToasts);
  // An earlier test may have left some.
  while (toasts.result.current.length > 0) await toasts.act(closeToast);
  const close = (run: () => void) => toasts.act(() => closeCharts(cells, 'Closed.', run));
  const undo = () => toasts.act(() => toasts.result.current[0]?.action?.run());
  await close(() => setChartCount(cells, 1, []));
  expect(idsOf(cells)).toEqual([second]);
  await undo();
  expect(idsOf(cells)).toEqual(ids);
  expect(cells.state.get().columns).toEqual([0.3, 0.7]);

  // The active one closes once its neighbour is shown.
  await toasts.act(closeToast);
  await close(() => cells.close(second));
  activate(cells, third);
  expect(idsOf(cells)).not.toContain(second);
  // Another chart that is closed later stays closed.
  cells.close(fourth);
  await undo();
  await draw(cells);
  expect(idsOf(cells)).toEqual([first, second, third]);
  const cell = cells.state.get().cells[1];
  expect(cell).toMatchObject({ symbol: 'FMP:SECOND', look: { candleType: 'line' } });
  expect(cells.chartOf(second)?.controller.engine.layout()?.drawings).toEqual([LINE]);
  await undo();
  expect(idsOf(cells)).toHaveLength(3);
});

test('fewer charts keep the active one, and more of them its look', async () => {
  const { cells, ids } = await many(4);
  const [first, , , last = ''] = ids;
  activate(cells, last);
  setChartCount(cells, 2, []);
  expect(idsOf(cells)).toEqual([first, last]);
  setChartCount(cells, 1, []);
  expect(idsOf(cells)).toEqual([last]);
  updatePreferences({ candleType: 'area' });
  setChartCount(cells, 3, ['FMP:NEW']);
  expect(cells.state.get().cells.map(({ symbol }) => symbol)).toEqual([
    'FMP:FOURTH',
    'FMP:NEW',
    'FMP:FOURTH',
  ]);
  expect(cells.state.get().cells[1]?.look.candleType).toBe('area');
});

test('several charts that are not saved come back on the device, with the active one as it is', async () => {
  localStorage.removeItem('chartGrid');
  let isUnsaved = true;
  let signedIn = 'a';
  const follow = (cells: ChartCells, userId = 'a') => {
    const kept = keepUnsavedGrid({
      cells,
      engine: savedCharts(cells),
      isUnsaved: () => isUnsaved,
      userId,
      isSignedIn: () => signedIn === userId,
      clock: systemClock,
    });
    onTestFinished(kept.end);
    kept.restore();
    return kept;
  };
  const first = await begin();
  const former = follow(first);
  setChartCount(first, 3, ['FMP:SECOND', 'FMP:THIRD']);
  await expect.poll(() => localStorage.getItem('chartGrid')).toContain('FMP:THIRD');
  const stored = localStorage.getItem('chartGrid') ?? '';

  // Another user of the device gets none of them, and a tab of the former user stores none.
  signedIn = 'b';
  const others = await begin();
  const ofOthers = follow(others, 'b');
  expect(idsOf(others)).toHaveLength(1);
  ofOthers.end();
  localStorage.removeItem('chartGrid');
  former.end();
  expect(localStorage.getItem('chartGrid')).toBeNull();
  localStorage.setItem('chartGrid', stored);
  signedIn = 'a';

  const second = await begin();
  updatePreferences({ candleType: 'area' });
  second.active()?.controller.engine.setCandleType('area');
  const kept = follow(second);
  expect(second.state.get().cells.map(({ symbol }) => symbol)).toContain('FMP:SECOND');
  expect(idsOf(second)).toEqual(idsOf(first));
  expect(second.active()?.controller.engine.layout()?.candleType).toBe('area');
  setChartCount(second, 1, []);
  kept.end();
  expect(localStorage.getItem('chartGrid')).toBeNull();

  // Saved charts are the account's.
  isUnsaved = false;
  const third = await begin();
  const saved = follow(third);
  setChartCount(third, 2, ['FMP:SECOND']);
  saved.end();
  expect(localStorage.getItem('chartGrid')).toBeNull();
});

test('a layout of all charts brings them back in another page, and one of a single chart removes the others', async () => {
  const { cells, ids } = await many(3);
  cells.setLinks({ ...cells.state.get().links, crosshair: true });
  activate(cells, ids[1] ?? '');
  const layout = savedCharts(cells).layout();
  expect(layout).toMatchObject({
    symbol: 'FMP:FIRST',
    grid: { cells: [{ id: ids[1] }, { id: ids[2] }] },
  });
  if (!layout) throw new Error('no layout');

  const other = await begin();
  const shown = other.active();
  if (shown) await open(shown, 'FMP:ELSEWHERE');
  const saved = savedCharts(other);
  saved.applyLayout(layout);
  expect(other.state.get()).toMatchObject({ activeId: ids[1], links: { crosshair: true } });
  expect(saved.activeIn(layout).layout.symbol).toBe('FMP:SECOND');
  if (shown) await open(shown, 'FMP:SECOND');
  await draw(other);
  expect(saved.layout()).toEqual(layout);

  const { grid: _others, ...single } = layout;
  saved.applyLayout(single);
  expect(idsOf(other)).toEqual(['first']);
  expect(other.active()).toBe(shown);
});

test('the instrument that a page opens with belongs to the chart that shows it', async () => {
  const { cells, ids } = await many(3);
  activate(cells, ids[2] ?? '');
  const layout = savedCharts(cells).layout();
  if (!layout) throw new Error('no layout');
  const activeOf = async (ticker: string) => {
    const page = await begin();
    const shown = page.active();
    if (shown) await open(shown, ticker);
    savedCharts(page).applyLayout(layout);
    return page.state.get().activeId;
  };
  expect(await activeOf('FMP:SECOND')).toBe(ids[1]);
  expect(await activeOf('FMP:THIRD')).toBe(ids[2]);
  expect(await activeOf('FMP:ELSEWHERE')).toBe(ids[2]);
});
