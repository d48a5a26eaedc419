import type { ChartLayout, Drawing } from '@moneytrail/chart';
import {
  createUndoHistory,
  firstStyle,
  NO_LINKS,
  readLayout,
  settingsText,
  sharesFor,
  writeLayout,
} from '@moneytrail/chart/model';
import { DEFAULT_INPUTS } from '@moneytrail/indicators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../lib/testing/fake-clock.ts';
import { createSavableChart, savableEngine } from './savable-chart.ts';
import {
  createDevice,
  createLastId,
  createTestServer,
  createTestStorage,
  type Fault,
} from './testing/test-devices.ts';

const LONG_MS = 200_000;
const SOON_MS = 2_000;

const EMPTY: ChartLayout = readLayout(
  JSON.stringify({
    version: 3,
    symbol: 'FMP:BTCUSD',
    resolution: '1D',
    zone: 'local',
    studies: ['combo', 'tightness'].map((id) => ({ key: id, id, inputs: DEFAULT_INPUTS })),
  }),
);

function lineOf(id: string, price: number): Drawing {
  return {
    id,
    tool: 'horizontalLine',
    symbol: 'FMP:BTCUSD',
    points: [{ timeMs: 1e12, price }],
    style: firstStyle('horizontalLine'),
    text: '',
    isLocked: false,
    isVisible: true,
  };
}

/** The engine's part of a chart: a layout, and the undo history of its changes. */
function createTestEngine(symbol: string) {
  let layout: ChartLayout = { ...EMPTY, symbol };
  const listeners = new Set<() => void>();
  const stepListeners = new Set<() => void>();
  const history = createUndoHistory(() => {
    for (const listener of stepListeners) listener();
  });
  const put = (next: ChartLayout) => {
    layout = next;
    for (const listener of listeners) listener();
  };
  const run = (take: () => boolean) => {
    const before = layout;
    const isTaken = take();
    // Events of the layout follow those of the history.
    if (layout !== before) put(layout);
    return isTaken;
  };
  const chart = {
    layout: () => layout,
    applyLayout(next: ChartLayout) {
      const applied = { ...next, symbol: layout.symbol, resolution: layout.resolution };
      layout = applied;
      history.clear();
    },
    drawings: { all: () => layout.drawings, isBusy: () => false },
    on(_: string, listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    layout: () => layout,
    chart: createSavableChart(
      savableEngine(chart as unknown as Parameters<typeof savableEngine>[0]),
      () => {},
      { initial: layout, settle: () => {} },
    ),
    /** A change by the user. */
    change(changes: Partial<ChartLayout>) {
      const [before, after] = [layout, { ...layout, ...changes }];
      const set = (next: ChartLayout) => {
        layout = next;
      };
      history.push({ undo: () => set(before), redo: () => set(after) });
      put(after);
    },
    /** Shows changes as a dialog does, which makes them one step when it is closed. */
    preview: (changes: Partial<ChartLayout>) => put({ ...layout, ...changes }),
    keepPreview: () => history.push({ undo: () => {}, redo: () => {} }),
    undo: () => run(() => history.undo()),
    redo: () => run(() => history.redo()),
    history: {
      restore: history.restore,
      forgetGrid() {},
      onStep(listener: () => void) {
        stepListeners.add(listener);
      },
    },
  };
}

/** Tabs of one browser: each keeps its id and the browser's storage over a reload. */
function openBrowser(server = createTestServer({ maxContent: 1_000_000 })) {
  const clock = createFakeClock(0);
  const storage = createTestStorage();
  const openTabs: string[] = [];
  const browserLastId = createLastId();
  type Opening = { tabId: string; tabStorage: Storage; symbol?: string; userId?: string };
  const open = ({ symbol = 'FMP:BTCUSD', userId = 'ana', ...ofTab }: Opening) => {
    const engine = createTestEngine(symbol);
    const { chart, history } = engine;
    const ofBrowser = { clock, storage, openTabs, browserLastId };
    const device = createDevice(server, { ...ofBrowser, ...ofTab, chart, history, userId });
    return { engine, device };
  };
  return {
    server,
    clock,
    storage,
    async tab(tabId: string, symbol?: string) {
      openTabs.push(tabId);
      const ofTab = { tabId, tabStorage: createTestStorage() };
      let { engine, device } = open({ ...ofTab, ...(symbol !== undefined && { symbol }) });
      let isStarted = false;
      const tab = {
        engine: () => engine,
        device: () => device,
        layout: () => engine.layout(),
        prices: () => engine.layout().drawings.map(({ id, points }) => [id, points[0]?.price]),
        draw: (id: string, price: number) => {
          const others = engine.layout().drawings.filter((one) => one.id !== id);
          engine.change({ drawings: [...others, lineOf(id, price)] });
        },
        move: (id: string, price: number) => {
          const { drawings } = engine.layout();
          const moved = drawings.map((one) => (one.id === id ? lineOf(id, price) : one));
          engine.change({ drawings: moved });
        },
        remove: (...ids: string[]) =>
          engine.change({
            drawings: engine.layout().drawings.filter(({ id }) => !ids.includes(id)),
          }),
        setInput: (length: number) =>
          engine.change({
            studies: engine.layout().studies.map((study) => ({
              ...study,
              inputs: { ...study.inputs, length },
            })),
          }),
        async reload(userId = 'ana') {
          device.saver.keepDraft();
          device.close();
          ({ engine, device } = open({ ...ofTab, symbol: engine.layout().symbol, userId }));
          isStarted = false;
          await tab.start();
        },
        /** A start that failed is repeated, as by the page. */
        async start() {
          for (let attempt = 0; attempt < 3 && !isStarted; attempt++) {
            isStarted = await device.saver.resume().then(
              () => true,
              () => false,
            );
          }
        },
        close() {
          openTabs.splice(openTabs.indexOf(tabId), 1);
          device.saver.keepDraft();
          device.close();
        },
      };
      await tab.start();
      return tab;
    },
  };
}

const contentsOf = ({ server }: ReturnType<typeof openBrowser>) =>
  server.rows().map(({ name, content }) => ({ name, layout: readLayout(content) }));
const lookOf = ({ drawings, ...settings }: ChartLayout) => [
  settingsText({ ...settings, symbol: '', resolution: '1D' }),
  drawings,
];

describe('tabs that show one layout', () => {
  async function twoTabs() {
    const browser = openBrowser();
    const first = await browser.tab('one');
    first.draw('a', 1);
    first.draw('b', 2);
    await browser.clock.advance(SOON_MS);
    const second = await browser.tab('two', 'BFX:ETHUSD');
    return { browser, first, second };
  }

  it('take a change of an untouched tab without a copy, on whichever symbol they are', async () => {
    const { browser, first, second } = await twoTabs();
    first.setInput(50);
    await browser.clock.advance(SOON_MS);
    expect(lookOf(second.layout())).toEqual(lookOf(first.layout()));
    expect(second.layout().symbol).toBe('BFX:ETHUSD');
    expect(contentsOf(browser)).toHaveLength(1);
    expect([...first.device().told, ...second.device().told]).toEqual([]);
  });

  it('join changes of different parts made at once', async () => {
    const { browser, first, second } = await twoTabs();
    first.setInput(50);
    first.move('a', 10);
    second.draw('c', 3);
    second.remove('b');
    await browser.clock.advance(LONG_MS);
    for (const tab of [first, second]) {
      expect(tab.prices()).toEqual([
        ['a', 10],
        ['c', 3],
      ]);
      expect(tab.layout().studies[0]?.inputs.length).toBe(50);
    }
    expect(contentsOf(browser)).toHaveLength(1);
  });

  it('read a change of which they were told before they save, so that no save is refused', async () => {
    const { browser, first, second } = await twoTabs();
    first.draw('c', 3);
    await browser.clock.advance(SOON_MS / 4);
    second.draw('d', 4);
    await browser.clock.advance(LONG_MS);
    expect(second.prices().toSorted()).toEqual(first.prices().toSorted());
    expect(first.prices()).toHaveLength(4);
    expect(browser.server.refusals).toEqual([]);
  });

  it('make one copy where both moved the same drawing, and say what it is', async () => {
    const { browser, first, second } = await twoTabs();
    first.move('a', 10);
    second.move('a', 20);
    await browser.clock.advance(LONG_MS);
    const [original, copy, ...more] = contentsOf(browser);
    expect(more).toEqual([]);
    const prices = [original, copy].map((one) => one?.layout.drawings[0]?.points[0]?.price);
    expect(prices).toEqual([10, 20]);
    // The clock stands at 00:00 UTC.
    expect(copy?.name).toBe('My chart (copy of 02:00)');
    expect(first.device().told).toEqual([]);
    expect(second.device().told).toEqual([
      '“My chart” was changed elsewhere in the same place. Your chart goes on as “My chart (copy of 02:00)”.',
    ]);
    second.move('a', 30);
    await browser.clock.advance(LONG_MS);
    expect(contentsOf(browser)).toHaveLength(2);
  });

  it('take a change from elsewhere that came during a change which was taken back', async () => {
    const { browser, first, second } = await twoTabs();
    const toggleVolume = () => first.engine().change({ hasVolume: !first.layout().hasVolume });
    second.draw('c', 3);
    await browser.clock.advance(SOON_MS / 5);
    toggleVolume();
    // The other tab saves meanwhile; this one has its change still to send.
    await browser.clock.advance(SOON_MS / 4);
    toggleVolume();
    await browser.clock.advance(LONG_MS);
    expect(lookOf(first.layout())).toEqual(lookOf(second.layout()));
    expect(first.prices()).toContainEqual(['c', 3]);
    expect(contentsOf(browser)).toHaveLength(1);
  });

  it('make the account’s first layout together', async () => {
    const browser = openBrowser();
    const [first, second, third] = [
      await browser.tab('one'),
      await browser.tab('two'),
      await browser.tab('three'),
    ];
    first.draw('a', 1);
    second.draw('b', 2);
    await browser.clock.advance(LONG_MS);
    expect(contentsOf(browser)).toHaveLength(1);
    for (const tab of [first, second, third]) {
      expect(tab.prices().toSorted()).toEqual([
        ['a', 1],
        ['b', 2],
      ]);
    }
  });

  const PARTS = ['a', 'b', 'c'] as const;
  const action = fc.record({
    tab: fc.nat(2),
    waitMs: fc.oneof(fc.nat(300), fc.nat(3_000)),
    fault: fc.constantFrom<Fault>(null, null, 'lost-request', 'lost-answer'),
    what: fc.constantFrom('draw', 'move', 'input', 'volume', 'reload', 'save'),
    part: fc.constantFrom(...PARTS),
  });

  type Tab = Awaited<ReturnType<ReturnType<typeof openBrowser>['tab']>>;
  type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

  /** The actions of people and networks; `number` differs from action to action. */
  const DEEDS: Readonly<
    Record<Action['what'], (tab: Tab, part: string, number: number) => Promise<void> | void>
  > = {
    draw: (tab, _, number) => tab.draw(`drawn ${number}`, number),
    move: (tab, part, number) => tab.move(part, number),
    input: (tab, _, number) => tab.setInput(20 + number),
    volume: (tab) => tab.engine().change({ hasVolume: !tab.layout().hasVolume }),
    save: (tab) =>
      void tab
        .device()
        .saver.save()
        .catch(() => {}),
    reload: (tab) => tab.reload(),
  };

  /** Opens tabs with three drawings, and lets all answers come after the actions. */
  async function play(count: number, actions: readonly Action[]) {
    const browser = openBrowser();
    const first = await browser.tab('0');
    for (const part of PARTS) first.draw(part, 0);
    await browser.clock.advance(SOON_MS);
    const tabs = [first];
    for (let index = 1; index < count; index++) tabs.push(await browser.tab(`${index}`));
    for (const [index, { tab, waitMs, fault, what, part }] of actions.entries()) {
      const one = tabs[tab % count] ?? first;
      one.device().fail(fault);
      await DEEDS[what](one, part, index + 1);
      await browser.clock.advance(waitMs);
    }
    for (const one of tabs) await one.start();
    for (let round = 0; round < 3; round++) await browser.clock.advance(LONG_MS);
    return { browser, tabs };
  }

  /** Whether a layout has what an action changed. */
  function holds(
    { drawings, studies }: ChartLayout,
    { what, part }: Action,
    number: number,
  ): boolean {
    const isAt = (id: string) =>
      drawings.some((one) => one.id === id && one.points[0]?.price === number);
    if (what === 'draw') return isAt(`drawn ${number}`);
    if (what === 'move') return isAt(part);
    return what !== 'input' || studies.every(({ inputs }) => inputs.length === 20 + number);
  }

  it.each([2, 3])(
    'lose nothing, copy only what collides, and end up equal: %i tabs',
    async (count) => {
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 20 }), async (actions) => {
          const { browser, tabs } = await play(count, actions);
          const kept = contentsOf(browser);
          const looks = kept.map(({ layout }) => lookOf(layout));
          for (const one of tabs) {
            expect(one.device().saver.state.get().status).toBe('saved');
            const { layout } = one.device().saver.state.get();
            const shown = browser.server.rows().findIndex(({ id }) => id === layout?.id);
            expect(lookOf(one.layout())).toEqual(looks[shown]);
          }
          // The last change of each part is kept: nobody has changed that part since.
          for (const [index, change] of actions.entries()) {
            const isOfSame = ({ what, part }: Action) =>
              what === change.what && (what === 'input' || part === change.part);
            if (change.what === 'draw' || !actions.slice(index + 1).some(isOfSame)) {
              expect(kept.some(({ layout }) => holds(layout, change, index + 1))).toBe(true);
            }
          }
          // Every tab that met a collision went on with a copy of its own.
          expect(kept.length).toBeLessThanOrEqual(count);
          expect(new Set(kept.map(({ name }) => name)).size).toBe(kept.length);
          const collides = actions.some(({ what }) => !['draw', 'reload', 'save'].includes(what));
          if (!collides) expect(kept).toHaveLength(1);
          for (const one of tabs) one.device().close();
        }),
        { numRuns: 40 },
      );
    },
    60_000,
  );
});

describe('undo', () => {
  async function drawnTab() {
    const browser = openBrowser();
    const tab = await browser.tab('one');
    tab.draw('a', 1);
    await browser.clock.advance(SOON_MS);
    tab.draw('b', 2);
    await browser.clock.advance(SOON_MS);
    tab.remove('a', 'b');
    await browser.clock.advance(SOON_MS);
    return { browser, tab };
  }

  it('reaches back over a reload, step by step, and forward again', async () => {
    const { browser, tab } = await drawnTab();
    await tab.reload();
    expect(tab.prices()).toEqual([]);
    expect(tab.engine().undo()).toBe(true);
    expect(tab.prices()).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    await browser.clock.advance(SOON_MS);
    expect(contentsOf(browser)[0]?.layout.drawings).toHaveLength(2);
    tab.engine().undo();
    await browser.clock.advance(SOON_MS);
    await tab.reload();
    expect(tab.prices()).toEqual([['a', 1]]);
    tab.engine().redo();
    expect(tab.prices()).toHaveLength(2);
    tab.engine().undo();
    tab.engine().undo();
    expect(tab.prices()).toEqual([]);
    expect(tab.engine().undo()).toBe(false);
  });

  it('takes back all changes of a dialog over a reload, and none that were taken back in it', async () => {
    const { browser, tab } = await drawnTab();
    const { studies } = tab.layout();
    const withLength = studies.map((one) => ({ ...one, inputs: { ...one.inputs, length: 50 } }));
    const hidden = withLength.map((one) => ({ ...one, isVisible: false }));
    tab.engine().preview({ studies: withLength });
    await browser.clock.advance(SOON_MS);
    tab.engine().preview({ studies: hidden });
    await browser.clock.advance(SOON_MS);
    tab.engine().keepPreview();
    tab.engine().preview({ candleType: 'line', studies: withLength });
    tab.engine().preview({ candleType: 'line', studies: hidden });
    tab.draw('c', 3);
    await browser.clock.advance(SOON_MS);
    await tab.reload();
    tab.engine().undo();
    expect(tab.prices()).toEqual([]);
    expect(tab.layout().studies).toEqual(hidden);
    tab.engine().undo();
    expect(tab.layout().studies).toEqual(studies);
    tab.engine().redo();
    expect(tab.layout().studies).toEqual(hidden);
  });

  it('takes the changes of the first dialog after a reload as one step, and none of a dialog that was cancelled', async () => {
    const { browser, tab } = await drawnTab();
    await tab.reload();
    const { studies } = tab.layout();
    const ofLength = (length: number) =>
      studies.map((one) => ({ ...one, inputs: { ...one.inputs, longTermLength: length } }));
    for (const length of [60, 70]) {
      tab.engine().preview({ studies: ofLength(length) });
      await browser.clock.advance(SOON_MS);
    }
    tab.engine().keepPreview();
    await tab.reload();
    for (const shown of [ofLength(80), ofLength(70)]) {
      tab.engine().preview({ studies: shown });
      await browser.clock.advance(SOON_MS);
    }
    await tab.reload();
    tab.engine().undo();
    expect(tab.layout().studies).toEqual(studies);
  });

  it('reaches back over several charts that came and went', async () => {
    const { browser, tab } = await drawnTab();
    const { symbol, resolution, ...look } = tab.layout();
    const first = { id: 'first', symbol, resolution };
    const cells = [{ id: 'second', layout: { ...look, symbol: 'FMP:ETHUSD', resolution } }];
    const grid = { first, cells, links: NO_LINKS, ...sharesFor(2, { columns: [], rows: [] }) };
    tab.engine().change({ grid });
    await browser.clock.advance(SOON_MS);
    tab.engine().undo();
    await browser.clock.advance(SOON_MS);
    const other = await browser.tab('two');
    other.draw('d', 4);
    await browser.clock.advance(SOON_MS);
    expect(tab.prices()).toEqual([['d', 4]]);
    tab.engine().undo();
    expect(tab.prices()).toHaveLength(3);
  });

  it('is not for another account, nor after the drafts of this device were removed', async () => {
    const { browser, tab } = await drawnTab();
    await tab.reload('ben');
    expect(tab.engine().undo()).toBe(false);
    await tab.reload();
    for (const key of Object.keys(browser.storage)) browser.storage.removeItem(key);
    await tab.reload();
    expect(tab.engine().undo()).toBe(false);
  });

  it('keeps steps over changes from elsewhere to other parts, and none that would revert them', async () => {
    const { browser, tab } = await drawnTab();
    tab.draw('c', 3);
    await browser.clock.advance(SOON_MS);
    const other = await browser.tab('two');
    other.draw('d', 4);
    await browser.clock.advance(SOON_MS);
    expect(tab.prices()).toHaveLength(2);
    tab.engine().undo();
    expect(tab.prices()).toEqual([['d', 4]]);
    tab.engine().redo();
    await browser.clock.advance(SOON_MS);
    other.move('c', 30);
    await browser.clock.advance(SOON_MS);
    expect(tab.engine().undo()).toBe(false);
  });

  it('is limited in size', async () => {
    const { browser, tab } = await drawnTab();
    for (let count = 0; count < 80; count++) {
      tab.draw(`more ${count}`, count);
      await browser.clock.advance(1_500);
    }
    await tab.reload();
    let steps = 0;
    while (tab.engine().undo()) steps += 1;
    expect(steps).toBe(50);
    expect(Object.values(browser.storage).join('').length).toBeLessThan(500_000);
  });
});

describe('versions that stay', () => {
  it('are made by every save on purpose, of an unchanged chart too', async () => {
    const browser = openBrowser();
    const tab = await browser.tab('one');
    tab.draw('a', 1);
    await browser.clock.advance(SOON_MS);
    expect(browser.server.kept).toEqual([]);
    await tab.device().saver.save();
    expect(browser.server.kept.map((one) => readLayout(one).drawings)).toEqual([
      tab.layout().drawings,
    ]);
    await tab.device().saver.saveCopy('Second');
    expect(browser.server.kept).toHaveLength(2);
  });

  it('are made before many drawings are removed, of the very last state', async () => {
    const browser = openBrowser();
    const tab = await browser.tab('one');
    tab.draw('a', 1);
    await browser.clock.advance(SOON_MS);
    const saves: string[] = [];
    const { server } = browser;
    server.listeners.add((id) =>
      saves.push(server.rows().find((row) => row.id === id)?.content ?? ''),
    );
    tab.draw('b', 2);
    const before = writeLayout(tab.layout());
    tab.remove('a', 'b');
    await browser.clock.advance(SOON_MS);
    expect(saves).toEqual([before, writeLayout(tab.layout())]);
    expect(server.steps).toEqual([false, true]);
  });
});
