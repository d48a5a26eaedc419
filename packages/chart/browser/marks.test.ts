import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openHarness } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

const BARS = sampleBars(60);
const BAR = BARS[40];

let page: Page;
let errors: string[];

beforeEach(async () => {
  ({ page, errors } = await openHarness({ width: 600, height: 400 }));
});
afterEach(() => expect(errors).toEqual([]));

/** What of the colour of a side a mark of bar 40 adds to the picture: how much, and at which bar and price its middle is. */
function painted(side: 'buy' | 'sell', strong: boolean) {
  return page.evaluate(
    async ({ side, strong, nowMs }) => {
      const { harness } = window;
      const { candleUp, candleDown } = harness.LIGHT;
      const bars = harness.sampleBars(60);
      const engine = harness.create({ nowMs, withoutStudies: true });
      engine.setVolume(false);
      const { source } = harness.createPagedSource(bars, bars.length, 100);
      engine.open({ symbol: harness.symbol('AAA'), resolution: '1D', source });
      await harness.atRest();
      const bar = bars[40];
      if (!bar) throw new Error('There is no such bar.');
      const colour = side === 'buy' ? candleUp : candleDown;
      const shown = async (hasMark: boolean) => {
        const { time } = bar;
        const price = side === 'buy' ? bar.low : bar.high;
        const mark = { id: 'm', time, price, side, strong, text: 'A mark', notes: [] };
        engine.setPublishedMarks(hasMark ? [mark] : []);
        await harness.atRest();
        return harness.readPicture(engine);
      };
      const [before, after] = [await shown(false), await shown(true)];
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
    { side, strong, nowMs: (BARS.at(-1)?.time ?? 0) + 172_800_000 },
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
});
