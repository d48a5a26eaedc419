import { expect, onTestFinished, test } from 'vitest';
import { launchBrowser, openHarness } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

/** Of the area between the percentage of long and short and its zero line. */
const OPACITY = 0.16;
const BARS = sampleBars(400);

test('the area of long and short reaches the left edge of its pane, as its line does', async () => {
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const { page, errors } = await openHarness(browser);
  const filled = await page.evaluate(
    async ({ bars, opacity }) => {
      const { harness } = window;
      const { candleUp, candleDown, background } = harness.LIGHT;
      const nowMs = (bars[bars.length - 1]?.time ?? 0) + 172_800_000;
      const engine = harness.create({ nowMs });
      const { source } = harness.createPagedSource(bars, bars.length, 100);
      const events = harness.collect(engine);
      engine.open({ symbol: harness.symbol('AAA'), resolution: '1D', source });
      while (events.visible.length === 0) await harness.nextPictures(1);
      await harness.nextPictures(6);
      const picture = await harness.decodePicture(engine, background);
      const rows = Array.from({ length: picture.heightPx }, (_, y) => y);
      return Array.from(
        { length: 40 },
        (_, x) =>
          rows.filter((y) =>
            [candleUp, candleDown].some((colour) => picture.has({ x, y }, colour, opacity)),
          ).length,
      );
    },
    { bars: BARS, opacity: OPACITY },
  );
  expect(filled[39]).toBeGreaterThan(2);
  // The border of the pane may be the first column.
  expect(filled[1]).toBeGreaterThan(2);
  expect(errors).toEqual([]);
});
