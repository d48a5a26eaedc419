import { expect, test } from 'vitest';
import { openHarness } from './harness/open-page.ts';

/** Of the area between the percentage of long and short and its zero line. */
const OPACITY = 0.16;

test('the area of long and short reaches the left edge of its pane, as its line does', async () => {
  const { page, errors } = await openHarness();
  // The border of the pane may be the first column.
  const filled = await page.evaluate(async (opacity) => {
    const { harness } = window;
    const { candleUp, candleDown } = harness.LIGHT;
    const { engine } = await harness.show(harness.sampleBars(400));
    const picture = harness.readPicture(engine);
    const isFilled = picture.isOf([candleUp, candleDown], opacity);
    const rows = Array.from({ length: picture.heightPx }, (_, y) => y);
    return [1, 39].map((x) => rows.filter((y) => isFilled(x, y)).length);
  }, OPACITY);
  expect(filled[0]).toBeGreaterThan(2);
  expect(filled[1]).toBeGreaterThan(2);
  expect(errors).toEqual([]);
});
