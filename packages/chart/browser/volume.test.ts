import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ChartBar } from '../src/index.ts';
import { launchBrowser, openHarness } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

const BARS = sampleBars(60);

let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  ({ page, errors } = await openHarness(browser));
});
afterEach(async () => {
  await page.context().close();
});

/** Where volume and candles are drawn, px from the top: the tallest bar, how many columns have one, and the edges. */
async function drawn(bars: ChartBar[], isShown: boolean) {
  return page.evaluate(
    async ({ bars, isShown }) => {
      const { harness } = window;
      const { candleUp, candleDown, background } = harness.LIGHT;
      const nowMs = (bars[bars.length - 1]?.time ?? 0) + 172_800_000;
      const engine = harness.create({ nowMs, withoutStudies: true });
      const { source } = harness.createPagedSource(bars, bars.length, 100);
      engine.setVolume(isShown);
      engine.open({ symbol: harness.symbol('AAA'), resolution: '1D', source });
      await harness.nextPictures(6);
      const picture = await harness.decodePicture(engine, background);
      engine.dispose();
      const rows = (x: number, opacity: number) =>
        Array.from({ length: picture.heightPx }, (_, y) => y).filter((y) =>
          [candleUp, candleDown].some((colour) => picture.has({ x, y }, colour, opacity)),
        );
      // Without the value axis, whose tag of the last price has the colour of its candle.
      const columns = Array.from({ length: picture.widthPx - 100 }, (_, x) => x);
      const tints = columns.map((x) => rows(x, 0.3));
      return {
        tallest: Math.max(...tints.map((ys) => ys.length)),
        columns: tints.filter((ys) => ys.length > 2).length,
        top: Math.min(...tints.flat()),
        lowestCandle: Math.max(...columns.flatMap((x) => rows(x, 1))),
      };
    },
    { bars, isShown },
  );
}

test('volume stands under the candles, which keep clear of it', async () => {
  const { tallest, columns, top, lowestCandle } = await drawn(BARS, true);
  expect(tallest).toBeGreaterThan(60);
  expect(columns).toBeGreaterThan(BARS.length);
  expect(lowestCandle).toBeLessThan(top);
  expect(errors).toEqual([]);
});

test('a market without volume, and a reader who wants none, give the candles the whole pane', async () => {
  const silent = await drawn(
    BARS.map((bar) => ({ ...bar, volume: null })),
    true,
  );
  const empty = await drawn(
    BARS.map((bar) => ({ ...bar, volume: 0 })),
    true,
  );
  const hidden = await drawn(BARS, false);
  const shown = await drawn(BARS, true);
  expect([silent.columns, empty.columns, hidden.columns]).toEqual([0, 0, 0]);
  expect(silent.lowestCandle).toBe(hidden.lowestCandle);
  expect(empty.lowestCandle).toBe(hidden.lowestCandle);
  expect(shown.lowestCandle).toBeLessThan(hidden.lowestCandle - 40);
});
