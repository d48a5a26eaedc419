import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import { beforeEach, expect, test } from 'vitest';
import type { ChartBar, ChartGuides } from '../src/index.ts';
import { openHarness, page } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

beforeEach(() => openHarness());

/** Opacity of the area between the Long/Short percentage and its zero line. */
const AREA_OPACITY = 0.16;

test('the Long/Short area reaches the left edge of its pane, as its line does', async () => {
  // The border of the pane may be the first column.
  const filled = await page.evaluate(async (opacity) => {
    const { harness } = window;
    const { candleUp, candleDown } = harness.LIGHT;
    const { engine } = await harness.show(harness.sampleBars(400));
    const picture = harness.readPicture(engine);
    const isFilled = picture.isOf([candleUp, candleDown], opacity);
    const rows = Array.from({ length: picture.heightPx }, (_, y) => y);
    return [1, 39].map((x) => rows.filter((y) => isFilled(x, y)).length);
  }, AREA_OPACITY);
  expect(Math.min(...filled)).toBeGreaterThan(2);
});

/** The last candle is a little wider. */
const BAR_PX = 20;
/** Height of a tag beside the end of its line. */
const TAG_PX = 20;

test.each([
  ['closed', 2 * DAY_MS],
  ['forming', DAY_MS / 2],
])('no study line runs on behind the last bar, %s', async (_, ageMs) => {
  const lowest = await page.evaluate(
    async ({ spanMs, ageMs, barPx }) => {
      const { harness } = window;
      const bars = harness.sampleBars(800);
      const lastMs = bars.at(-1)?.time ?? 0;
      const { candleUp, candleDown, studies } = harness.LIGHT;
      const { engine } = await harness.show(bars, { nowMs: lastMs + ageMs, withoutStudies: true });
      const styles = {
        support: { widthPx: 3, dash: 'solid' },
        resistance: { isVisible: false },
      } as const;
      const levels = { key: 'shortTermLevels', id: 'shortTermLevels' } as const;
      engine.setStudies([{ ...levels, inputs: {}, isVisible: true, styles }]);
      engine.showSpan(lastMs - spanMs, lastMs);
      await harness.atRest();
      const picture = harness.readPicture(engine);
      const rows = Array.from({ length: picture.heightPx }, (_, y) => y);
      const columns = Array.from({ length: picture.widthPx - 100 }, (_, x) => x);
      const isCandle = picture.isOf([candleUp, candleDown]);
      const isLine = picture.isOf([studies.shortSupport.line]);
      // The dots of the last price are one or two rows high.
      const lastX = columns.findLast((x) => rows.filter((y) => isCandle(x, y)).length > 4) ?? 0;
      const lowestOf = (of: number[]) =>
        Math.max(...of.map((x) => rows.findLast((y) => isLine(x, y)) ?? -1));
      const barX = lastX - barPx;
      return {
        before: lowestOf(columns.filter((x) => x < barX)),
        behind: lowestOf(columns.filter((x) => x >= barX)),
      };
    },
    { spanMs: 30 * DAY_MS, ageMs, barPx: BAR_PX },
  );
  expect(lowest.before).toBeGreaterThan(0);
  expect(lowest.behind).toBeLessThan(lowest.before + TAG_PX);
});

const LEVELS = [
  { key: 'shortTermLevels', id: 'shortTermLevels', inputs: {}, isVisible: true },
  { key: 'longTermLevels', id: 'longTermLevels', inputs: {}, isVisible: true },
] as const;

/** Candles with the levels: their height, px, and whether the tag of the long-term resistance stands at the top. */
async function withLevels(bars: ChartBar[], scalesPriceOnly: boolean) {
  return page.evaluate(
    async ({ bars, scalesPriceOnly, levels, dayMs }) => {
      const { harness } = window;
      const { candleUp, candleDown, studies } = harness.LIGHT;
      const lastMs = bars[bars.length - 1]?.time ?? 0;
      const { engine } = await harness.show(bars, {
        nowMs: lastMs + 2 * dayMs,
        withoutStudies: true,
      });
      engine.setStudies(levels);
      engine.setPriceOnly(scalesPriceOnly);
      engine.showSpan(lastMs - 30 * dayMs, lastMs);
      await harness.atRest();
      const picture = harness.readPicture(engine);
      engine.dispose();
      const isCandle = picture.isOf([candleUp, candleDown]);
      let [top, bottom] = [picture.heightPx, 0];
      for (let x = 0; x < picture.widthPx - 160; x++) {
        for (let y = 0; y < picture.heightPx; y++) {
          if (!isCandle(x, y)) continue;
          top = Math.min(top, y);
          bottom = Math.max(bottom, y);
        }
      }
      return {
        heightPx: bottom - top,
        hasTagAtTop: picture.isOf([studies.longResistance.line])(picture.widthPx - 4, 9),
      };
    },
    { bars, scalesPriceOnly, levels: LEVELS, dayMs: DAY_MS },
  );
}

test('a level joins the scale only where it widens the bars little; others are tags at the edge', async () => {
  // Prices swing between 100 and 110, after closes at a peak that the long-term resistance still knows.
  const afterPeak = (peak: number) =>
    sampleBars(300).map(({ time, volume }, index) => {
      const isPeak = index < 250;
      const close = index % 2 === 0 ? 101 : isPeak ? peak : 109;
      return { time, volume, open: 105, high: isPeak ? peak : 110, low: 100, close };
    });
  const drawn = (peak: number, scalesPriceOnly: boolean) =>
    withLevels(afterPeak(peak), scalesPriceOnly);
  const [near, far] = [await drawn(112, false), await drawn(150, false)];
  const alone = await drawn(112, true);
  expect(near.heightPx).toBeLessThan(alone.heightPx / 1.15);
  expect(near.heightPx).toBeGreaterThan(alone.heightPx / 1.26);
  expect(far.hasTagAtTop).toBe(true);
  expect(far.heightPx).toBeCloseTo(alone.heightPx, -1);
  expect(await drawn(150, true)).toEqual(far);
});

const MORE_STUDIES = ['tightness', 'deployment', 'liquiditySpread'] as const;

test.each(['normal', 'log', 'percent'] as const)(
  'bars in view take at least 60 %% of the price pane with every study and its marks, %s',
  async (scale) => {
    // The room of the chart in a window of 1440 × 900 px beside the summary.
    await page.setViewportSize({ width: 1_010, height: 740 });
    const shares = await page.evaluate(
      async ({ scale, more }) => {
        const { harness } = window;
        const found: number[] = [];
        for (const seed of [7, 8, 9, 10]) {
          const bars = harness.sampleBars(900, { seed });
          const { engine, events } = await harness.show(bars);
          engine.setPriceScale(scale);
          const measure = async () => {
            await harness.atRest();
            const { fromMs = 0, toMs = 0 } = events.visible.at(-1) ?? {};
            const seen = bars.filter(({ time }) => time >= fromMs && time <= toMs);
            const heightPx =
              events.panes.at(-1)?.find(({ pane }) => pane === 'main')?.heightPx ?? 0;
            const units = (price: number) => (scale === 'log' ? Math.log(price) : price);
            const at = (y: number) => units(engine.pointAt(300, y)?.price ?? Number.NaN);
            const span = at(0) - at(heightPx);
            const high = units(Math.max(...seen.map((bar) => bar.high)));
            const low = units(Math.min(...seen.map((bar) => bar.low)));
            found.push((high - low) / span);
          };
          for (const factor of [1, 0.4, 4]) {
            engine.zoom(factor);
            await measure();
          }
          engine.setStudies([
            ...harness.allStudies(),
            ...more.map((id) => ({ key: `${id}-2`, id, inputs: {}, isVisible: true })),
          ]);
          await measure();
          engine.dispose();
        }
        return found;
      },
      { scale, more: MORE_STUDIES },
    );
    expect(shares).toHaveLength(16);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.6);
  },
);

test('the chart tells whether its unfolded legend would cover bars', async () => {
  const covers = await page.evaluate(async () => {
    const { harness } = window;
    // Prices rise: the upper left corner is free at first.
    const bars = harness.sampleBars(300).map((bar, index) => {
      const [low, high] = [100 + index, 102 + index];
      return { ...bar, open: low, low, high, close: high };
    });
    const { engine, events } = await harness.show(bars, { withoutStudies: true });
    const told = async (box: { rightPx: number; bottomPx: number } | null) => {
      engine.setLegendBox(box);
      await harness.atRest();
      return events.legendCover.at(-1) ?? null;
    };
    return [
      events.legendCover.at(-1) ?? null,
      await told({ rightPx: 300, bottomPx: 120 }),
      await told({ rightPx: 1_000, bottomPx: 120 }),
      await told({ rightPx: 300, bottomPx: 120 }),
      await told({ rightPx: 300, bottomPx: 600 }),
      await told(null),
    ];
  });
  expect(covers).toEqual([null, false, true, false, true, null]);
});

const VOLUME_BARS = 60;
type VolumeCase = { volume?: number | null; isShown: boolean };

/** Volume and candles, px from the top: the tallest volume, the columns with volume, and the edges between both. */
function withVolume(cases: readonly VolumeCase[]) {
  return page.evaluate(
    async ({ cases, count }) => {
      const { harness } = window;
      const { candleUp, candleDown } = harness.LIGHT;
      const { engine } = await harness.show([], { withoutStudies: true });
      const found = [];
      for (const { volume, isShown } of cases) {
        const bars = harness.sampleBars(count).map((bar) => ({
          ...bar,
          ...(volume !== undefined && { volume }),
        }));
        const { source } = harness.createPagedSource(bars, bars.length, 100);
        engine.setVolume(isShown);
        engine.open({ symbol: harness.symbol('AAA'), resolution: '1D', source });
        await harness.atRest();
        const picture = harness.readPicture(engine);
        const isVolume = picture.isOf([candleUp, candleDown], 0.3);
        const isCandle = picture.isOf([candleUp, candleDown]);
        const seen = { tallest: 0, columns: 0, top: picture.heightPx, lowestCandle: 0 };
        const rows = Array.from({ length: picture.heightPx }, (_, y) => y);
        // Without the value axis: its price tag has the colour of a candle.
        for (let x = 0; x < picture.widthPx - 100; x++) {
          const candle = rows.filter((y) => isCandle(x, y));
          const volume = rows.filter((y) => isVolume(x, y));
          seen.lowestCandle = Math.max(seen.lowestCandle, candle.at(-1) ?? 0);
          seen.top = Math.min(seen.top, volume[0] ?? picture.heightPx);
          seen.tallest = Math.max(seen.tallest, volume.length);
          if (volume.length > 2) seen.columns += 1;
        }
        found.push(seen);
      }
      return found;
    },
    { cases, count: VOLUME_BARS },
  );
}

test('volume stands below the candles; without any the candles have the whole pane', async () => {
  await page.setViewportSize({ width: 700, height: 500 });
  const [shown, hidden, silent, empty] = await withVolume([
    { isShown: true },
    { isShown: false },
    { isShown: true, volume: null },
    { isShown: true, volume: 0 },
  ]);
  if (!shown || !hidden || !silent || !empty) throw new Error('Not all cases were drawn.');
  expect(shown.tallest).toBeGreaterThan(30);
  expect(shown.columns).toBeGreaterThan(VOLUME_BARS);
  expect(shown.lowestCandle).toBeLessThan(shown.top);
  expect([hidden.columns, silent.columns, empty.columns]).toEqual([0, 0, 0]);
  expect(shown.lowestCandle).toBeLessThan(hidden.lowestCandle - 25);
  expect(silent.lowestCandle).toBe(hidden.lowestCandle);
  expect(empty.lowestCandle).toBe(hidden.lowestCandle);
});

const LAST_MS = Date.UTC(2026, 10, 20, 1);
const ALL_GUIDES: ChartGuides = {
  hasGrid: true,
  hasLastPriceLine: true,
  hasCountdown: true,
  hasSessionBreaks: true,
  hasTags: true,
};

/** After each choice of guides, the number of rows and columns in which a tenth of the pixels has a guide's colour. */
function guidesDrawn(choices: readonly ChartGuides[]) {
  return page.evaluate(
    async ({ bars, choices, nowMs }) => {
      const { harness } = window;
      const { grid, border, candleUp, candleDown } = harness.LIGHT;
      const { engine } = await harness.show(harness.sampleBars(80, bars), {
        nowMs,
        withoutStudies: true,
        resolution: '30',
      });
      engine.setVolume(false);
      const counted = [];
      for (const guides of choices) {
        engine.setGuides(guides);
        await harness.atRest();
        const picture = harness.readPicture(engine);
        // Without the value axis, which has tags and a border, and the time axis.
        const columns = Array.from({ length: picture.widthPx - 100 }, (_, x) => x);
        const rows = Array.from({ length: picture.heightPx - 40 }, (_, y) => y);
        // A step of seven meets all parts of a dash.
        const someOf = (all: number[]) => all.filter((at) => at % 7 === 0);
        const [someColumns, someRows] = [someOf(columns), someOf(rows)];
        const row = (colours: string[]) => {
          const isOf = picture.isOf(colours);
          const hits = (y: number) => someColumns.filter((x) => isOf(x, y)).length;
          return rows.filter((y) => hits(y) > someColumns.length / 10).length;
        };
        const column = (colours: string[]) => {
          const isOf = picture.isOf(colours);
          const hits = (x: number) => someRows.filter((y) => isOf(x, y)).length;
          return columns.filter((x) => hits(x) > someRows.length / 10).length;
        };
        counted.push({
          gridRows: row([grid]),
          gridColumns: column([grid]),
          lastPrice: row([candleUp, candleDown]),
          sessionBreaks: column([border]),
        });
      }
      return counted;
    },
    {
      bars: { stepMs: 30 * MINUTE_MS, lastMs: LAST_MS },
      choices,
      nowMs: LAST_MS + MINUTE_MS,
    },
  );
}

test('grid, last price and session breaks can each be hidden', async () => {
  const [all, noGrid, noLine, noBreaks, again] = await guidesDrawn([
    ALL_GUIDES,
    { ...ALL_GUIDES, hasGrid: false },
    { ...ALL_GUIDES, hasLastPriceLine: false },
    { ...ALL_GUIDES, hasSessionBreaks: false },
    ALL_GUIDES,
  ]);
  expect(all?.gridRows).toBeGreaterThan(2);
  expect(all?.gridColumns).toBeGreaterThan(2);
  expect(all?.lastPrice).toBe(1);
  expect(all?.sessionBreaks).toBeGreaterThan(0);
  expect(noGrid).toEqual({ ...all, gridRows: 0, gridColumns: 0 });
  expect(noLine).toEqual({ ...all, lastPrice: 0 });
  expect(noBreaks).toEqual({ ...all, sessionBreaks: 0 });
  expect(again).toEqual(all);
});

/** The pixels in a side's colour that a mark of bar 40 adds, and the bar and price at their middle. */
function markDrawn(side: 'buy' | 'sell', strong: boolean) {
  return page.evaluate(
    async ({ side, strong }) => {
      const { harness } = window;
      const { candleUp, candleDown } = harness.LIGHT;
      const bars = harness.sampleBars(60);
      const nowMs = (bars.at(-1)?.time ?? 0) + 172_800_000;
      const { engine } = await harness.show(bars, { nowMs, withoutStudies: true });
      engine.setVolume(false);
      const bar = bars[40];
      if (!bar) throw new Error('There is no such bar.');
      const colour = side === 'buy' ? candleUp : candleDown;
      const price = side === 'buy' ? bar.low : bar.high;
      const mark = { id: 'm', time: bar.time, price, side, strong, text: 'A mark', notes: [] };
      const shown = async (marks: (typeof mark)[]) => {
        engine.setPublishedMarks(marks);
        await harness.atRest();
        return harness.readPicture(engine);
      };
      const [before, after] = [await shown([]), await shown([mark])];
      const [isNow, was] = [after.isOf([colour]), before.isOf([colour])];
      const added: { x: number; y: number }[] = [];
      for (let y = 0; y < after.heightPx; y++) {
        for (let x = 0; x < after.widthPx; x++) {
          if (isNow(x, y) && !was(x, y)) added.push({ x, y });
        }
      }
      const middle = (axis: 'x' | 'y') => {
        const places = added.map((at) => at[axis]);
        return (Math.min(...places) + Math.max(...places)) / 2;
      };
      const point = added.length > 0 ? engine.pointAt(middle('x'), middle('y')) : null;
      engine.dispose();
      return { pixels: added.length, point };
    },
    { side, strong },
  );
}

test('a buy is painted below its bar and a sell above it, a strong one filled', async () => {
  await page.setViewportSize({ width: 600, height: 400 });
  const bar = sampleBars(60)[40];
  const [buy, weakBuy] = [await markDrawn('buy', true), await markDrawn('buy', false)];
  const [sell, weakSell] = [await markDrawn('sell', true), await markDrawn('sell', false)];
  for (const { point } of [buy, weakBuy, sell, weakSell]) expect(point?.timeMs).toBe(bar?.time);
  expect(buy.point?.price).toBeLessThan(bar?.low ?? 0);
  expect(sell.point?.price).toBeGreaterThan(bar?.high ?? 0);
  for (const [strong, weak] of [
    [buy, weakBuy],
    [sell, weakSell],
  ] as const) {
    expect(weak.pixels).toBeGreaterThan(30);
    expect(strong.pixels).toBeGreaterThan(150);
    expect(strong.pixels).toBeGreaterThan(1.5 * weak.pixels);
  }
});
