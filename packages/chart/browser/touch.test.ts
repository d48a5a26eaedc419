import { beforeEach, expect, test } from 'vitest';
import { swipe } from './harness/gestures.ts';
import { openHarness, page, touch } from './harness/open-page.ts';

beforeEach(() => openHarness({ width: 390, height: 600, hasTouch: true }));

async function open(isEmbedded: boolean): Promise<void> {
  await page.evaluate(async (isEmbedded) => {
    const { harness } = window;
    document.body.style.height = '2000px';
    const container = document.querySelector<HTMLElement>('#chart');
    if (container) container.style.height = '500px';
    await harness.show(harness.sampleBars(500), { isEmbedded });
  }, isEmbedded);
}

async function swipeOver(from: [number, number], to: [number, number]): Promise<void> {
  await swipe(touch, from, to, 10);
  await page.evaluate(() => window.harness.atRest());
}

function seen(): Promise<{
  visible: number | undefined;
  scrolled: number;
  isAt: boolean | undefined;
}> {
  return page.evaluate(() => ({
    visible: window.events.visible.at(-1)?.toMs,
    scrolled: window.scrollY,
    isAt: window.events.legend.at(-1)?.isAtCrosshair,
  }));
}

test('in an embedded chart an upright swipe scrolls the page', async () => {
  await open(true);
  const start = await seen();
  await swipeOver([200, 400], [205, 150]);
  const after = await seen();
  expect(after.scrolled).toBeGreaterThan(100);
  expect(after.visible).toBe(start.visible);
});

test('in an embedded chart a sideways swipe pans the chart', async () => {
  await open(true);
  const start = await seen();
  await swipeOver([100, 200], [330, 200]);
  const after = await seen();
  expect(after.scrolled).toBe(0);
  expect(after.visible).toBeLessThan(start.visible ?? 0);
});

test('a chart that fills its page pans with every swipe', async () => {
  await open(false);
  const start = await seen();
  await swipeOver([100, 200], [330, 230]);
  const after = await seen();
  expect(after.visible).toBeLessThan(start.visible ?? 0);
  expect(after.scrolled).toBe(0);
});

test.each([true, false])(
  'a long press starts the crosshair, the next tap ends it (embedded: %s)',
  async (isEmbedded) => {
    await open(isEmbedded);
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: 150, y: 150 }],
    });
    await page.waitForFunction(() => window.events.legend.at(-1)?.isAtCrosshair);
    const held = await seen();
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: 200, y: 170 }],
    });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.evaluate(() => window.harness.atRest());
    const released = await seen();
    await page.waitForTimeout(600);
    await page.touchscreen.tap(80, 300);
    await page.evaluate(() => window.harness.atRest());
    const ended = await seen();
    expect([held.isAt, released.isAt, ended.isAt]).toEqual([true, true, false]);
  },
);

test('the plain wheel scrolls the page over an embedded chart', async () => {
  await open(true);
  const start = await seen();
  await page.mouse.move(200, 200);
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => window.scrollY > 0);
  expect((await seen()).visible).toBe(start.visible);
});
