import { expect, test } from 'vitest';
import { openHarness } from './harness/open-page.ts';

const DAY_MS = 86_400_000;
/** The last candle is a little wider. */
const BAR_PX = 20;
/** A tag beside the end of its line is about as high. */
const TAG_PX = 20;

test.each([
  ['closed', 2 * DAY_MS],
  ['forming', DAY_MS / 2],
])('no line of a study goes on behind the last bar, %s', async (_, ageMs) => {
  const { page, errors } = await openHarness();
  const lowest = await page.evaluate(
    async ({ spanMs, ageMs, barPx }) => {
      const { harness } = window;
      const bars = harness.sampleBars(800);
      const lastMs = bars.at(-1)?.time ?? 0;
      const { candleUp, candleDown, studies } = harness.LIGHT;
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
      await harness.atRest();
      engine.showSpan(lastMs - spanMs, lastMs);
      await harness.atRest();
      const picture = harness.readPicture(engine);
      const rows = Array.from({ length: picture.heightPx }, (_, y) => y);
      const columns = Array.from({ length: picture.widthPx - 100 }, (_, x) => x);
      const isCandle = picture.isOf([candleUp, candleDown]);
      const isLine = picture.isOf([studies.shortSupport.line]);
      // The dots of the last price are a row or two high.
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
  expect(errors).toEqual([]);
});
