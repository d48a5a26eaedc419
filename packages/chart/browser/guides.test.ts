import { MINUTE_MS } from '@moneytrail/calendar';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChartGuides } from '../src/index.ts';
import { openHarness } from './harness/open-page.ts';

const LAST_MS = Date.UTC(2026, 10, 20, 1);
const BARS = { stepMs: 30 * MINUTE_MS, lastMs: LAST_MS };
const ALL: ChartGuides = {
  hasGrid: true,
  hasLastPriceLine: true,
  hasCountdown: true,
  hasSessionBreaks: true,
};

let page: Page;
let errors: string[];

beforeEach(async () => {
  ({ page, errors } = await openHarness());
});
afterEach(() => expect(errors).toEqual([]));

/** Of how many rows and columns of pixels without any bar at least a tenth has a colour, after each choice of guides. */
function linesDrawn(choices: readonly ChartGuides[]) {
  return page.evaluate(
    async ({ bars, choices, nowMs }) => {
      const { harness } = window;
      const { grid, border, candleUp, candleDown } = harness.LIGHT;
      const engine = harness.create({ nowMs, withoutStudies: true });
      engine.setVolume(false);
      const { source } = harness.createPagedSource(harness.sampleBars(80, bars), 80, 100);
      engine.open({ symbol: harness.symbol('AAA'), resolution: '30', source });
      await harness.atRest();
      const counted = [];
      for (const guides of choices) {
        engine.setGuides(guides);
        await harness.atRest();
        const picture = harness.readPicture(engine);
        // Without the value axis, which has tags and a border, and the time axis.
        const columns = Array.from({ length: picture.widthPx - 100 }, (_, x) => x);
        const rows = Array.from({ length: picture.heightPx - 40 }, (_, y) => y);
        // Some of each are enough, in steps that fall on all parts of a dash.
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
});
