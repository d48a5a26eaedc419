import {
  brokenLines,
  type Columns,
  columnsFrom,
  computeMarks,
  DEFAULT_INPUTS,
  type SignalMark,
} from '@moneytrail/indicators';
import { expect, test } from 'vitest';
import { drag, swipe } from './harness/gestures.ts';
import { act, openHarness, page, touch } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

const BARS = sampleBars(500);
const COLUMNS = columnsFrom(BARS);
/** The newest buy of these bars. */
const SIGNAL = buyOf(COLUMNS);

function buyOf(columns: Columns): SignalMark {
  const buy = computeMarks(columns, DEFAULT_INPUTS).findLast(({ side }) => side === 'buy');
  if (!buy) throw new Error('These bars have no signal.');
  return buy;
}

type PageOptions = { width?: number; height?: number; hasTouch?: boolean };

async function open(options: PageOptions = {}): Promise<void> {
  await openHarness(options);
  await page.evaluate(async () => {
    await window.harness.show(window.harness.sampleBars(500));
  });
}

const settle = () => page.evaluate(() => window.harness.atRest());
const phases = () => page.evaluate(() => window.events.measure);
const visible = () => page.evaluate(() => window.events.visible.at(-1));
const picture = () => page.evaluate(() => window.harness.look(window.engine));

test('dragging with Shift measures instead of panning, and stopMeasuring removes it', async () => {
  await open();
  const before = await visible();
  const plain = await picture();
  await page.keyboard.down('Shift');
  await drag(page, [400, 300], [600, 200]);
  await page.keyboard.up('Shift');
  await page.mouse.move(1_190, 300);
  await settle();
  expect(await phases()).toEqual(['drawing', 'done']);
  expect(await visible()).toEqual(before);
  expect((await picture()) === plain).toBe(false);
  const answers = await page.evaluate(async () => {
    const first = window.engine.stopMeasuring();
    await window.harness.atRest();
    return [first, window.engine.stopMeasuring()];
  });
  expect(answers).toEqual([true, false]);
  expect((await picture()) === plain).toBe(true);
});

test('the next press removes a measured distance and pans the chart', async () => {
  await open();
  await page.evaluate(() => window.engine.startMeasuring());
  await page.mouse.click(400, 300);
  await page.mouse.click(600, 200);
  expect(await phases()).toEqual(['armed', 'drawing', 'done']);
  const before = await visible();
  await drag(page, [500, 400], [700, 400]);
  await settle();
  expect(await phases()).toEqual(['armed', 'drawing', 'done', 'off']);
  expect((await visible())?.fromMs).toBeLessThan(before?.fromMs ?? 0);
});

test('opening another chart removes a measured distance', async () => {
  await open();
  await page.evaluate(() => window.engine.startMeasuring());
  await page.mouse.click(400, 300);
  await page.mouse.click(600, 200);
  await page.evaluate(() => {
    const { harness, engine, paged } = window;
    engine.open({ symbol: harness.symbol('BBB'), resolution: '1D', source: paged.source });
  });
  expect((await phases()).at(-1)).toBe('off');
});

test('a point of the chart is a bar and a price; axes and other panes have none', async () => {
  await open();
  const points = await page.evaluate(() => {
    const { engine } = window;
    return [engine.pointAt(600, 200), engine.pointAt(1_190, 200), engine.pointAt(600, 795)];
  });
  expect(BARS.map(({ time }) => time)).toContain(points[0]?.timeMs);
  expect(points[0]?.price).toBeGreaterThan(0);
  expect(points.slice(1)).toEqual([null, null]);
});

test('the crosshair on a mark reports the mark, beside it nothing', async () => {
  await open();
  const target = BARS[SIGNAL.index];
  await page.evaluate(
    async (bar) => {
      const { harness, engine } = window;
      const mark = { id: 'm1', time: bar.time, price: bar.low, side: 'buy', strong: true } as const;
      engine.setPublishedMarks([{ ...mark, text: 'Buy', notes: ['Corrected later.'] }]);
      engine.showSpan(bar.time - 40 * 86_400_000, bar.time + 40 * 86_400_000);
      await harness.atRest();
    },
    target as (typeof BARS)[number],
  );
  const place = await page.evaluate(
    (bar) => {
      const { engine } = window;
      const xs = Array.from({ length: 1_100 }, (_, x) => x);
      const ys = Array.from({ length: 460 }, (_, y) => y);
      const x = xs.findLast((one) => engine.pointAt(one, 200)?.timeMs === bar.time) ?? 0;
      const y = ys.find((one) => (engine.pointAt(x, one)?.price ?? bar.low) < bar.low) ?? 0;
      return { x, y };
    },
    target as (typeof BARS)[number],
  );
  await page.mouse.move(place.x, place.y + 14);
  await settle();
  const pointed = await page.evaluate(() => window.events.pointedMarks.at(-1));
  expect(pointed?.marks.map(({ id }) => id)).toEqual(['m1']);
  expect(pointed?.broken).toEqual(brokenLines(COLUMNS, SIGNAL, DEFAULT_INPUTS));
  expect(pointed?.broken).not.toEqual([]);
  expect(Math.abs((pointed?.xPx ?? 0) - place.x)).toBeLessThanOrEqual(10);
  const found = await page.evaluate(
    ({ x, y }) => [window.engine.marksAt(x, y + 14), window.engine.marksAt(x + 40, y + 14)],
    place,
  );
  expect(found).toEqual([pointed, null]);
  await page.mouse.move(place.x + 40, place.y + 14);
  await settle();
  expect(await page.evaluate(() => window.events.pointedMarks.at(-1))).toBeNull();
});

test('each study has a tag on the axis and beside it in every pane; the price has none', async () => {
  await open();
  const found = await page.evaluate(() => {
    const tagsAt = (x: number) => {
      const ys = Array.from({ length: 800 }, (_, y) => y);
      const lines = ys.flatMap((y) => window.engine.tagAt(x, y)?.lines ?? []);
      return [...new Set(lines.map(({ study, output }) => `${study}.${output}`))].sort();
    };
    const levels = Array.from({ length: 480 }, (_, y) => window.engine.tagAt(1_190, y));
    const boxes = levels.flatMap((tag) => (tag ? [tag] : []));
    return {
      axis: tagsAt(1_190),
      beside: tagsAt(1_115),
      pane: tagsAt(600),
      rightPx: boxes.map(({ rightPx }) => rightPx),
      reach: boxes.every(({ topPx, bottomPx }) => bottomPx - topPx === 18),
    };
  });
  const levels = ['longTermLevels', 'shortTermLevels'];
  const named = levels.flatMap((study) => [`${study}.resistance`, `${study}.support`]);
  expect(found.axis).toEqual(
    [
      ...named,
      'liquiditySpread.spread',
      'longShortPercentage.percentage',
      'tightness.longTerm',
      'tightness.shortTerm',
    ].sort(),
  );
  expect(found.beside).toEqual(named);
  expect(found.pane).toEqual([]);
  expect(new Set(found.rightPx)).toEqual(new Set([1_200]));
  expect(found.reach).toBe(true);
});

test('a double click on an axis resets its zoom', async () => {
  await open();
  const before = { visible: await visible(), picture: await picture() };
  await act(() => window.engine.zoom(2));
  expect(await visible()).not.toEqual(before.visible);
  await page.mouse.dblclick(500, 790);
  await settle();
  expect(await visible()).toEqual(before.visible);
  await drag(page, [1_180, 150], [1_180, 250]);
  await settle();
  expect((await picture()) === before.picture).toBe(false);
  await page.mouse.dblclick(1_180, 200);
  await settle();
  expect((await picture()) === before.picture).toBe(true);
});

/** In few steps: a quick swipe. */
const swipeAcross = (fromX: number, toX: number) => swipe(touch, [fromX, 200], [toX, 200], 2);

test('a swipe from the edge of the screen belongs to the system', async () => {
  await open({ width: 390, height: 600, hasTouch: true });
  const before = await visible();
  await swipeAcross(8, 200);
  await settle();
  expect(await visible()).toEqual(before);
  await swipeAcross(40, 232);
  await settle();
  expect((await visible())?.toMs).toBeLessThan(before?.toMs ?? 0);
});

test('a quick swipe is flung on, but not with reduced motion', async () => {
  await open({ width: 390, height: 600, hasTouch: true });
  const travelled = async () => {
    await act(() => window.engine.showNewest());
    await swipeAcross(60, 260);
    const released = (await visible())?.toMs ?? 0;
    await page.evaluate(() => window.harness.atRest());
    return released - ((await visible())?.toMs ?? 0);
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const still = await travelled();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // On a busy machine a swipe may be too slow to be quick.
  await expect.poll(travelled).toBeGreaterThan(still);
  expect(still).toBeLessThanOrEqual(2 * 86_400_000);
});

test('two taps measure once the tool is armed', async () => {
  await open({ width: 390, height: 600, hasTouch: true });
  await page.evaluate(() => window.engine.startMeasuring());
  await page.touchscreen.tap(120, 200);
  await page.touchscreen.tap(220, 120);
  await settle();
  expect(await phases()).toEqual(['armed', 'drawing', 'done']);
  // Longer than the library waits for a long press.
  await page.waitForTimeout(700);
  expect(await page.evaluate(() => window.events.legend.at(-1)?.isAtCrosshair)).toBe(false);
  await page.touchscreen.tap(120, 300);
  await settle();
  expect((await phases()).at(-1)).toBe('off');
});
