import { beforeEach, expect, test } from 'vitest';
import { drag } from './harness/gestures.ts';
import { openHarness, page } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

const LAST_MS = Date.UTC(2026, 10, 20);
const SERIES = [1, 2, 3].map((seed) => sampleBars(700, { seed, lastMs: LAST_MS }));
const SIZE = { width: 420, height: 240 };

beforeEach(() => openHarness());

/** Draws charts side by side, one per series; returns the picture of each. */
function drawCharts(series: typeof SERIES): Promise<number[]> {
  return page.evaluate(
    async ({ series, size, nowMs }) => {
      const { harness } = window;
      for (const { engine } of window.several ?? []) engine.dispose();
      for (const place of document.querySelectorAll('.place')) place.remove();
      const engines = series.map((bars, index) => {
        const place = document.createElement('div');
        place.className = 'place';
        place.id = `place-${index}`;
        const left = index * (size.width + 20);
        place.style.cssText = `position:absolute;top:0;left:${left}px;width:${size.width}px;height:${size.height}px`;
        document.body.append(place);
        const engine = harness.create({ nowMs, isEmbedded: true, place: `#place-${index}` });
        engine.setOnlyPane('tightness');
        const { source, tick } = harness.createPagedSource(bars, bars.length, 100);
        engine.open({ symbol: harness.symbol(`A${index}`), resolution: '1D', source });
        return { engine, tick, events: harness.collect(engine) };
      });
      await harness.atRest();
      window.several = engines;
      return engines.map(({ engine }) => harness.look(engine));
    },
    { series, size: SIZE, nowMs: LAST_MS + 3_600_000 },
  );
}

test('several charts on a page look the same as each alone', async () => {
  const together = await drawCharts(SERIES);
  expect(new Set(together).size).toBe(3);
  for (const [index, bars] of SERIES.entries()) {
    const [alone] = await drawCharts([bars]);
    expect(alone, `chart ${index} looks the same`).toBe(together[index]);
  }
});

test('actions in one chart leave the others as they are', async () => {
  await drawCharts(SERIES);
  await drag(page, [150, 80], [250, 80]);
  const told = await page.evaluate(async () => {
    const { harness, several } = window;
    await harness.atRest();
    return several.map(({ events }) => ({
      isAtCrosshair: events.legend.at(-1)?.isAtCrosshair,
      isNewest: events.visible.at(-1)?.isNewest,
    }));
  });
  expect(told).toEqual([
    { isAtCrosshair: true, isNewest: false },
    { isAtCrosshair: false, isNewest: true },
    { isAtCrosshair: false, isNewest: true },
  ]);
});

test('disposing a chart leaves the others alive', async () => {
  await drawCharts(SERIES);
  const prices = await page.evaluate(async (timeMs) => {
    const { harness, several } = window;
    const [first, ...rest] = several;
    first?.engine.dispose();
    const bar = { time: timeMs, open: 1, high: 900, low: 1, close: 777, volume: 1 };
    for (const { tick } of several) tick(bar);
    await harness.atRest();
    return rest.map(({ events }) => events.lastBar.at(-1)?.close);
  }, LAST_MS);
  expect(prices).toEqual([777, 777]);
});

test('a chart that leaves the page and comes back looks as before, with another instrument too', async () => {
  const [known] = await drawCharts(SERIES.slice(1, 2));
  await drawCharts(SERIES.slice(0, 1));
  const look = await page.evaluate(
    async ({ bars }) => {
      const { harness, several } = window;
      const place = document.querySelector('.place');
      const [chart] = several;
      if (!place || !chart) throw new Error('no chart');
      place.remove();
      // Time for the observers of its size.
      await harness.atRest();
      const { source } = harness.createPagedSource(bars, bars.length, 100);
      chart.engine.open({ symbol: harness.symbol('A0'), resolution: '1D', source });
      await harness.atRest();
      document.body.append(place);
      await harness.atRest();
      return harness.look(chart.engine);
    },
    { bars: SERIES[1] ?? [] },
  );
  expect(look).toBe(known);
});
