import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChartBar } from '../src/index.ts';
import { openHarness } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

const DAY_MS = 86_400_000;
const SHOWN_BARS = 30;

let page: Page;
let errors: string[];

beforeEach(async () => {
  ({ page, errors } = await openHarness());
});
afterEach(() => expect(errors).toEqual([]));

/** Where candles are drawn, px from the top, with the levels of long terms, and the colour at the top of the value axis. */
async function drawn(bars: ChartBar[], look: { isPriceOnly: boolean; headRoomPx: number }) {
  return page.evaluate(
    async ({ bars, look, spanMs, dayMs }) => {
      const { harness } = window;
      const { candleUp, candleDown, studies } = harness.LIGHT;
      const lastMs = bars[bars.length - 1]?.time ?? 0;
      const engine = harness.create({ nowMs: lastMs + 2 * dayMs, withoutStudies: true });
      const { source } = harness.createPagedSource(bars, bars.length, 100);
      engine.setStudies([
        { key: 'longTermLevels', id: 'longTermLevels', inputs: {}, isVisible: true },
      ]);
      engine.setPriceOnly(look.isPriceOnly);
      engine.setHeadRoom('main', look.headRoomPx);
      engine.open({ symbol: harness.symbol('AAA'), resolution: '1D', source });
      await harness.atRest();
      engine.showSpan(lastMs - spanMs, lastMs);
      await harness.atRest();
      const picture = harness.readPicture(engine);
      engine.dispose();
      const isCandle = picture.isOf([candleUp, candleDown]);
      const rows: number[] = [];
      for (let x = 0; x < picture.widthPx - 160; x++) {
        for (let y = 0; y < picture.heightPx; y++) {
          if (isCandle(x, y)) rows.push(y);
        }
      }
      const top = Math.min(...rows);
      return {
        top,
        heightPx: Math.max(...rows) - top,
        hasTagAtTop: picture.isOf([studies.longResistance.line])(picture.widthPx - 4, 9),
      };
    },
    { bars, look, spanMs: SHOWN_BARS * DAY_MS, dayMs: DAY_MS },
  );
}

test('candles keep below the legend of the main pane, however high it is', async () => {
  const low = await drawn(sampleBars(300), { isPriceOnly: true, headRoomPx: 40 });
  const high = await drawn(sampleBars(300), { isPriceOnly: true, headRoomPx: 160 });
  expect(low.top).toBeGreaterThanOrEqual(40);
  expect(low.top).toBeLessThan(160);
  expect(high.top).toBeGreaterThanOrEqual(160);
});

test('levels far away do not squeeze the candles and keep a tag at the edge, unless all shall fit', async () => {
  // Sixty bars ago prices were five times as high: the resistance of long terms still is.
  const bars = sampleBars(300).map((bar, index) => {
    const factor = index < 240 ? 5 : 1;
    const { open, high, low, close } = bar;
    const scaled = { open: open * factor, high: high * factor, low: low * factor };
    return { ...bar, ...scaled, close: close * factor };
  });
  const priceOnly = await drawn(bars, { isPriceOnly: true, headRoomPx: 36 });
  const all = await drawn(bars, { isPriceOnly: false, headRoomPx: 36 });
  expect(all.heightPx).toBeLessThan(100);
  expect(all.hasTagAtTop).toBe(false);
  expect(priceOnly.heightPx).toBeGreaterThan(300);
  expect(priceOnly.hasTagAtTop).toBe(true);
});
