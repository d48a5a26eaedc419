import { expect, test } from 'vitest';
import { drag } from './harness/gestures.ts';
import { openHarness, page } from './harness/open-page.ts';

/** Opens daily bars with the line of an alert at the price of a height, px; returns that price. */
async function openWithLine(y: number): Promise<number> {
  await openHarness();
  return page.evaluate(async (height) => {
    await window.harness.show(window.harness.sampleBars(500));
    const price = window.engine.pointAt(400, height)?.price ?? Number.NaN;
    window.engine.alerts.setLines([{ id: 7, price }]);
    await window.harness.atRest();
    return price;
  }, y);
}

const events = () =>
  page.evaluate(() => ({
    moved: window.events.alertMoved,
    pressed: window.events.alertPressed,
    from: window.events.visible.at(-1)?.fromMs,
  }));

test('a dragged line of an alert tells its new price and leaves the chart where it was', async () => {
  const price = await openWithLine(250);
  const before = await events();
  await drag(page, [400, 250], [460, 210]);
  const { moved, pressed, from } = await events();
  expect([moved.length, moved[0]?.id, pressed]).toEqual([1, 7, []]);
  expect(moved[0]?.price).toBeGreaterThan(price);
  expect(from).toBe(before.from);
});

test('a press on the line of an alert tells which one; beside it the chart is panned', async () => {
  await openWithLine(250);
  await page.mouse.click(400, 252);
  expect((await events()).pressed).toEqual([{ id: 7 }]);
  const before = await events();
  await drag(page, [400, 320], [600, 320]);
  await page.evaluate(() => window.harness.atRest());
  const after = await events();
  expect([after.moved, after.pressed.length]).toEqual([[], 1]);
  expect(after.from).toBeLessThan(before.from ?? 0);
});

test('the line of an alert has a tag at its price, and past firings have marks', async () => {
  await openWithLine(250);
  const look = () => page.evaluate(() => window.harness.look(window.engine));
  const withLine = await look();
  await page.evaluate(async () => {
    const bar = window.engine.closedBars(20)[0];
    if (bar) window.engine.alerts.setPast([{ timeMs: bar.time, price: bar.high }]);
    await window.harness.atRest();
  });
  const withPast = await look();
  await page.evaluate(async () => {
    window.engine.alerts.setPast([]);
    await window.harness.atRest();
  });
  expect([withPast === withLine, (await look()) === withLine]).toEqual([false, true]);
});
