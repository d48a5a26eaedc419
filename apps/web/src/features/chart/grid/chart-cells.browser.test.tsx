import { MINUTE_MS } from '@moneytrail/calendar';
import type { ChartBar } from '@moneytrail/chart';
import type { SymbolInfo } from '@moneytrail/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { systemClock } from '../../../lib/clock.ts';
import { useToasts } from '../../../stores/toasts.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { chartSymbolOf } from '../controller/open-instrument.ts';
import { createPageChart, type PageChart } from '../controller/page-chart.ts';
import { ChartScreenProvider, type ChartScreenState } from '../model/chart-context.ts';
import { useChartMenu } from '../pointing/use-chart-menu.ts';
import { presentPreferences, updatePreferences } from '../preferences/preferences.ts';
import { startReplay } from '../replay/start-replay.ts';
import { pushStudyStep } from '../studies/use-study-actions.ts';
import { arrangeAsStep, closeCell, closeChart, setChartCount } from './arrangement.ts';
import { type ChartCells, createChartCells } from './chart-cells.ts';
import { choiceAsStep } from './choice-step.ts';
import { savedCharts } from './saved-charts.ts';
import { keepUnsavedGrid } from './unsaved-grid.ts';
import { showSharedTime, useLinks } from './use-links.ts';
import { useShownCell } from './use-shown-cell.ts';

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

/** Draws the charts, as the page does. */
async function draw(cells: ChartCells): Promise<void> {
  const { cells: all, activeId } = cells.state.get();
  for (const cell of all) {
    if (cells.chartOf(cell.id)?.controller.opened.get()) continue;
    const shown = cell.id === activeId ? cells.active() : cells.place(cell, container());
    if (shown) await open(shown, cell.symbol);
  }
}

const idsOf = (cells: ChartCells) => cells.state.get().cells.map(({ id }) => id);

/** Makes a chart the active one, with its instrument on the page. */
function activate(cells: ChartCells, id: string): void {
  expect(cells.want(id)).not.toBeNull();
  cells.activate();
}

/** Follows a step to its chart, as the page does. */
async function follow(cells: ChartCells, id: string | null): Promise<void> {
  if (id !== null && cells.want(id)) cells.activate();
  await draw(cells);
}

const undo = (cells: ChartCells) => follow(cells, cells.undo());
const redo = (cells: ChartCells) => follow(cells, cells.redo());

/** Closes a chart by one step, and activates its neighbour if it was the active one. */
async function close(cells: ChartCells, id: string): Promise<void> {
  let next: string | null = null;
  arrangeAsStep(cells, () => {
    next = closeCell(cells, id);
  });
  await follow(cells, next);
}

const drawingsOf = (cells: ChartCells, id: string) =>
  cells.chartOf(id)?.controller.engine.drawings.all().length;

/** Draws a line with the keyboard, as one undo step of a chart. */
async function drawLine(cells: ChartCells, id: string): Promise<void> {
  const engine = cells.chartOf(id)?.controller.engine;
  const count = drawingsOf(cells, id) ?? 0;
  await expect.poll(() => engine?.moveCrosshair(-1)).toBe(true);
  engine?.drawings.setTool('horizontalLine');
  await expect.poll(() => engine?.drawings.putAtCrosshair()).toBe(true);
  expect(drawingsOf(cells, id)).toBe(count + 1);
}

async function many(
  count: number,
  instruments = ['FMP:SECOND', 'FMP:THIRD', 'FMP:FOURTH'],
): Promise<{ cells: ChartCells; ids: string[] }> {
  const cells = await begin();
  setChartCount(cells, count, instruments);
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
  expect(closeCell(cells, first)).toBe(second);
  expect(cells.want(second)).toMatchObject({ symbol: 'FMP:SECOND' });
  expect(idsOf(cells)).toHaveLength(3);
  cells.activate();
  expect(idsOf(cells)).toEqual([second, third]);
  expect(closed?.element.isConnected).toBe(false);
  // The neighbour is never shown, and another chart is chosen: the one to be closed stays.
  expect(closeCell(cells, second)).toBe(third);
  cells.want(third);
  cells.cancelWant();
  activate(cells, third);
  expect(idsOf(cells)).toEqual([second, third]);
  expect(closeCell(cells, second)).toBeNull();
  expect(idsOf(cells)).toEqual([third]);
  expect(closeCell(cells, third)).toBeNull();
});

test('steps on all charts are undone in one order, each on its chart, which becomes active', async () => {
  const { cells, ids } = await many(3);
  const [first = '', second = '', third = ''] = ids;
  await drawLine(cells, first);
  activate(cells, second);
  await drawLine(cells, second);
  activate(cells, third);
  expect(cells.steps.get().undoSerial).not.toBeNull();
  const { activeId } = cells.state.get();
  const before = presentPreferences();
  updatePreferences({ studies: [] });
  const { push } = cells.active()?.controller.engine.history ?? {};
  if (!push) throw new Error('no chart');
  pushStudyStep({ push, change: (next) => cells.changeStudies(activeId, next) }, before);
  activate(cells, first);
  const counts = () => [drawingsOf(cells, first), drawingsOf(cells, second)];

  await undo(cells);
  expect(cells.state.get().activeId).toBe(third);
  expect(presentPreferences().studies).toEqual(before.studies);
  await undo(cells);
  expect(cells.state.get().activeId).toBe(second);
  expect(counts()).toEqual([1, 0]);
  await undo(cells);
  expect(cells.state.get().activeId).toBe(first);
  expect(counts()).toEqual([0, 0]);
  expect(cells.steps.get().undoSerial).toBeNull();

  await redo(cells);
  await redo(cells);
  await redo(cells);
  expect(counts()).toEqual([1, 1]);
  expect(cells.state.get().activeId).toBe(third);
  expect(presentPreferences().studies).toEqual([]);
  await undo(cells);
  activate(cells, first);
  await drawLine(cells, first);
  expect(cells.steps.get().redoSerial).toBeNull();
});

test('shared drawings of one instrument are undone step by step on whichever chart they were made', async () => {
  const { cells, ids } = await many(2, ['FMP:FIRST']);
  const [first = '', second = ''] = ids;
  const counts = () => [drawingsOf(cells, first), drawingsOf(cells, second)];
  cells.setLinks({ ...cells.state.get().links, drawings: true });
  await renderHook(() => useLinks(cells));
  await drawLine(cells, first);
  expect(counts()).toEqual([1, 1]);
  activate(cells, second);
  await drawLine(cells, second);
  await expect.poll(counts).toEqual([2, 2]);
  await undo(cells);
  await expect.poll(counts).toEqual([1, 1]);
  await undo(cells);
  await expect.poll(counts).toEqual([0, 0]);
  await redo(cells);
  await redo(cells);
  await expect.poll(counts).toEqual([2, 2]);
});

test('a chosen instrument is a step of its chart: undo brings back the former one before it changes that one’s drawings', async () => {
  const { cells, ids } = await many(2);
  const [first = '', second = ''] = ids;
  const asked: string[] = [];
  const choose = async (from: string, chosen: string, shown = chosen) => {
    const [before, next] = [from, chosen].map((symbol) => ({ symbol, resolution: '1' }) as const);
    if (before && next)
      choiceAsStep(cells, { from: before, chosen: next }, ({ symbol }) => asked.push(symbol));
    const active = cells.active();
    if (active) await open(active, shown);
  };
  await drawLine(cells, first);
  await choose('FMP:FIRST', 'FMP:NE/W', 'FMP:NEW');
  await undo(cells);
  expect([asked, drawingsOf(cells, first)]).toEqual([['FMP:FIRST'], 1]);
  await redo(cells);
  expect(asked).toEqual(['FMP:FIRST', 'FMP:NEW']);

  // Beside the active chart it comes back with the chart.
  activate(cells, second);
  await undo(cells);
  expect(cells.state.get()).toMatchObject({
    activeId: first,
    cells: [{ symbol: 'FMP:FIRST' }, {}],
  });
  expect(asked).toHaveLength(2);
  await undo(cells);
  expect(drawingsOf(cells, first)).toBe(0);
});

test('instruments that are passed quickly are one step, and none back where it began', async () => {
  const cells = await begin();
  const asked: string[] = [];
  const pass = async (from: string, chosen: string) => {
    const [before, next] = [from, chosen].map((symbol) => ({ symbol, resolution: '1' }) as const);
    if (before && next)
      choiceAsStep(cells, { from: before, chosen: next }, ({ symbol }) => asked.push(symbol));
    const active = cells.active();
    if (active) await open(active, chosen);
  };
  vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
  onTestFinished(() => void vi.restoreAllMocks());
  await pass('FMP:FIRST', 'FMP:SECOND');
  await pass('FMP:SECOND', 'FMP:THIRD');
  cells.undo();
  expect([asked, cells.steps.get().undoSerial]).toEqual([['FMP:FIRST'], null]);
  cells.redo();
  expect(asked).toEqual(['FMP:FIRST', 'FMP:THIRD']);
  await pass('FMP:THIRD', 'FMP:FIRST');
  expect(cells.steps.get().undoSerial).toBeNull();
  vi.mocked(performance.now).mockReturnValue(1_002_000);
  await pass('FMP:FIRST', 'FMP:FOURTH');
  vi.mocked(performance.now).mockReturnValue(1_004_000);
  await pass('FMP:FOURTH', 'FMP:FIFTH');
  cells.undo();
  expect(asked.at(-1)).toBe('FMP:FOURTH');
});

test('a chosen interval is a step too', async () => {
  const cells = await begin();
  const opened = cells.active()?.controller.opened;
  const shown = opened?.get();
  if (!opened || !shown) throw new Error('no chart');
  const asked: unknown[] = [];
  const from = { symbol: 'FMP:FIRST', resolution: '1' } as const;
  choiceAsStep(cells, { from, chosen: { ...from, resolution: '60' } }, (at) => asked.push(at));
  opened.set({ ...shown, resolution: '60' });
  cells.undo();
  cells.redo();
  expect(asked).toEqual([from, { ...from, resolution: '60' }]);
});

test('a chart that is added for the instrument of a removed one has its drawings', async () => {
  const { cells, ids } = await many(2);
  const [first = '', second = ''] = ids;
  activate(cells, second);
  await drawLine(cells, second);
  activate(cells, first);
  setChartCount(cells, 1, []);
  setChartCount(cells, 3, ['FMP:THIRD', 'FMP:SECOND']);
  await draw(cells);
  const [, third = '', again = ''] = idsOf(cells);
  expect([drawingsOf(cells, third), drawingsOf(cells, again)]).toEqual([0, 1]);
});

test('a chosen instrument that the chart does not show is no step', async () => {
  const cells = await begin();
  const active = cells.active();
  if (!active) throw new Error('no chart');
  const chosen = { symbol: 'FMP:LOCKED', resolution: '1' } as const;
  choiceAsStep(cells, { from: { ...chosen, symbol: 'FMP:FIRST' }, chosen }, () => {});
  await open(active, 'FMP:BACK');
  await open(active, 'FMP:LOCKED');
  expect(cells.steps.get().undoSerial).toBeNull();
});

test('charts that share time and crosshair show the same bars once they have them, and point at the same one', async () => {
  const { cells, ids } = await many(2, ['FMP:SECOND']);
  cells.setLinks({ ...cells.state.get().links, time: true, crosshair: true });
  await renderHook(() => useLinks(cells));
  const [one, other] = ids.map((id) => cells.chartOf(id)?.controller);
  if (!one || !other) throw new Error('no charts');
  const timeOf = (index: number) => BARS[index]?.time ?? 0;
  const isBefore = ({ visible }: ChartController, index: number) =>
    (visible.get()?.toMs ?? Number.POSITIVE_INFINITY) <= timeOf(index);
  one.engine.showSpan(timeOf(100), timeOf(130));
  await expect.poll(() => isBefore(other, 140)).toBe(true);
  other.engine.showNewest();
  await expect.poll(() => isBefore(other, 140)).toBe(false);
  showSharedTime(cells, other);
  await expect.poll(() => isBefore(other, 140)).toBe(true);

  const pointedAt = ({ legend }: ChartController) =>
    legend.get()?.isAtCrosshair ? legend.get()?.bar?.time : undefined;
  one.engine.showCrosshairAt(timeOf(110));
  await expect.poll(() => pointedAt(other)).toBe(timeOf(110));
  one.engine.showSpan(timeOf(60), timeOf(90));
  await expect.poll(() => pointedAt(one)).not.toBe(timeOf(110));
  await expect.poll(() => pointedAt(other)).toBe(pointedAt(one));
});

test('a chart that is closed during its replay comes back with live bars', async () => {
  const { cells, ids } = await many(2);
  const [, second = ''] = ids;
  const controller = cells.chartOf(second)?.controller;
  await expect.poll(() => controller?.visible.get()).not.toBeNull();
  if (controller) startReplay(controller, new QueryClient());
  expect(controller?.replay.get()).not.toBeNull();
  // Bars of a replay are never kept as the newest ones, also once it is over.
  expect(controller?.opened.get()?.isReplayed).toBe(true);
  await close(cells, second);
  expect(controller?.replay.get()).toBeNull();
  expect(controller?.replayMs.get()).toBeNull();
});

test('new charts lack the studies of compared instruments, and those over them', async () => {
  const cells = await begin();
  const study = (key: string, source: string) => ({
    key,
    id: 'ema',
    isVisible: true,
    inputs: { source },
  });
  const studies = [
    study('ema', 'ema-2.average'),
    study('ema-2', 'close@FMP:SECOND'),
    study('ema-3', 'close'),
  ];
  updatePreferences({ studies });
  setChartCount(cells, 2, ['FMP:SECOND']);
  const [, added] = cells.state.get().cells;
  expect(added?.look.studies.map(({ key }) => key)).toEqual(['ema-3']);
});

test('closed charts come back one after the other, with their drawings, their look, their sizes and their steps', async () => {
  const { cells, ids } = await many(4);
  const [first = '', second = '', third = '', fourth = ''] = ids;
  cells.setShares({ columns: [0.3, 0.7] }, true);
  activate(cells, second);
  await drawLine(cells, second);
  updatePreferences({ candleType: 'line' });
  await close(cells, second);
  expect(cells.state.get().activeId).toBe(third);
  await close(cells, fourth);
  await close(cells, first);
  expect(idsOf(cells)).toEqual([third]);

  await undo(cells);
  expect(idsOf(cells)).toEqual([first, third]);
  await undo(cells);
  await undo(cells);
  expect(idsOf(cells)).toEqual(ids);
  expect(cells.state.get()).toMatchObject({ activeId: second, columns: [0.3, 0.7] });
  expect(cells.active()?.controller.engine.layout()?.symbol).toBe('FMP:SECOND');
  expect(presentPreferences().candleType).toBe('line');
  expect(drawingsOf(cells, second)).toBe(1);
  await undo(cells);
  expect(drawingsOf(cells, second)).toBe(0);
  await redo(cells);
  await redo(cells);
  expect(idsOf(cells)).toEqual([first, third, fourth]);
  expect(cells.state.get().activeId).toBe(third);
  await redo(cells);
  await redo(cells);
  expect(idsOf(cells)).toEqual([third]);
  await redo(cells);
  expect(idsOf(cells)).toEqual([third]);
});

test('a chart that is closed while another one is about to take its place closes with it, and both come back', async () => {
  const { cells, ids } = await many(3);
  const [first = '', second = '', third = ''] = ids;
  arrangeAsStep(cells, () => expect(closeCell(cells, first)).toBe(second));
  cells.want(second);
  arrangeAsStep(cells, () => expect(closeCell(cells, second)).toBe(third));
  cells.want(third);
  cells.activate();
  expect(idsOf(cells)).toEqual([third]);
  await undo(cells);
  expect(idsOf(cells)).toEqual([second, third]);
  await undo(cells);
  expect(idsOf(cells)).toEqual(ids);
  expect(cells.state.get().activeId).toBe(first);

  // Taken back before its neighbour is shown, it never goes; the page shows its instrument again.
  arrangeAsStep(cells, () => expect(closeCell(cells, first)).toBe(second));
  cells.want(second);
  expect(cells.undo()).toBe(first);
  expect(cells.want(first)).toMatchObject({ symbol: 'FMP:FIRST' });
  cells.activate();
  expect(cells.state.get()).toMatchObject({ activeId: first, closing: null });
  expect(idsOf(cells)).toEqual(ids);
});

test('another number of charts is a step, with charts that come again as they were', async () => {
  const { cells, ids } = await many(4);
  const [first = '', , third = ''] = ids;
  await drawLine(cells, third);
  arrangeAsStep(cells, () => setChartCount(cells, 1, []));
  expect(idsOf(cells)).toEqual([first]);
  arrangeAsStep(cells, () => setChartCount(cells, 2, ['FMP:NEW']));
  await draw(cells);
  const [, added = ''] = idsOf(cells);
  activate(cells, added);
  await drawLine(cells, added);
  await undo(cells);
  await undo(cells);
  expect(idsOf(cells)).toEqual([first]);
  await undo(cells);
  expect(idsOf(cells)).toEqual(ids);
  expect(drawingsOf(cells, third)).toBe(1);
  await undo(cells);
  expect(cells.state.get().activeId).toBe(third);
  expect(drawingsOf(cells, third)).toBe(0);
  for (let step = 0; step < 4; step++) await redo(cells);
  expect(idsOf(cells)).toEqual([first, added]);
  expect(drawingsOf(cells, added)).toBe(1);
  // Charts of another layout have no steps of the former ones.
  const layout = savedCharts(cells).layout();
  if (!layout) throw new Error('no layout');
  const { grid: _others, ...single } = layout;
  savedCharts(cells).applyLayout(single);
  expect(cells.undo()).toBeNull();
});

test('the message about the active chart makes it active again', async () => {
  const { cells, ids } = await many(2);
  const [first = '', second = ''] = ids;
  const named: string[] = [];
  const client = new QueryClient();
  const page = await renderHook(
    ({ ticker }: { ticker: string } = { ticker: 'FMP:FIRST' }) =>
      useShownCell(cells, infoOf(ticker), '1', ({ symbol }) => named.push(symbol)),
    {
      wrapper: ({ children }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  const toasts = await renderHook(useToasts);
  closeChart({ cells, ...page.result.current, saver: null }, first, 'FIRST');
  expect(named).toEqual(['FMP:SECOND']);
  await page.rerender({ ticker: 'FMP:SECOND' });
  expect(cells.state.get().activeId).toBe(second);
  await toasts.act(() => toasts.result.current[0]?.action?.run());
  expect(named).toEqual(['FMP:SECOND', 'FMP:FIRST']);
});

test('the message about a closed chart brings it back later too, as a further step', async () => {
  const { cells, ids } = await many(4);
  const [first = '', second = '', , fourth = ''] = ids;
  const toasts = await renderHook(useToasts);
  const page = { cells, undo: () => undo(cells), activate: () => {}, saver: null };
  await toasts.act(() => closeChart(page, second, 'SECOND'));
  const bringBack = toasts.result.current[0]?.action?.run;
  // Another chart that is closed later stays closed.
  await close(cells, fourth);
  await toasts.act(() => bringBack?.());
  expect(idsOf(cells)).toEqual([first, second, ids[2]]);
  await undo(cells);
  expect(idsOf(cells)).toEqual([first, ids[2]]);
  await undo(cells);
  expect(idsOf(cells)).toEqual([first, ids[2], fourth]);
});

test('a right click on a chart that is not active opens its menu once it is active, and no later one', async () => {
  const { cells, ids } = await many(3);
  const [first = '', second = '', third = ''] = ids;
  const screen = { cells } as unknown as ChartScreenState;
  const menu = await renderHook(() => useChartMenu(null), {
    wrapper: ({ children }) => <ChartScreenProvider value={screen}>{children}</ChartScreenProvider>,
  });
  const ask = (id: string) =>
    menu.act(() => {
      cells.want(id);
      cells.askForMenu({ id, x: 5, y: 6, subject: { kind: 'chart', point: null } });
    });
  await ask(second);
  expect(menu.result.current.place).toBeNull();
  await menu.act(() => cells.activate());
  expect(menu.result.current.place).toMatchObject({ x: 5, y: 6 });
  await menu.act(() => menu.result.current.close());
  expect(menu.result.current.place).toBeNull();
  // Another chart is chosen before that one is active.
  await ask(third);
  await menu.act(() => activate(cells, first));
  await menu.act(() => activate(cells, third));
  expect(menu.result.current.place).toBeNull();
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
