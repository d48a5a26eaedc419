import { expect, test } from 'vitest';
import { drag, swipe } from './harness/gestures.ts';
import { openHarness, page, touch } from './harness/open-page.ts';

/** Opens daily bars with a long position at the price of 250 px, whose stop stands at 300 px. Returns its prices. */
function openPosition(): Promise<{ entry: number; stop: number }> {
  return page.evaluate(async () => {
    const { harness } = window;
    const { engine } = await harness.show(harness.sampleBars(500));
    const priceAt = (y: number) => Number(engine.pointAt(300, y)?.price.toFixed(2));
    const [entry, stop] = [priceAt(250), priceAt(300)];
    window.position = harness.showPosition([
      { role: 'entry', side: 'long', price: entry, text: 'Long 40' },
      { role: 'stop', side: 'long', price: stop, text: 'Stop' },
    ]);
    await harness.atRest();
    return { entry, stop };
  });
}

const seen = () =>
  page.evaluate(async () => {
    await window.harness.atRest();
    return {
      moved: window.position.moved,
      fromMs: window.events.visible.at(-1)?.fromMs,
      isAt: window.events.legend.at(-1)?.isAtCrosshair,
      texts: window.harness.drawnTexts().map(({ text }) => text.replaceAll(',', '')),
    };
  });

test('an open position has a line with its side and size, tags of its prices, and leaves nothing', async () => {
  await openHarness();
  await page.evaluate(() => window.harness.show(window.harness.sampleBars(500)));
  const look = () =>
    page.evaluate(async () => {
      await window.harness.atRest();
      return window.harness.look(window.engine);
    });
  const without = await look();
  const { entry } = await openPosition();
  expect((await seen()).texts).toEqual(
    expect.arrayContaining(['Long 40', 'Stop', entry.toFixed(2)]),
  );
  await page.evaluate(() => window.engine.setOverlay(null));
  expect(await look()).toBe(without);
});

test('a dragged stop tells its price and stays there until the lines are set anew; the entry is fixed', async () => {
  await openHarness();
  const { stop } = await openPosition();
  const before = await seen();
  await drag(page, [300, 300], [340, 280]);
  const after = await seen();
  expect(after.moved).toMatchObject([{ role: 'stop' }]);
  const price = after.moved[0]?.price ?? 0;
  expect(price).toBeGreaterThan(stop);
  expect([after.fromMs, after.texts]).toEqual([
    before.fromMs,
    expect.arrayContaining([price.toFixed(2)]),
  ]);
  await page.evaluate(
    ([at]) =>
      window.position.overlay.setLines([{ role: 'stop', side: 'long', price: at, text: 'Stop' }]),
    [stop] as const,
  );
  expect((await seen()).texts).toContain(stop.toFixed(2));
  await drag(page, [300, 250], [500, 250]);
  const panned = await seen();
  expect(panned.moved).toHaveLength(1);
  expect(panned.fromMs).toBeLessThan(before.fromMs ?? 0);
});

test('a finger drags a stop by an upright swipe; a sideways one that begins there pans', async () => {
  await openHarness({ width: 390, height: 600, hasTouch: true });
  await openPosition();
  const before = await seen();
  await swipe(touch, [200, 303], [206, 260], 10);
  const after = await seen();
  expect(after.moved).toMatchObject([{ role: 'stop' }]);
  expect([after.fromMs, after.isAt]).toEqual([before.fromMs, false]);
  // The line stands where it was left.
  await swipe(touch, [100, 262], [300, 270], 10);
  const panned = await seen();
  expect(panned.moved).toHaveLength(1);
  expect(panned.fromMs).toBeLessThan(before.fromMs ?? 0);
});

test('lines beyond the scale have labels at its edge, one beside the other, that no press takes', async () => {
  await openHarness();
  await openPosition();
  const labels = await page.evaluate(async () => {
    const { harness, engine, position } = window;
    const [top, bottom] = [0, 1].map((edge) => engine.pointAt(300, 20 + 300 * edge)?.price ?? 0);
    const reach = (top ?? 0) - (bottom ?? 0);
    const below = (bottom ?? 0) - 4 * reach;
    position.overlay.setLines([
      { role: 'entry', side: 'long', price: below, text: 'Long 40' },
      { role: 'stop', side: 'long', price: below - 1, text: 'Stop' },
      { role: 'target', side: 'long', price: (top ?? 0) + 4 * reach, text: 'Target' },
    ]);
    await harness.atRest();
    const texts = harness.drawnTexts();
    return ['↓ Long 40', '↓ Stop', '↑ Target'].map((word) => {
      const { x = 0, y = 0 } = texts.find(({ text }) => text === word) ?? {};
      return { x, y };
    });
  });
  const [entry, stop, target] = labels;
  expect(entry?.y).toBe(stop?.y);
  expect(stop?.x).toBeGreaterThan((entry?.x ?? 0) + 50);
  expect(target?.y).toBeLessThan(30);
  await drag(page, [300, Math.round(target?.y ?? 0)], [340, 150]);
  expect((await seen()).moved).toEqual([]);
});

test('a label stands beside a part of the page that covers the left end of its line', async () => {
  await openHarness();
  await openPosition();
  const labels = await page.evaluate(async () => {
    const { harness, engine, position } = window;
    const shown = async (covers: readonly DOMRect[]) => {
      const { overlay } = harness.showPosition(position.lines, covers);
      engine.setOverlay(overlay);
      await harness.atRest();
      const texts = harness.drawnTexts();
      return ['Long 40', 'Stop'].map((word) => texts.find(({ text }) => text === word)?.x ?? 0);
    };
    const { left, top } =
      document.querySelector('#chart')?.getBoundingClientRect() ?? new DOMRect();
    return { free: await shown([]), covered: await shown([new DOMRect(left, top, 210, 255)]) };
  });
  expect(labels.covered[0]).toBeGreaterThan(210);
  expect(labels.free[0]).toBeLessThan(30);
  expect(labels.covered[1]).toBe(labels.free[1]);
});
