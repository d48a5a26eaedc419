import { beforeEach, expect, test } from 'vitest';
import { drag } from './harness/gestures.ts';
import { act, openHarness, page } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

const BARS = sampleBars(800);
const OTHER = sampleBars(800, { seed: 99 });
const PINK = { symbol: 'FMP:OTHER', colour: 'longShort', isVisible: true } as const;

beforeEach(() => openHarness());

/** A chart of the first bars; every compared instrument has the second ones. */
async function open(bars?: typeof BARS, other?: typeof OTHER): Promise<void> {
  await page.evaluate(
    async ({ given, otherGiven }) => {
      const { harness } = window;
      const bars = given ?? harness.sampleBars(800);
      const other = otherGiven ?? harness.sampleBars(800, { seed: 99 });
      const others = harness.createPagedSource(other, 200, 100);
      const engine = harness.create({
        withoutStudies: true,
        openCompared: async ({ symbol }) => {
          if (symbol === 'FMP:LOCKED') throw new Error('This source is locked.');
          return { symbol: harness.symbol('OTHER'), source: others.source };
        },
      });
      const events = harness.collect(engine);
      const { source } = harness.createPagedSource(bars, 400, 100);
      engine.open({ symbol: harness.symbol('AAA'), resolution: '1D', source });
      await harness.atRest();
      Object.assign(window, { engine, events, paged: others });
    },
    { given: bars, otherGiven: other },
  );
}

/** Compares, and waits for the first reading at the newest bar. */
async function compare(...instruments: { symbol: string; colour: string; isVisible: boolean }[]) {
  await page.evaluate((wanted) => {
    window.engine.comparison.set(wanted as Parameters<typeof window.engine.comparison.set>[0]);
  }, instruments);
  await page.waitForFunction(() => {
    const [reading] = window.events.comparedReadings.at(-1) ?? [];
    return typeof reading?.percent === 'number';
  });
  await page.evaluate(() => window.harness.atRest());
}

const reading = () => page.evaluate(() => window.events.comparedReadings.at(-1)?.[0]);

/** Number of pixels in the colour of a study. */
const pixelsOf = (colour: 'longShort' | 'deployment') =>
  page.evaluate(async (token) => {
    const { engine, harness } = window;
    const picture = harness.readPicture(engine);
    const isLine = picture.isOf([harness.LIGHT.studies[token].line]);
    let found = 0;
    for (let y = 0; y < picture.heightPx; y++) {
      for (let x = 0; x < picture.widthPx; x++) if (isLine(x, y)) found += 1;
    }
    return found;
  }, colour);

/** The percentage of a bar's close since the first bar in view. */
async function expectedPercent(other: typeof OTHER): Promise<number> {
  const fromMs = await page.evaluate(() => window.events.visible.at(-1)?.fromMs ?? 0);
  const base = other.find(({ time }) => time === fromMs)?.close ?? Number.NaN;
  return (100 * ((other.at(-1)?.close ?? Number.NaN) - base)) / base;
}

test('a compared instrument is a line in percent of its close at the first visible bar', async () => {
  await open();
  expect(await pixelsOf('longShort')).toBe(0);
  await compare(PINK);
  expect(await pixelsOf('longShort')).toBeGreaterThan(400);
  const read = await reading();
  expect(read?.close).toBe(OTHER.at(-1)?.close);
  expect(read?.percent).toBeCloseTo(await expectedPercent(OTHER), 9);
  await act(() => window.engine.zoom(2));
  expect((await reading())?.percent).toBeCloseTo(await expectedPercent(OTHER), 9);
});

test('a dragged scale still counts from the first visible bar, and keeps its prices', async () => {
  await open();
  await compare(PINK);
  await drag(page, [1_180, 200], [1_180, 280], 4);
  const seen = () =>
    page.evaluate(async () => {
      await window.harness.atRest();
      const { fromMs, isAutoScaled } = window.events.visible.at(-1) ?? {};
      return { fromMs, isAutoScaled, price: window.engine.pointAt(5, 100)?.price ?? 0 };
    });
  const before = await seen();
  await drag(page, [500, 200], [700, 200], 8);
  const after = await seen();
  expect(after.fromMs).toBeLessThan(before.fromMs ?? 0);
  expect([before.isAutoScaled, after.isAutoScaled]).toEqual([false, false]);
  expect(after.price).toBeCloseTo(before.price, 6);
  const { close = Number.NaN, percent } = (await reading()) ?? {};
  const base = OTHER.find(({ time }) => time === after.fromMs)?.close ?? Number.NaN;
  expect(percent).toBeCloseTo((100 * ((close ?? Number.NaN) - base)) / base, 9);
});

test('prices are in percent while a compared instrument is visible, and then as before', async () => {
  await open();
  const pointed = () =>
    page.evaluate(async () => {
      await window.harness.atRest();
      return window.harness.look(window.engine);
    });
  const plain = await pointed();
  await compare({ ...PINK, isVisible: true });
  const compared = await pointed();
  expect(compared === plain).toBe(false);
  const layout = await page.evaluate(() => window.engine.layout());
  expect(layout).toMatchObject({ priceScale: 'normal', compared: [PINK] });
  await page.evaluate((hidden) => window.engine.comparison.set([hidden]), {
    ...PINK,
    isVisible: false,
  } as const);
  expect((await pointed()) === plain).toBe(true);
  await page.evaluate(() => window.engine.history.undo());
  expect((await pointed()) === compared).toBe(true);
  await page.evaluate(() => window.engine.history.undo());
  expect((await pointed()) === plain).toBe(true);
  expect(await page.evaluate(() => window.engine.comparison.all())).toEqual([]);
  await page.evaluate(() => window.engine.history.redo());
  expect((await pointed()) === compared).toBe(true);
});

test('automatic scaling includes the lines in view, however far they reach', async () => {
  const rising = OTHER.map((bar, index) => ({ ...bar, close: 10 * 1.01 ** index }));
  await open(undefined, rising);
  await compare(PINK);
  expect(await pixelsOf('longShort')).toBeGreaterThan(400);
  const percent = (await reading())?.percent ?? 0;
  expect(percent).toBeGreaterThan(100);
  const topPrice = await page.evaluate(() => window.engine.pointAt(5, 1)?.price ?? 0);
  const fromMs = await page.evaluate(() => window.events.visible.at(-1)?.fromMs ?? 0);
  const chartBase = BARS.find(({ time }) => time === fromMs)?.close ?? Number.NaN;
  expect((100 * (topPrice - chartBase)) / chartBase).toBeGreaterThan(percent);
});

test('a tick of the compared instrument moves its line without a tick of the chart', async () => {
  await open();
  await compare(PINK);
  const before = await page.evaluate(() => window.harness.look(window.engine));
  const last = OTHER.at(-1);
  if (!last) throw new Error('There is no bar.');
  const close = last.close * 1.5;
  await page.evaluate(
    async (bar) => {
      window.paged.tick(bar);
      await window.harness.atRest();
    },
    { ...last, high: close, close },
  );
  expect((await reading())?.close).toBe(close);
  expect(await page.evaluate(() => window.harness.look(window.engine))).not.toBe(before);
  // A removed instrument is unsubscribed.
  await page.evaluate(() => window.engine.comparison.set([]));
  expect(await page.evaluate(() => window.paged.listenerCount())).toBe(0);
});

test('a hidden instrument is unsubscribed, and returns with its current bars', async () => {
  await open();
  await compare(PINK);
  const listeners = () => page.evaluate(() => window.paged.listenerCount());
  expect(await listeners()).toBe(1);
  await page.evaluate((one) => window.engine.comparison.set([{ ...one, isVisible: false }]), PINK);
  expect(await listeners()).toBe(0);
  expect(await page.evaluate(() => window.engine.layout())).toMatchObject({
    compared: [{ ...PINK, isVisible: false }],
  });
  const since = await page.evaluate(() => window.events.comparedReadings.length);
  await compare(PINK);
  expect(await listeners()).toBe(1);
  const readings = await page.evaluate(
    (from) => window.events.comparedReadings.slice(from).map((all) => all[0] ?? null),
    since,
  );
  // It has no close until it is loaded again.
  expect(readings.filter((one) => one?.load.kind === 'first' && one.close !== null)).toEqual([]);
  expect(readings.some((one) => one?.load.kind === 'first')).toBe(true);
  expect((await reading())?.close).toBe(OTHER.at(-1)?.close);
});

test('its bars are loaded as far back as those of the chart', async () => {
  await open();
  await compare(PINK);
  const known = () =>
    page.evaluate(() => {
      const [line] = window.engine.comparison.closes();
      return line ? [...line.closes].filter((close) => !Number.isNaN(close)).length : 0;
    });
  await expect.poll(known).toBe(await page.evaluate(() => window.engine.bars().length));
  expect(await known()).toBeLessThan(800);
  await act(() => window.engine.showOldest());
  await expect.poll(known).toBe(800);
});

test('a failed instrument reports why and can be opened again; the others stay', async () => {
  await open();
  await compare(PINK, { symbol: 'FMP:LOCKED', colour: 'deployment', isVisible: true });
  const states = () =>
    page.evaluate(() =>
      (window.events.comparedReadings.at(-1) ?? []).map(({ symbol, load, percent }) => ({
        symbol,
        load: load.kind === 'failed' ? load.message : load.kind,
        hasPercent: percent !== null,
      })),
    );
  const expected = [
    { symbol: 'FMP:OTHER', load: 'idle', hasPercent: true },
    { symbol: 'FMP:LOCKED', load: 'This source is locked.', hasPercent: false },
  ];
  expect(await states()).toEqual(expected);
  await act(() => window.engine.comparison.retry('FMP:LOCKED'));
  expect(await states()).toEqual(expected);
  await act(() => window.engine.comparison.reopen('FMP:OTHER'));
  expect(await states()).toEqual(expected);
});

test('a base that is not above zero gives no percentage, and is reported', async () => {
  const spread = OTHER.map((bar) => ({ ...bar, close: bar.close - 1_000 }));
  await open(undefined, spread);
  await page.evaluate((one) => window.engine.comparison.set([one]), PINK);
  await page.waitForFunction(() => window.events.comparedReadings.at(-1)?.[0]?.hasNoBase);
  expect(await reading()).toMatchObject({ close: spread.at(-1)?.close, percent: null });
  expect(await pixelsOf('longShort')).toBe(0);
});

test('another chart whose bars begin and end alike gets a new line', async () => {
  const some = (...indices: number[]) => BARS.filter((_, index) => indices.includes(index));
  await open(some(0, 1, 2, 5, 6), OTHER.slice(0, 7));
  await compare(PINK);
  const picture = () =>
    page.evaluate(async () => {
      await window.harness.atRest();
      return window.harness.look(window.engine);
    });
  await page.evaluate(
    async (bars) => {
      const { harness, engine } = window;
      const { source } = harness.createPagedSource(bars, 400, 100);
      engine.open({ symbol: harness.symbol('BBB'), resolution: '1D', source });
    },
    some(0, 3, 4, 5, 6),
  );
  const other = await picture();
  await page.evaluate(() => window.engine.comparison.reopen('FMP:OTHER'));
  expect((await picture()) === other).toBe(true);
});

test('another resolution opens compared instruments again; another chart instrument does not', async () => {
  await open();
  await compare(PINK);
  const listeners = () => page.evaluate(() => window.paged.listenerCount());
  const reopen = (resolution: '1D' | '60', code: string) =>
    page.evaluate(
      async ([resolution, code]) => {
        const { harness, engine } = window;
        const { source } = harness.createPagedSource(harness.sampleBars(800), 400, 100);
        engine.open({ symbol: harness.symbol(code), resolution, source });
        await harness.atRest();
      },
      [resolution, code] as const,
    );
  const loads = await page.evaluate(() => window.events.comparedReadings.length);
  await reopen('1D', 'BBB');
  expect(await listeners()).toBe(1);
  const since = await page.evaluate(
    (from) => window.events.comparedReadings.slice(from).map((all) => all[0]?.load.kind),
    loads,
  );
  expect(since.includes('first')).toBe(false);
  await reopen('60', 'BBB');
  expect(await listeners()).toBe(1);
  expect((await reading())?.load.kind).toBe('idle');
});

/** The value of a study of the compared instrument in the legend, the instrument's close of that bar, and the drawn scale. */
const studied = () =>
  page.evaluate(async () => {
    await window.harness.atRest();
    const { studies, studyBar } = window.events.legend.at(-1) ?? {};
    const scale = window.events.visible.at(-1)?.scale;
    return { value: studies?.echo?.value ?? null, timeMs: studyBar?.time ?? 0, scale };
  });

test('a study of a compared instrument is drawn over its line, and has no values once that is removed', async () => {
  await open();
  await page.evaluate(() => {
    window.harness.offerEcho();
    const inputs = { source: 'close@FMP:OTHER' };
    window.engine.setStudies([{ key: 'echo', id: 'echo', inputs, isVisible: true }]);
  });
  expect(await studied()).toMatchObject({ value: null, scale: 'normal' });
  await compare(PINK);
  const closeAt = (timeMs: number) => OTHER.find(({ time }) => time === timeMs)?.close;
  const shown = await studied();
  expect(shown).toMatchObject({ value: closeAt(shown.timeMs), scale: 'percent' });
  // The line of the instrument lies over it, where that has the same values.
  expect(await pixelsOf('deployment')).toBe(0);
  await page.evaluate((one) => window.engine.comparison.set([{ ...one, isVisible: false }]), PINK);
  expect(await studied()).toEqual(shown);
  expect(await pixelsOf('deployment')).toBeGreaterThan(400);
  await page.evaluate(() => window.engine.comparison.set([]));
  expect(await studied()).toEqual({ ...shown, value: null, scale: 'normal' });
  expect(await pixelsOf('deployment')).toBe(0);
  await page.evaluate(() => window.engine.history.undo());
  await expect.poll(studied).toEqual(shown);
  const last = OTHER.at(-1);
  if (!last) throw new Error('There is no bar.');
  await page.evaluate((bar) => window.paged.tick(bar), { ...last, close: 1_234.5 });
  await expect.poll(async () => (await studied()).value).toBe(1_234.5);
});
