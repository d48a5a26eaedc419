import { beforeEach, expect, test } from 'vitest';
import { openHarness, page } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

const BARS = sampleBars(800);
const LAST = BARS[BARS.length - 1] as (typeof BARS)[number];
const LAST_MS = LAST.time;

beforeEach(() => openHarness());

/** Opens the bars; all are closed. */
async function openClosed(): Promise<void> {
  await page.evaluate(async (nowMs) => {
    await window.harness.show(window.harness.sampleBars(800), { nowMs });
  }, LAST_MS + 172_800_000);
}

test('a hundred ticks in one task draw as often as one tick, and the newest wins', async () => {
  await openClosed();
  const result = await page.evaluate(async (last) => {
    const { harness, engine, events, paged } = window;
    const drawnBy = async (closes: number[]) => {
      const before = harness.drawingCount();
      for (const close of closes) paged.tick({ ...last, close, high: Math.max(last.high, close) });
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
  }, LAST);
  expect(result.hundred).toBe(result.one);
  expect(result.isMoved).toBe(true);
  const newest = LAST.close * (1.03 + 99 / 5_000);
  expect([result.close, result.legend]).toEqual([newest, newest]);
  expect(result.events).toBe(3);
});

test('a late correction changes its bar and the studies', async () => {
  await openClosed();
  const late = BARS[BARS.length - 5] as (typeof BARS)[number];
  const result = await page.evaluate(
    async ([late, last]) => {
      const { harness, engine, events, paged } = window;
      paged.tick({ ...late, close: late.low });
      paged.tick({ ...last, time: last.time + 86_400_000 });
      await harness.atRest();
      const held = engine.bars();
      return {
        late: held.at(-6)?.close,
        count: held.length,
        drawn: events.legend.at(-1)?.studies.liquiditySpread?.spread,
        computed: harness.computeStudy('liquiditySpread', held).spread.at(-1),
      };
    },
    [late, LAST] as const,
  );
  expect(result.late).toBe(late.low);
  expect(result.count).toBe(801);
  expect(result.drawn).toBeCloseTo(result.computed ?? Number.NaN, 9);
});

test('drawn studies equal those computed over all bars, also after ticks and new bars', async () => {
  await openClosed();
  const differences = await page.evaluate(async (last) => {
    const { harness, engine, events, paged } = window;
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
  }, LAST);
  expect(differences).toEqual([]);
});

test('every candle type, scale and theme draws its own picture without an error', async () => {
  await openClosed();
  const pictures = await page.evaluate(async () => {
    const { harness, engine } = window;
    const drawn: number[] = [];
    const look = async () => {
      await harness.atRest();
      drawn.push(harness.look(engine));
    };
    for (const type of ['candles', 'hollow', 'bars', 'line', 'area', 'heikinAshi'] as const) {
      engine.setCandleType(type);
      await look();
    }
    for (const scale of ['log', 'percent'] as const) {
      engine.setPriceScale(scale);
      await look();
    }
    engine.setTheme(harness.DARK);
    await look();
    return drawn;
  });
  expect(new Set(pictures).size).toBe(9);
});

test('a logarithmic scale waits while a visible price is not above zero', async () => {
  const answers = await page.evaluate(async () => {
    const { harness } = window;
    const bars = harness.sampleBars(800).map((bar) => ({ ...bar, low: bar.low - 1_000 }));
    const { engine } = await harness.show(bars);
    return [engine.setPriceScale('log'), engine.setPriceScale('percent')];
  });
  expect(answers).toEqual([false, true]);
});

test('a logarithmic scale gives way to prices not above zero, and returns', async () => {
  const belowZero = { open: -30, high: -20, low: -37, close: -25 };
  const fallen = BARS.map((bar, index) => ({ ...bar, ...(index < 300 && belowZero) }));
  const seen = await page.evaluate(async (bars) => {
    const { harness } = window;
    const { engine, events, paged } = await harness.show(bars, { withoutStudies: true });
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
    paged.tick({ ...last, low: -37 });
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

test('hovering panes and axes moves the legend without an error', async () => {
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

test('published marks replace the computed ones until they are removed', async () => {
  await openClosed();
  const marks = await page.evaluate(async () => {
    const { harness, engine, events } = window;
    const { time = 0, low = 0 } = engine.bars().at(-3) ?? {};
    const mark = { id: 'm1', time: time + 5, price: low, side: 'buy', strong: true } as const;
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

test('a bar closed by time alone turns solid', async () => {
  const changed = await page.evaluate(async (lastMs) => {
    const { harness } = window;
    const clock = { nowMs: lastMs + 3_600_000 };
    const { engine } = await harness.show(harness.sampleBars(800), clock);
    const forming = harness.look(engine);
    clock.nowMs = lastMs + 90_000_000;
    const drawn = harness.drawingCount();
    await harness.until(() => harness.drawingCount() > drawn);
    return harness.look(engine) !== forming;
  }, LAST_MS);
  expect(changed).toBe(true);
});

test('without a crosshair the legend reads prices of the last bar and studies of the last closed one', async () => {
  const seen = await page.evaluate(async (nowMs) => {
    const { harness } = window;
    const bars = harness.sampleBars(800);
    const { engine, events } = await harness.show(bars, { nowMs });
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

test('a line has the colour, width and dash of its study, and a hidden one is not drawn', async () => {
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

test('a bar that has ended is closing until its last trades are known', async () => {
  const seen = await page.evaluate(async (last) => {
    const { harness } = window;
    const endMs = last.time + 86_400_000;
    const options = { nowMs: endMs - 1_000 };
    const { engine, paged } = await harness.show(harness.sampleBars(800), options);
    const told: boolean[] = [];
    engine.on('legend', ({ isClosing }) => told.push(isClosing));
    const reached = async (knownUntilMs: number) => {
      paged.tick({ ...last, knownUntilMs });
      await harness.atRest();
      return told.at(-1);
    };
    const forming = await reached(endMs - 2_000);
    options.nowMs = endMs + 2_000;
    await harness.until(() => told.at(-1) === true);
    const revisions: (number | null)[] = [];
    engine.on('closed', ({ timeMs }) => revisions.push(timeMs));
    const still = [await reached(endMs - 1), engine.lastFinalMs() === last.time];
    const final = [await reached(endMs), engine.lastFinalMs() === last.time];
    return { forming, still, final, revisions };
  }, LAST);
  const [still, final] = [
    [true, false],
    [false, true],
  ];
  expect(seen).toEqual({ forming: undefined, still, final, revisions: [LAST_MS] });
});

test('a closing bar is reported once, in the same picture as the legend; a forming one never', async () => {
  const seen = await page.evaluate(async (last) => {
    const { harness } = window;
    const bars = harness.sampleBars(800);
    const options = { nowMs: last.time + 3_600_000 };
    const { engine, paged } = await harness.show(bars, options);
    const order: string[] = [];
    engine.on('closed', ({ timeMs }) => order.push(`closed ${timeMs}`));
    engine.on('legend', ({ studyBarCount }) => order.push(`legend ${studyBarCount}`));
    paged.tick({ ...last, close: last.close + 1, high: last.high + 2 });
    await harness.atRest();
    const next = { ...last, time: last.time + 86_400_000 };
    options.nowMs = next.time + 1_000;
    paged.tick({ ...last, close: 77 });
    paged.tick(next);
    await harness.atRest();
    return { order, closed: engine.closedBars(2), before: bars.at(-2) };
  }, LAST);
  expect(seen.order).toEqual(['legend 799', 'legend 800', `closed ${LAST_MS}`]);
  expect(seen.closed.map(({ time }) => time)).toEqual([seen.before?.time, LAST_MS]);
  expect(seen.closed[1]?.close).toBe(77);
});
