import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openHarness } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

const BARS = sampleBars(800);
const LAST_MS = BARS.at(-1)?.time ?? 0;

let page: Page;
let errors: string[];

beforeEach(async () => {
  ({ page, errors } = await openHarness());
});
afterEach(() => expect(errors).toEqual([]));

/** Opens the bars, all closed. */
async function openClosed(): Promise<void> {
  await page.evaluate(async (nowMs) => {
    await window.harness.show(window.harness.sampleBars(800), { nowMs });
  }, LAST_MS + 172_800_000);
}

test('a hundred ticks in one task draw as often as one tick, and the newest counts', async () => {
  await openClosed();
  const result = await page.evaluate(
    async (last) => {
      const { harness, engine, events, paged } = window;
      const drawnBy = async (closes: number[]) => {
        const before = harness.drawingCount();
        for (const close of closes)
          paged.tick({ ...last, close, high: Math.max(last.high, close) });
        await harness.atRest();
        return harness.drawingCount() - before;
      };
      const before = harness.look(engine);
      const one = await drawnBy([last.close * 1.03]);
      const hundred = await drawnBy(
        Array.from({ length: 100 }, (_, i) => last.close * (1.03 + i / 5_000)),
      );
      return {
        one,
        hundred,
        isMoved: harness.look(engine) !== before,
        close: engine.bars().at(-1)?.close,
        events: events.lastBar.length,
        legend: events.legend.at(-1)?.bar?.close,
      };
    },
    BARS[BARS.length - 1] as (typeof BARS)[number],
  );
  expect(result.hundred).toBe(result.one);
  expect(result.isMoved).toBe(true);
  const newest = (BARS.at(-1)?.close ?? 0) * (1.03 + 99 / 5_000);
  expect([result.close, result.legend]).toEqual([newest, newest]);
  expect(result.events).toBe(3);
});

test('a bar that comes late is repaired in its place, and the studies with it', async () => {
  await openClosed();
  const result = await page.evaluate(async () => {
    const bars = window.harness.sampleBars(800);
    const { harness, engine, events, paged } = window;
    const late = bars[bars.length - 5];
    const next = bars[bars.length - 1];
    if (!late || !next) throw new Error('Too few bars.');
    paged.tick({ ...late, close: late.low });
    paged.tick({ ...next, time: next.time + 86_400_000 });
    await harness.atRest();
    const held = engine.bars();
    return {
      late: held.at(-6)?.close,
      count: held.length,
      drawn: events.legend.at(-1)?.studies.liquiditySpread?.spread,
      computed: harness.computeStudy('liquiditySpread', held).spread.at(-1),
    };
  });
  expect(result.late).toBe(BARS.at(-5)?.low);
  expect(result.count).toBe(801);
  expect(result.drawn).toBeCloseTo(result.computed ?? Number.NaN, 9);
});

test('every study is drawn as it is computed over all bars, after ticks and new bars too', async () => {
  await openClosed();
  const differences = await page.evaluate(async () => {
    const bars = window.harness.sampleBars(800);
    const { harness, engine, events, paged } = window;
    const last = bars[bars.length - 1];
    if (!last) throw new Error('No bars.');
    for (let i = 0; i < 3; i++) {
      const time = last.time + i * 86_400_000;
      paged.tick({ ...last, time, close: last.close * (1 + i / 100), high: last.high * 1.05 });
      await harness.atRest();
    }
    const held = engine.bars();
    const wrong: string[] = [];
    for (const back of [0, 1, 30, 200]) {
      engine.moveCrosshair(0);
      engine.moveCrosshair(-back);
      await harness.atRest();
      const legend = events.legend.at(-1);
      if (legend) wrong.push(...harness.differences(legend, held));
      engine.hideCrosshair();
      await harness.atRest();
    }
    return wrong;
  });
  expect(differences).toEqual([]);
});

test('every candle type, scale and theme draws without an error, each its own picture', async () => {
  await openClosed();
  const pictures = await page.evaluate(async () => {
    const { harness, engine } = window;
    const drawn: number[] = [];
    for (const type of ['candles', 'hollow', 'bars', 'line', 'area', 'heikinAshi'] as const) {
      engine.setCandleType(type);
      await harness.atRest();
      drawn.push(harness.look(engine));
    }
    for (const scale of ['log', 'percent'] as const) {
      engine.setPriceScale(scale);
      await harness.atRest();
      drawn.push(harness.look(engine));
    }
    engine.setTheme(harness.DARK);
    await harness.atRest();
    drawn.push(harness.look(engine));
    return drawn;
  });
  expect(new Set(pictures).size).toBe(9);
});

test('a logarithmic scale is not drawn where a price in view is not above zero', async () => {
  const answers = await page.evaluate(async () => {
    const bars = window.harness.sampleBars(800);
    const { harness } = window;
    const engine = harness.create();
    const shifted = bars.map((bar) => ({ ...bar, low: bar.low - 1_000 }));
    const { source } = harness.createPagedSource(shifted, 800, 100);
    engine.open({ symbol: harness.symbol('SPREAD'), resolution: '1D', source });
    await harness.atRest();
    return [engine.setPriceScale('log'), engine.setPriceScale('percent')];
  });
  expect(answers).toEqual([false, true]);
});

test('a logarithmic scale gives way while a low in view is not above zero, and comes back', async () => {
  const belowZero = { open: -30, high: -20, low: -37, close: -25 };
  const fallen = BARS.map((bar, index) => ({ ...bar, ...(index < 300 && belowZero) }));
  const seen = await page.evaluate(async (bars) => {
    const { harness } = window;
    const engine = harness.create({ withoutStudies: true });
    const events = harness.collect(engine);
    const { source, tick } = harness.createPagedSource(bars, 800, 100);
    engine.open({ symbol: harness.symbol('WTI'), resolution: '1D', source });
    await harness.atRest();
    const price = (y: number) => engine.pointAt(500, y)?.price ?? Number.NaN;
    const look = async () => {
      await harness.atRest();
      const { scale, mayBeLog } = events.visible.at(-1) ?? {};
      const isEven = Math.abs(price(100) + price(500) - 2 * price(300)) < 1e-6;
      return { scale, mayBeLog, isEven, isWhole: price(770) < -37 };
    };
    const [first, last] = [bars[0], bars.at(-1)];
    if (!first || !last) throw new Error('No bars.');
    const isTaken = engine.setPriceScale('log');
    const newest = await look();
    engine.showSpan(first.time, bars[250]?.time ?? 0);
    const oldest = await look();
    engine.showNewest();
    const again = await look();
    tick({ ...last, low: -37 });
    const ticked = await look();
    return { isTaken, newest, oldest, again, ticked, stored: engine.layout()?.priceScale };
  }, fallen);
  const log = { scale: 'log', mayBeLog: true, isEven: false, isWhole: false };
  const normal = { scale: 'normal', mayBeLog: false, isEven: true, isWhole: true };
  expect(seen).toEqual({
    isTaken: true,
    newest: log,
    oldest: normal,
    again: log,
    ticked: normal,
    stored: 'log',
  });
});

test('hovering any pane and both axes throws nothing and moves the legend', async () => {
  await openClosed();
  for (const y of [100, 300, 480, 580, 700, 790]) {
    for (const x of [5, 300, 700, 1_100, 1_180]) await page.mouse.move(x, y);
  }
  await page.mouse.move(500, 300);
  await page.evaluate(() => window.harness.atRest());
  const at = await page.evaluate(() => window.events.legend.at(-1));
  expect(at?.isAtCrosshair).toBe(true);
  expect(at?.bar?.time).toBeLessThan(LAST_MS);
  await page.mouse.move(1_190, 300);
  await page.evaluate(() => window.harness.atRest());
  const away = await page.evaluate(() => window.events.legend.at(-1));
  expect([away?.isAtCrosshair, away?.bar?.time]).toEqual([false, LAST_MS]);
});

test('published marks replace the computed ones until they are taken back', async () => {
  await openClosed();
  const marks = await page.evaluate(async () => {
    const bars = window.harness.sampleBars(800);
    const { harness, engine, events } = window;
    const bar = bars[bars.length - 3];
    if (!bar) throw new Error('No bars.');
    const mark = {
      id: 'm1',
      time: bar.time + 5,
      price: bar.low,
      side: 'buy',
      strong: true,
    } as const;
    engine.setPublishedMarks([{ ...mark, text: 'Published', notes: [] }]);
    await harness.atRest();
    engine.moveCrosshair(-2);
    await harness.atRest();
    const published = events.legend.at(-1)?.mark?.text;
    engine.setPublishedMarks(null);
    await harness.atRest();
    return { published, after: events.legend.at(-1)?.mark?.id ?? null };
  });
  expect(marks.published).toBe('Published');
  expect(marks.after).not.toBe('m1');
});

test('a bar closed by time alone turns solid and may carry its mark', async () => {
  const changed = await page.evaluate(async () => {
    const bars = window.harness.sampleBars(800);
    const { harness } = window;
    const last = bars[bars.length - 1];
    if (!last) throw new Error('No bars.');
    const clock = { nowMs: last.time + 3_600_000 };
    const engine = harness.create(clock);
    const { source } = harness.createPagedSource(bars, 800, 100);
    engine.open({ symbol: harness.symbol('AAA'), resolution: '1D', source });
    await harness.atRest();
    const forming = harness.look(engine);
    clock.nowMs = last.time + 90_000_000;
    const drawn = harness.drawingCount();
    await harness.until(() => harness.drawingCount() > drawn);
    return harness.look(engine) !== forming;
  });
  expect(changed).toBe(true);
});

test('without a crosshair the prices are those of the last bar and the studies those of the last closed one', async () => {
  const seen = await page.evaluate(async (nowMs) => {
    const { harness } = window;
    const bars = harness.sampleBars(800);
    const engine = harness.create({ nowMs });
    const events = harness.collect(engine);
    const paged = harness.createPagedSource(bars, 800, 100);
    engine.open({ symbol: harness.symbol('AAA'), resolution: '1D', source: paged.source });
    await harness.atRest();
    const resting = events.legend.at(-1);
    engine.moveCrosshair(0);
    await harness.atRest();
    const computed = harness.computeStudy('tightness', bars).shortTerm;
    return {
      resting,
      pointed: events.legend.at(-1),
      closed: computed.at(-2),
      forming: computed.at(-1),
    };
  }, LAST_MS + 3_600_000);
  expect(seen.resting?.bar?.time).toBe(LAST_MS);
  expect(seen.resting?.studies.tightness?.shortTerm).toBeCloseTo(seen.closed ?? 0, 9);
  expect(seen.resting?.studyBarCount).toBe(799);
  expect(seen.resting?.studyBar?.time).toBe(BARS.at(-2)?.time);
  expect(seen.pointed?.studyBar?.time).toBe(seen.pointed?.bar?.time);
  expect(seen.pointed?.studies.tightness?.shortTerm).toBeCloseTo(seen.forming ?? 0, 9);
  expect(seen.closed).not.toBeCloseTo(seen.forming ?? 0, 6);
});

test('a line looks as its study asks: colour, width and dash, and a hidden one is not drawn', async () => {
  await openClosed();
  const pictures = await page.evaluate(async () => {
    const { harness, engine } = window;
    const drawn = [harness.look(engine)];
    const styles = [
      { colour: 'longShort' },
      { widthPx: 3 },
      { dash: 'dotted' },
      { isVisible: false },
      {},
    ] as const;
    for (const style of styles) {
      const studies = harness.allStudies().map((study) => {
        return study.id === 'longTermLevels' ? { ...study, styles: { support: style } } : study;
      });
      engine.setStudies(studies);
      await harness.atRest();
      drawn.push(harness.look(engine));
    }
    return drawn;
  });
  expect(new Set(pictures).size).toBe(5);
  expect(pictures.at(-1)).toBe(pictures[0]);
});

test('a bar that closes tells it once, in the same picture as the legend; a forming one never does', async () => {
  const seen = await page.evaluate(async (nowMs) => {
    const { harness } = window;
    const bars = harness.sampleBars(800);
    const options = { nowMs };
    const engine = harness.create(options);
    const order: string[] = [];
    const paged = harness.createPagedSource(bars, 800, 100);
    engine.open({ symbol: harness.symbol('AAA'), resolution: '1D', source: paged.source });
    await harness.atRest();
    engine.on('closed', ({ timeMs }) => order.push(`closed ${timeMs}`));
    engine.on('legend', ({ studyBarCount }) => order.push(`legend ${studyBarCount}`));
    const last = bars[bars.length - 1];
    if (!last) throw new Error('No bars.');
    paged.tick({ ...last, close: last.close + 1, high: last.high + 2 });
    await harness.atRest();
    const next = { ...last, time: last.time + 86_400_000 };
    options.nowMs = next.time + 1_000;
    paged.tick({ ...last, close: 77 });
    paged.tick(next);
    await harness.atRest();
    return { order, closed: engine.closedBars(2), before: bars.at(-2) };
  }, LAST_MS + 3_600_000);
  expect(seen.order).toEqual(['legend 799', 'legend 800', `closed ${LAST_MS}`]);
  expect(seen.closed.map(({ time }) => time)).toEqual([seen.before?.time, LAST_MS]);
  expect(seen.closed[1]?.close).toBe(77);
});
