import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openHarness } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

const BARS = sampleBars(800);
const LAST_MS = BARS.at(-1)?.time ?? 0;
const DAY_MS = 86_400_000;
/** The last candle is a little wider. */
const BAR_PX = 20;
/** A tag beside the end of its line is about as high. */
const TAG_PX = 20;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test.each([
  ['closed', 2 * DAY_MS],
  ['forming', DAY_MS / 2],
])('no line of a study goes on behind the last bar, %s', async (_, ageMs) => {
  const { page, errors } = await openHarness(browser);
  const lowest = await page.evaluate(
    async ({ bars, spanMs, lastMs, ageMs, barPx }) => {
      const { harness } = window;
      const { background, candleUp, candleDown, studies } = harness.LIGHT;
      const engine = harness.create({ nowMs: lastMs + ageMs, withoutStudies: true });
      const styles = {
        support: { widthPx: 3, dash: 'solid' },
        resistance: { isVisible: false },
      } as const;
      engine.setStudies([
        { key: 'shortTermLevels', id: 'shortTermLevels', inputs: {}, isVisible: true, styles },
      ]);
      engine.setPriceOnly(false);
      const { source } = harness.createPagedSource(bars, bars.length, 100);
      engine.open({ symbol: harness.symbol('AAA'), resolution: '1D', source });
      await harness.nextPictures(4);
      engine.showSpan(lastMs - spanMs, lastMs);
      await harness.nextPictures(4);
      const picture = await harness.decodePicture(engine, background);
      const rowsOf = (x: number, colours: string[]) =>
        Array.from({ length: picture.heightPx }, (_, y) => y).filter((y) =>
          colours.some((colour) => picture.has({ x, y }, colour, 1)),
        );
      const columns = Array.from({ length: picture.widthPx - 100 }, (_, x) => x);
      // The dots of the last price are a row or two high.
      const isCandle = (x: number) => rowsOf(x, [candleUp, candleDown]).length > 4;
      const lastX = columns.findLast(isCandle) ?? 0;
      const lowestOf = (of: number[]) =>
        Math.max(...of.flatMap((x) => rowsOf(x, [studies.shortSupport.line])));
      const barX = lastX - barPx;
      return {
        before: lowestOf(columns.filter((x) => x < barX)),
        behind: lowestOf(columns.filter((x) => x >= barX)),
      };
    },
    { bars: BARS, spanMs: 30 * DAY_MS, lastMs: LAST_MS, ageMs, barPx: BAR_PX },
  );
  expect(lowest.before).toBeGreaterThan(0);
  expect(lowest.behind).toBeLessThan(lowest.before + TAG_PX);
  expect(errors).toEqual([]);
  await page.context().close();
});
