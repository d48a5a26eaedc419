import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openHarness } from './harness/open-page.ts';

const BAR_COUNT = 60;

let page: Page;
let errors: string[];

beforeEach(async () => {
  ({ page, errors } = await openHarness({ width: 700, height: 500 }));
});
afterEach(() => expect(errors).toEqual([]));

type Case = { volume?: number | null; isShown: boolean };

/** Where volume and candles are drawn, px from the top: the tallest bar, how many columns have one, and the edges. */
function drawn(cases: readonly Case[]) {
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
        // Without the value axis, whose tag of the last price has the colour of its candle.
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
    { cases, count: BAR_COUNT },
  );
}

test('volume stands under the candles, which keep clear of it; without any they have the whole pane', async () => {
  const [shown, hidden, silent, empty] = await drawn([
    { isShown: true },
    { isShown: false },
    { isShown: true, volume: null },
    { isShown: true, volume: 0 },
  ]);
  if (!shown || !hidden || !silent || !empty) throw new Error('Not all cases were drawn.');
  expect(shown.tallest).toBeGreaterThan(30);
  expect(shown.columns).toBeGreaterThan(BAR_COUNT);
  expect(shown.lowestCandle).toBeLessThan(shown.top);
  expect([hidden.columns, silent.columns, empty.columns]).toEqual([0, 0, 0]);
  expect(shown.lowestCandle).toBeLessThan(hidden.lowestCandle - 25);
  expect(silent.lowestCandle).toBe(hidden.lowestCandle);
  expect(empty.lowestCandle).toBe(hidden.lowestCandle);
});
