import { MINUTE_MS } from '@moneytrail/calendar';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ChartGuides } from '../src/index.ts';
import { launchBrowser, openHarness } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

const LAST_MS = Date.UTC(2026, 10, 20, 1);
const BARS = sampleBars(80, { stepMs: 30 * MINUTE_MS, lastMs: LAST_MS });
const ALL: ChartGuides = {
  hasGrid: true,
  hasLastPriceLine: true,
  hasCountdown: true,
  hasSessionBreaks: true,
};

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

/** Of how many rows and columns of pixels without any bar at least a tenth has a colour, after each choice of guides. */
function linesDrawn(choices: readonly ChartGuides[]) {
  return page.evaluate(
    async ({ bars, choices, nowMs }) => {
      const { harness } = window;
      const { background, grid, border, candleUp, candleDown } = harness.LIGHT;
      const engine = harness.create({ nowMs, withoutStudies: true });
      engine.setVolume(false);
      const { source } = harness.createPagedSource(bars, bars.length, 100);
      engine.open({ symbol: harness.symbol('AAA'), resolution: '30', source });
      await harness.nextPictures(6);
      const counted = [];
      for (const guides of choices) {
        engine.setGuides(guides);
        await harness.nextPictures(3);
        const picture = await harness.decodePicture(engine, background);
        // Without the value axis, which has tags and a border, and the time axis.
        const columns = Array.from({ length: picture.widthPx - 100 }, (_, x) => x);
        const rows = Array.from({ length: picture.heightPx - 40 }, (_, y) => y);
        // Some of each are enough, in steps that fall on all parts of a dash.
        const someOf = (all: number[]) => all.filter((at) => at % 7 === 0);
        const isLine = (places: { x: number; y: number }[], colours: string[]) => {
          const hits = places.filter((place) => colours.some((one) => picture.has(place, one, 1)));
          return hits.length > places.length / 10;
        };
        const row = (colours: string[]) =>
          rows.filter((y) => {
            const places = someOf(columns).map((x) => ({ x, y }));
            return isLine(places, colours);
          }).length;
        const column = (colours: string[]) =>
          columns.filter((x) => {
            const places = someOf(rows).map((y) => ({ x, y }));
            return isLine(places, colours);
          }).length;
        counted.push({
          gridRows: row([grid]),
          gridColumns: column([grid]),
          lastPrice: row([candleUp, candleDown]),
          sessionBreaks: column([border]),
        });
      }
      engine.dispose();
      return counted;
    },
    { bars: BARS, choices, nowMs: LAST_MS + MINUTE_MS },
  );
}

test('grid, last price and session breaks are each drawn as long as they are wanted', async () => {
  const [all, noGrid, noLine, noBreaks, again] = await linesDrawn([
    ALL,
    { ...ALL, hasGrid: false },
    { ...ALL, hasLastPriceLine: false },
    { ...ALL, hasSessionBreaks: false },
    ALL,
  ]);
  expect(all?.gridRows).toBeGreaterThan(2);
  expect(all?.gridColumns).toBeGreaterThan(2);
  expect(all?.lastPrice).toBe(1);
  expect(all?.sessionBreaks).toBeGreaterThan(0);
  expect(noGrid).toEqual({ ...all, gridRows: 0, gridColumns: 0 });
  expect(noLine).toEqual({ ...all, lastPrice: 0 });
  expect(noBreaks).toEqual({ ...all, sessionBreaks: 0 });
  expect(again).toEqual(all);
  expect(errors).toEqual([]);
});
