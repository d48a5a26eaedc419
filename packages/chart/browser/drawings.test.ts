import { expect, test, vi } from 'vitest';
import type { Drawing, DrawingTool } from '../src/index.ts';
import { DRAWING_TOOLS } from '../src/model.ts';
import { drag as dragOn, swipe } from './harness/gestures.ts';
import { openHarness, page, touch } from './harness/open-page.ts';
import type { Box } from './harness/picture.ts';
import { sampleBars } from './harness/sample-bars.ts';

const BARS = sampleBars(500);
const LAST_MS = BARS.at(-1)?.time ?? 0;
const DAY_MS = 86_400_000;
const SOON = { timeout: 20_000 };

type PageOptions = {
  isDark?: boolean;
  hasTouch?: boolean;
  withoutStudies?: boolean;
  first?: number;
};

async function open({ hasTouch = false, ...options }: PageOptions = {}) {
  await openHarness({ hasTouch });
  const nowMs = LAST_MS + 1.5 * DAY_MS;
  await page.evaluate(
    async (options) => {
      await window.harness.show(window.harness.sampleBars(500), options);
    },
    { withoutStudies: true, nowMs, ...options },
  );
}

const settle = () => page.evaluate(() => window.harness.atRest());
const all = () => page.evaluate(() => [...window.engine.drawings.all()]);
const choose = (tool: DrawingTool) =>
  page.evaluate((one) => window.engine.drawings.setTool(one), tool);
const picture = () => page.evaluate(() => window.harness.look(window.engine));
const visible = () => page.evaluate(() => window.events.visible.at(-1));

async function drag(from: [number, number], to: [number, number]): Promise<void> {
  await dragOn(page, from, to, 6);
  await settle();
}

/** Draws with three clicks, or one stroke; returns the drawing. */
async function draw(tool: DrawingTool): Promise<Drawing> {
  await choose(tool);
  if (tool === 'brush') {
    await drag([500, 300], [700, 360]);
  } else {
    for (const place of [
      [500, 360],
      [700, 240],
      [600, 420],
    ] as const) {
      await page.mouse.click(place[0], place[1]);
    }
  }
  await page.evaluate(() => {
    while (window.engine.drawings.cancel());
  });
  await page.mouse.move(1_190, 10);
  await settle();
  const [drawing] = await all();
  if (!drawing) throw new Error(`Nothing was drawn with ${tool}.`);
  return drawing;
}

/** The box in which two pictures of the main pane differ, px. */
const changed = (before: number, after: number) =>
  page.evaluate(([one, other]) => window.harness.lookDifference(one, other, { x: 1_100, y: 760 }), [
    before,
    after,
  ] as const);

/** Edges of each tool's picture drawn from the points (500, 360), (700, 240), (600, 420), px. */
const REACHES: Record<DrawingTool, Partial<Omit<Box, 'pixels'>>> = {
  trendLine: { left: 500, right: 700, top: 240, bottom: 360 },
  ray: { left: 500, top: 0, bottom: 360 },
  extendedLine: { top: 0, bottom: 660 },
  arrow: { left: 500, right: 700, top: 240, bottom: 360 },
  horizontalLine: { left: 0, right: 1_099, top: 360, bottom: 360 },
  horizontalRay: { left: 500, right: 1_099, top: 360, bottom: 360 },
  verticalLine: { left: 500, right: 500, top: 0 },
  crossLine: { left: 0, right: 1_099, top: 0 },
  parallelChannel: { left: 500, right: 700, top: 240, bottom: 480 },
  pitchfork: { left: 500, top: 160 },
  fibRetracement: { right: 700, top: 236, bottom: 434 },
  rectangle: { left: 500, right: 700, top: 240, bottom: 360 },
  brush: { left: 500, right: 700, top: 300, bottom: 360 },
  text: { left: 507 },
  priceLabel: { left: 500, bottom: 360 },
  measure: { left: 500, right: 700, bottom: 360 },
  longPosition: { left: 500, right: 700 },
  shortPosition: { left: 500, right: 700 },
  // Its outline: the code of the profile is not loaded.
  rangeProfile: { left: 500, right: 700, top: 240, bottom: 360 },
};

const THEMES = process.env.TEST_LONG === 'true' ? ['light', 'dark'] : ['light'];

test.each(THEMES)('every tool paints its drawing where it was drawn, %s', async (theme) => {
  await open({ isDark: theme === 'dark' });
  const plain = await picture();
  for (const tool of DRAWING_TOOLS) {
    await draw(tool);
    // The crosshair leaves with the pointer, later on a busy machine.
    await vi.waitFor(async () => {
      const box = await changed(plain, await picture());
      expect(box.pixels, tool).toBeGreaterThan(20);
      for (const [edge, px] of Object.entries(REACHES[tool])) {
        // Anchors stand on bars, 8 px apart; lines and rounded ends are some pixels wide.
        const found = box[edge as keyof Box];
        expect([tool, edge, Math.abs(found - px) <= 7 || found]).toEqual([tool, edge, true]);
      }
    }, SOON);
    await page.evaluate(() => window.engine.drawings.replaceAll([]));
  }
  expect(await all()).toEqual([]);
});

test('a drawing keeps its times and prices through other resolutions, older bars and zoom', async () => {
  await open({ first: 200 });
  const drawing = await draw('trendLine');
  const place = () =>
    page.evaluate((id) => {
      const box = window.engine.drawings.placeOf(id);
      const { engine } = window;
      return (
        box && {
          from: engine.pointAt(box.leftPx, box.topPx + box.heightPx),
          to: engine.pointAt(box.leftPx + box.widthPx, box.topPx),
        }
      );
    }, drawing.id);
  const isInPlace = async () => {
    const found = await place();
    const [first, second] = drawing.points;
    expect(found?.from?.timeMs).toBe(first?.timeMs);
    expect(found?.to?.timeMs).toBe(second?.timeMs);
    expect(found?.from?.price).toBeCloseTo(first?.price ?? 0, 0);
  };
  await isInPlace();
  await page.evaluate(() => window.engine.showOldest());
  await page.waitForFunction(() => (window.events.coverage.at(-1)?.barCount ?? 0) > 300);
  await page.evaluate(() => {
    window.engine.showNewest();
    window.engine.zoom(0.7);
  });
  await settle();
  await isInPlace();
  await page.evaluate(async () => {
    const bars = window.harness.sampleBars(500);
    const { harness, engine } = window;
    const weeks = bars.filter(({ time }) => new Date(time).getUTCDay() === 1);
    const { source } = harness.createPagedSource(weeks, weeks.length, 100);
    engine.open({ symbol: harness.symbol('AAA'), resolution: '1W', source });
    await harness.atRest();
  });
  const weekly = await place();
  const [first] = drawing.points;
  const inWeek = (first?.timeMs ?? 0) - (weekly?.from?.timeMs ?? 0);
  expect(inWeek).toBeGreaterThanOrEqual(0);
  expect(inWeek).toBeLessThan(7 * DAY_MS);
  expect(await all()).toEqual([drawing]);
  await page.evaluate(async () => {
    const { harness, engine, paged } = window;
    engine.open({ symbol: harness.symbol('AAA'), resolution: '1D', source: paged.source });
    await harness.atRest();
  });
  await isInPlace();
});

test('a drawing beyond the newest bar stands on a date to come', async () => {
  await open();
  const { x, y } = await page.evaluate(() => ({ x: 1_090, y: 300 }));
  await choose('verticalLine');
  await page.mouse.click(x, y);
  const [line] = await all();
  const aheadMs = (line?.points[0]?.timeMs ?? 0) - LAST_MS;
  expect(aheadMs).toBeGreaterThan(0);
  expect(aheadMs % DAY_MS).toBe(0);
});

test('dragging a drawing moves it, dragging beside it pans the chart', async () => {
  await open();
  const drawing = await draw('trendLine');
  const before = await visible();
  await drag([600, 300], [640, 340]);
  const [moved] = await all();
  expect(moved?.points[0]?.timeMs).toBe((drawing.points[0]?.timeMs ?? 0) + 5 * DAY_MS);
  expect(moved?.points[0]?.price).toBeLessThan(drawing.points[0]?.price ?? 0);
  expect(await visible()).toEqual(before);
  await drag([300, 600], [400, 600]);
  expect((await visible())?.fromMs).toBeLessThan(before?.fromMs ?? 0);
  expect(await all()).toEqual([moved]);
});

test('the cursor shows a drawing under the pointer and a chosen tool', async () => {
  await open();
  await draw('trendLine');
  const cursor = () =>
    page.evaluate(() => document.querySelector<HTMLElement>('#chart')?.dataset.cursor);
  await page.mouse.move(600, 300);
  expect(await cursor()).toBe('pointer');
  await page.mouse.move(500, 360);
  expect(await cursor()).toBe('grab');
  await page.mouse.move(300, 600);
  expect(await cursor()).toBeUndefined();
  await choose('ray');
  await page.mouse.move(301, 600);
  expect(await cursor()).toBe('crosshair');
});

test('fingers draw, select and move, the point of a handle too, and pan beside a drawing', async () => {
  await open({ hasTouch: true });
  const swipeOver = async (from: [number, number], to: [number, number]) => {
    await swipe(touch, from, to, 8);
    await settle();
  };
  await choose('trendLine');
  await page.touchscreen.tap(500, 360);
  await page.touchscreen.tap(700, 240);
  const [drawing] = await all();
  expect(drawing?.points).toHaveLength(2);
  const before = await visible();
  await swipeOver([600, 300], [640, 340]);
  const [moved] = await all();
  expect(moved?.points[0]?.timeMs).toBe((drawing?.points[0]?.timeMs ?? 0) + 5 * DAY_MS);
  expect(await visible()).toEqual(before);
  await page.touchscreen.tap(300, 650);
  expect(await page.evaluate(() => window.events.drawing.at(-1)?.selected)).toBeNull();
  await swipeOver([740, 280], [780, 240]);
  const [reached] = await all();
  expect(reached?.points[0]).toEqual(moved?.points[0]);
  expect(reached?.points[1]?.timeMs).toBe((moved?.points[1]?.timeMs ?? 0) + 5 * DAY_MS);
  expect(await visible()).toEqual(before);
  await page.touchscreen.tap(300, 650);
  await swipeOver([640, 500], [700, 500]);
  await expect.poll(async () => (await visible())?.fromMs).not.toBe(before?.fromMs);
  expect(await all()).toEqual([reached]);
});

test('a second finger and a cancelled touch release a drawing where it was', async () => {
  await open({ hasTouch: true });
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
    ...fingers: { x: number; y: number; id: number }[]
  ) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: fingers });
  await choose('trendLine');
  await page.touchscreen.tap(500, 360);
  await page.touchscreen.tap(700, 240);
  await settle();
  const drawn = await all();
  const before = await picture();
  const finger = { x: 640, y: 340, id: 0 };
  const other = { x: 800, y: 500, id: 1 };

  await send('touchStart', { ...finger, x: 600, y: 300 });
  await send('touchMove', finger);
  await settle();
  expect((await picture()) === before).toBe(false);
  await send('touchStart', finger, other);
  await send('touchEnd');
  await settle();
  expect(await all()).toEqual(drawn);
  expect((await picture()) === before).toBe(true);

  await send('touchStart', { ...finger, x: 600, y: 300 });
  await send('touchMove', finger);
  await send('touchCancel');
  await settle();
  expect(await all()).toEqual(drawn);
  expect((await picture()) === before).toBe(true);
  await page.mouse.move(900, 500);
  await settle();
  expect(await all()).toEqual(drawn);
});

test('keys put points at the crosshair', async () => {
  await open();
  await choose('trendLine');
  const points = await page.evaluate(async () => {
    const { engine, harness } = window;
    engine.moveCrosshair(-10);
    const isFirst = engine.drawings.putAtCrosshair();
    engine.moveCrosshair(5, 0);
    engine.moveCrosshair(0, -40);
    await harness.atRest();
    const isSecond = engine.drawings.putAtCrosshair();
    return { isFirst, isSecond, drawing: engine.drawings.all()[0] };
  });
  const [first, second] = points.drawing?.points ?? [];
  expect([points.isFirst, points.isSecond]).toEqual([true, true]);
  expect((second?.timeMs ?? 0) - (first?.timeMs ?? 0)).toBe(5 * DAY_MS);
  expect(second?.price).toBeGreaterThan(first?.price ?? 0);
});

test('a layout gives another chart the same picture and the same value', async () => {
  await open({ withoutStudies: false });
  await draw('fibRetracement');
  const { before, after, same } = await page.evaluate(async () => {
    const bars = window.harness.sampleBars(500);
    const { harness, engine } = window;
    engine.setCandleType('hollow');
    engine.setPriceScale('log');
    engine.setVolume(false);
    engine.setZone('America/New_York');
    await harness.atRest();
    const layout = engine.layout();
    const before = harness.look(engine);
    engine.dispose();
    const other = harness.create({ nowMs: (bars.at(-1)?.time ?? 0) + 1.5 * 86_400_000 });
    const { source } = harness.createPagedSource(bars, 500, 100);
    if (!layout) throw new Error('Nothing is open.');
    other.applyLayout(layout);
    other.open({ symbol: harness.symbol('AAA'), resolution: '1D', source });
    await harness.atRest();
    const again = other.layout();
    Object.assign(window, { engine: other });
    return {
      before,
      after: harness.look(other),
      same: JSON.stringify(again) === JSON.stringify(layout),
    };
  });
  expect(same).toBe(true);
  expect(after === before).toBe(true);
});

test('a layout keeps a scale that the prices cannot use', async () => {
  await open();
  const { stored, isTaken } = await page.evaluate(async () => {
    const bars = window.harness.sampleBars(500);
    const { harness, engine } = window;
    const symbol = { ...harness.symbol('SPREAD'), mayBeNegative: true };
    const { source } = harness.createPagedSource(bars, 500, 100);
    engine.open({ symbol, resolution: '1D', source });
    await harness.atRest();
    const layout = engine.layout();
    if (!layout) throw new Error('Nothing is open.');
    engine.applyLayout({ ...layout, priceScale: 'log' });
    await harness.atRest();
    return { stored: engine.layout()?.priceScale, isTaken: engine.setPriceScale('log') };
  });
  expect(stored).toBe('log');
  expect(isTaken).toBe(false);
});

test('changes of a layout are reported, restoring it is not', async () => {
  await open();
  const told = () => page.evaluate(() => window.events.layout.length);
  expect(await told()).toBe(0);
  await draw('trendLine');
  expect(await told()).toBe(1);
  await page.evaluate(async () => {
    const { engine, harness } = window;
    engine.setCandleType('bars');
    engine.setVolume(false);
    await harness.atRest();
  });
  expect(await told()).toBe(2);
  await page.evaluate(async () => {
    const { engine, harness } = window;
    engine.setCandleType('bars');
    const layout = engine.layout();
    if (layout) engine.applyLayout({ ...layout, candleType: 'line', drawings: [] });
    await harness.atRest();
  });
  expect(await told()).toBe(2);
  expect(await all()).toEqual([]);
});

test('undo steps are cleared with another layout, and kept with an equal one', async () => {
  await open();
  const states = await page.evaluate(() => {
    const { engine } = window;
    const layout = engine.layout();
    if (!layout) throw new Error('Nothing is open.');
    const canUndo = () => engine.history.state().undoSerial !== null;
    engine.history.push({ undo: () => {}, redo: () => {} });
    engine.applyLayout(layout);
    const same = canUndo();
    engine.applyLayout({ ...layout, hasVolume: !layout.hasVolume });
    return { same, other: canUndo() };
  });
  expect(states).toEqual({ same: true, other: false });
});

test('a dragged border is one undo step', async () => {
  await open({ withoutStudies: false });
  const heights = () =>
    page.evaluate(() => window.events.panes.at(-1)?.map(({ heightPx }) => heightPx));
  const before = await heights();
  const border = await page.evaluate(() => window.events.panes.at(-1)?.[1]?.topPx ?? 0);
  await drag([400, border], [400, border - 60]);
  const after = await heights();
  expect(after).not.toEqual(before);
  await page.evaluate(() => window.engine.history.undo());
  await settle();
  expect(await heights()).toEqual(before);
  await page.evaluate(() => window.engine.history.redo());
  await settle();
  expect(await heights()).toEqual(after);
});
