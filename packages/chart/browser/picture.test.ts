import { expect, test } from 'vitest';
import { openHarness, openOnScreen, page } from './harness/open-page.ts';

/**
 * Device pixel ratios with a height of the chart. At a fractional ratio the edge of a layer falls between pixels, and the
 * browser rounds it.
 */
const RATIOS =
  process.env.TEST_LONG === 'true'
    ? ([
        [1, 403],
        [1.25, 405],
        [1.5, 404],
      ] as const)
    : ([[1.25, 405]] as const);

test.each(RATIOS)('a picture has every drawn pixel at a ratio of %s', async (ratio, heightPx) => {
  await (ratio === 1 ? openHarness() : openOnScreen(ratio));
  const layers = await page.evaluate(async (heightPx) => {
    const { harness } = window;
    const container = document.querySelector<HTMLElement>('#chart');
    if (container) container.style.cssText = `width: 601px; height: ${heightPx}px`;
    const { engine } = await harness.show(harness.sampleBars(300));
    const picture = engine.picture();
    const copied = picture.getContext('2d')?.getImageData(0, 0, picture.width, picture.height).data;
    if (!copied) throw new Error('No canvas.');
    const layers = [...document.querySelectorAll<HTMLCanvasElement>('#chart canvas')];
    const places = layers.map((layer) => layer.getBoundingClientRect());
    const frame = document.querySelector('#chart')?.getBoundingClientRect();
    return layers.flatMap((layer, index) => {
      const place = places[index];
      const context = layer.getContext('2d');
      if (!place || !frame || !context || layer.width === 0 || layer.height === 0) return [];
      // A layer below another one may be covered.
      const isTop = places
        .slice(index + 1)
        .every(({ top, left }) => top !== place.top || left !== place.left);
      if (!isTop) return [];
      const x = Math.round((place.left - frame.left) * devicePixelRatio);
      const y = Math.round((place.top - frame.top) * devicePixelRatio);
      const { width, height } = layer;
      const drawn = context.getImageData(0, 0, width, height).data;
      let opaque = 0;
      let other = 0;
      for (let at = 0; at < drawn.length; at += 4) {
        if (drawn[at + 3] !== 255) continue;
        opaque += 1;
        const [row, column] = [Math.floor(at / 4 / width), (at / 4) % width];
        const own = ((y + row) * picture.width + x + column) * 4;
        if ([0, 1, 2].some((i) => drawn[at + i] !== copied[own + i])) other += 1;
      }
      return [{ opaque, other, width }];
    });
  }, heightPx);
  expect(layers.reduce((sum, { opaque }) => sum + opaque, 0)).toBeGreaterThan(1_000);
  // The border below a pane may cover a row of it.
  expect(layers.filter(({ other, width }) => other > width)).toEqual([]);
});
