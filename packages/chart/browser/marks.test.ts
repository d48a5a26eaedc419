import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser, openHarness } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

const BARS = sampleBars(60);
const BAR = BARS[40];

let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  ({ page, errors } = await openHarness(browser, { width: 600, height: 400 }));
});
afterEach(async () => {
  await page.context().close();
});

/** What of the colour of a side a mark of bar 40 adds to the picture: how much, and at which bar and price its middle is. */
function painted(side: 'buy' | 'sell', strong: boolean) {
  return page.evaluate(
    async ({ bars, side, strong, nowMs }) => {
      const { harness } = window;
      const { background, candleUp, candleDown } = harness.LIGHT;
      const engine = harness.create({ nowMs, withoutStudies: true });
      engine.setVolume(false);
      const { source } = harness.createPagedSource(bars, bars.length, 100);
      engine.open({ symbol: harness.symbol('AAA'), resolution: '1D', source });
      await harness.nextPictures(6);
      const bar = bars[40];
      if (!bar) throw new Error('There is no such bar.');
      const colour = side === 'buy' ? candleUp : candleDown;
      const shown = async (hasMark: boolean) => {
        const { time } = bar;
        const price = side === 'buy' ? bar.low : bar.high;
        const mark = { id: 'm', time, price, side, strong, text: 'A mark', notes: [] };
        engine.setPublishedMarks(hasMark ? [mark] : []);
        await harness.nextPictures(3);
        return harness.decodePicture(engine, background);
      };
      const [before, after] = [await shown(false), await shown(true)];
      const added: { x: number; y: number }[] = [];
      for (let y = 0; y < after.heightPx; y++) {
        for (let x = 0; x < after.widthPx; x++) {
          const at = { x, y };
          if (after.has(at, colour, 1) && !before.has(at, colour, 1)) added.push(at);
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
    { bars: BARS, side, strong, nowMs: (BARS.at(-1)?.time ?? 0) + 172_800_000 },
  );
}

test('a buy is painted below its bar and a sell above it, a strong one filled', async () => {
  const [buy, weakBuy] = [await painted('buy', true), await painted('buy', false)];
  const [sell, weakSell] = [await painted('sell', true), await painted('sell', false)];
  for (const { point } of [buy, weakBuy, sell, weakSell]) expect(point?.timeMs).toBe(BAR?.time);
  expect(buy.point?.price).toBeLessThan(BAR?.low ?? 0);
  expect(sell.point?.price).toBeGreaterThan(BAR?.high ?? 0);
  for (const [strong, weak] of [
    [buy, weakBuy],
    [sell, weakSell],
  ] as const) {
    expect(weak.pixels).toBeGreaterThan(30);
    expect(strong.pixels).toBeGreaterThan(150);
    expect(strong.pixels).toBeGreaterThan(1.5 * weak.pixels);
  }
  expect(errors).toEqual([]);
});
