import { expect, onTestFinished, test } from 'vitest';
import { launchBrowser, openHarness } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

const BARS = sampleBars(300);

// At broken ratios an edge of a layer falls between pixels, and the browser decides which of them it takes.
test.each([
  [1, 403],
  [1.25, 405],
  [1.5, 404],
])('a picture has every pixel that is drawn at a ratio of %s', async (ratio, heightPx) => {
  const browser = await launchBrowser(ratio);
  onTestFinished(() => browser.close());
  const { page, errors } = await openHarness(browser, { scale: null });
  const content = `#chart { width: 601px !important; height: ${heightPx}px !important }`;
  await page.addStyleTag({ content });
  const layers = await page.evaluate(async (bars) => {
    const { harness } = window;
    const lastMs = bars[bars.length - 1]?.time ?? 0;
    const engine = harness.create({ nowMs: lastMs + 172_800_000 });
    const { source } = harness.createPagedSource(bars, bars.length, 100);
    engine.open({ symbol: harness.symbol('AAA'), resolution: '1D', source });
    await harness.nextPictures(6);
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
      // What lies below another layer may be covered.
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
  }, BARS);
  expect(layers.reduce((sum, { opaque }) => sum + opaque, 0)).toBeGreaterThan(1_000);
  // The border below a pane may cover a row of it.
  expect(layers.filter(({ other, width }) => other > width)).toEqual([]);
  expect(errors).toEqual([]);
});
