import { beforeEach, expect, test } from 'vitest';
import { openHarness, page } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

const BARS = sampleBars(900);
const OTHER = sampleBars(300, { seed: 99 });

beforeEach(() => openHarness());

test('a late answer for an instrument that was left is dropped', async () => {
  const result = await page.evaluate(
    async ([first, second]) => {
      const { harness } = window;
      const { engine, ...left } = await harness.showManual();
      const opened = harness.createManualSource();
      engine.open({ symbol: harness.symbol('BBB'), resolution: '1D', source: opened.source });
      await harness.atRest();
      opened.requests[0]?.resolve({ bars: second, hasOlder: false });
      await harness.atRest();
      left.requests[0]?.resolve({ bars: first, hasOlder: true });
      left.tick({ ...first[0], close: 1 } as (typeof first)[number]);
      await harness.atRest();
      return {
        bars: engine.bars(),
        isAborted: left.requests[0]?.isAborted(),
        listeners: left.listenerCount(),
      };
    },
    [BARS, OTHER] as const,
  );
  expect(result.bars).toEqual(OTHER);
  expect([result.isAborted, result.listeners]).toEqual([true, 0]);
});

test('scrolling to the left edge loads page after page until history begins', async () => {
  const seen = await page.evaluate(async () => {
    const { harness } = window;
    const bars = harness.sampleBars(900);
    const { engine, events } = await harness.show(bars, { first: 300, pageCount: 150 });
    const atFirst = engine.bars().length;
    engine.showOldest();
    await harness.atRest();
    return {
      atFirst,
      bars: engine.bars(),
      coverage: events.coverage.at(-1),
      visible: events.visible.at(-1),
    };
  });
  expect(seen.atFirst).toBeLessThan(900);
  expect(seen.bars).toEqual(BARS);
  expect(seen.coverage).toEqual({
    barCount: 900,
    firstBarMs: BARS[0]?.time,
    awayUntilMs: null,
    neededBars: 599,
    reachedBeginning: true,
  });
  expect(seen.visible?.fromMs).toBe(BARS[0]?.time);
});

test('the first bars are shown alone, ticks leave them in place, and moving right meets the newest again', async () => {
  const seen = await page.evaluate(async () => {
    const { harness } = window;
    const bars = harness.sampleBars(2_000);
    const { engine, events, paged } = await harness.show(bars, { first: 300, pageCount: 400 });
    paged.reachFar();
    engine.showOldest();
    await harness.atRest();
    const last = bars[1_999] as (typeof bars)[number];
    paged.tick({ ...last, close: 77, high: 999, low: 1 });
    await harness.atRest();
    const away = {
      bars: engine.bars(),
      visible: events.visible.at(-1),
      coverage: events.coverage.at(-1),
      lastBar: events.lastBar.at(-1),
      legend: events.legend.at(-1),
    };
    const steps: (number | undefined)[] = [];
    while (engine.bars().length < 2_000 && steps.length < 60) {
      engine.showTime(engine.bars().at(-20)?.time ?? 0, null);
      await harness.atRest();
      steps.push(events.visible.at(-1)?.fromMs);
    }
    const met = { bars: engine.bars(), coverage: events.coverage.at(-1), steps };
    engine.showOldest();
    await harness.atRest();
    const again = engine.bars().length;
    return { away, met, again };
  });
  const all = sampleBars(2_000);
  expect(seen.away.bars[0]).toEqual(all[0]);
  expect(seen.away.bars.length).toBeLessThan(1_300);
  expect(seen.away.visible).toMatchObject({ fromMs: all[0]?.time, isNewest: false });
  expect(seen.away.coverage).toMatchObject({ reachedBeginning: true });
  expect(seen.away.coverage?.awayUntilMs).not.toBeNull();
  expect(seen.away.lastBar?.close).toBe(77);
  expect(seen.away.legend).toMatchObject({ isAtCrosshair: true });
  expect(seen.met.bars.map(({ time }) => time)).toEqual(all.map(({ time }) => time));
  expect(seen.met.bars.at(-1)?.close).toBe(77);
  expect(seen.met.coverage).toMatchObject({ awayUntilMs: null, reachedBeginning: true });
  expect(seen.met.steps).toEqual(seen.met.steps.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
  expect(seen.again).toBe(2_000);
});

test('a failed page is a hatched span with its reason and no beginning, and a retry loads it', async () => {
  const result = await page.evaluate(async () => {
    const { harness } = window;
    const bars = harness.sampleBars(900);
    const { engine, events, requests } = await harness.showManual();
    requests[0]?.resolve({ bars: bars.slice(800), hasOlder: true });
    await harness.atRest();
    requests[1]?.reject(new Error('The feed does not answer.'));
    await harness.atRest();
    const afterFailure = { load: events.load.at(-1), coverage: events.coverage.at(-1) };
    const hatched = harness.look(engine);
    const requested = requests.length;
    engine.retry();
    await harness.atRest();
    requests[2]?.resolve({ bars: bars.slice(700, 800), hasOlder: false });
    await harness.atRest();
    return {
      afterFailure,
      requested,
      isDrawnOtherwise: hatched !== harness.look(engine),
      load: events.load.at(-1),
      coverage: events.coverage.at(-1),
      before: requests[2]?.beforeMs,
    };
  });
  expect(result.afterFailure.load).toMatchObject({
    kind: 'failed',
    part: 'older',
    message: 'The feed does not answer.',
    hasBars: true,
  });
  expect(result.afterFailure.coverage?.reachedBeginning).toBe(false);
  expect(result.requested).toBe(2);
  expect(result.before).toBe(BARS[800]?.time);
  expect(result.load).toEqual({ kind: 'idle' });
  expect(result.coverage).toMatchObject({ barCount: 200, reachedBeginning: true });
  expect(result.isDrawnOtherwise).toBe(true);
});

test('after a failed page, scrolling at the edge requests nothing until a retry', async () => {
  const requested = await page.evaluate(async () => {
    const { harness } = window;
    const { engine, requests } = await harness.showManual();
    requests[0]?.resolve({ bars: harness.sampleBars(900).slice(880), hasOlder: true });
    await harness.atRest();
    requests[1]?.reject(new Error('Down.'));
    await harness.atRest();
    for (const factor of [0.9, 0.9]) {
      engine.zoom(factor);
      await harness.atRest();
    }
    const afterScrolling = requests.length;
    engine.retry();
    await harness.atRest();
    return [afterScrolling, requests.length];
  });
  expect(requested).toEqual([2, 3]);
});

test('a failed first page is reported, and a reload draws it', async () => {
  const result = await page.evaluate(async () => {
    const { harness } = window;
    const { engine, events, requests } = await harness.showManual();
    requests[0]?.reject(new Error('No.'));
    await harness.atRest();
    const failed = events.load.at(-1);
    engine.reload();
    await harness.atRest();
    requests[1]?.resolve({ bars: harness.sampleBars(900), hasOlder: false });
    await harness.atRest();
    return { failed, count: engine.bars().length, legend: events.legend.at(-1)?.bar };
  });
  const failed = { kind: 'failed', part: 'first', message: 'No.', hasBars: false };
  expect(result.failed).toMatchObject(failed);
  expect(result.count).toBe(900);
  expect(result.legend).toEqual(BARS.at(-1));
});

test('ticks before the first bars are not lost', async () => {
  const last = await page.evaluate(
    async (newest) => {
      const { harness } = window;
      const { engine, requests, tick } = await harness.showManual();
      tick({ ...newest, close: newest.close * 1.01, high: newest.high * 1.01 });
      await harness.atRest();
      requests[0]?.resolve({ bars: harness.sampleBars(900), hasOlder: false });
      await harness.atRest();
      return engine.bars().at(-1)?.close;
    },
    BARS.at(-1) as (typeof BARS)[number],
  );
  expect(last).toBeCloseTo((BARS.at(-1)?.close ?? 0) * 1.01);
});

test('every chart reports its coverage, also one with the same bars', async () => {
  const counts = await page.evaluate(async () => {
    const { harness } = window;
    const { engine, events, paged } = await harness.show(harness.sampleBars(900));
    engine.open({ symbol: harness.symbol('BBB'), resolution: '1D', source: paged.source });
    await harness.atRest();
    return events.coverage.map(({ barCount }) => barCount).filter((count) => count > 0);
  });
  expect(counts).toEqual([900, 900]);
});

test('cached bars are drawn at once, and stay after a failed first page', async () => {
  const result = await page.evaluate(async () => {
    const { harness } = window;
    const bars = harness.sampleBars(900);
    const engine = harness.create();
    const events = harness.collect(engine);
    const manual = harness.createManualSource();
    const source = {
      ...manual.source,
      loadNewest: (signal: AbortSignal, onPart: (part: typeof bars) => void) => {
        onPart(bars.slice(100, 800));
        return manual.source.loadNewest(signal, onPart);
      },
    };
    engine.open({ symbol: harness.symbol('AAA'), resolution: '1D', source });
    await harness.atRest();
    const early = { count: engine.bars().length, load: events.load.at(-1) };
    const drawn = harness.look(engine);
    manual.requests[0]?.reject(new Error('No.'));
    await harness.atRest();
    const failed = { count: engine.bars().length, load: events.load.at(-1) };
    engine.retry();
    await harness.atRest();
    manual.requests[1]?.resolve({ bars, hasOlder: false });
    await harness.atRest();
    const isRedrawn = harness.look(engine) !== drawn;
    return { early, failed, count: engine.bars().length, isRedrawn };
  });
  expect(result.early).toMatchObject({ count: 700, load: { kind: 'first', hasBars: true } });
  expect(result.failed).toMatchObject({ count: 700, load: { kind: 'failed', hasBars: true } });
  expect(result).toMatchObject({ count: 900, isRedrawn: true });
});

test('a span that is not loaded gets room where the oldest bar is in view', async () => {
  const places = await page.evaluate(async () => {
    const { harness } = window;
    const { engine, requests } = await harness.showManual();
    requests[0]?.resolve({ bars: harness.sampleBars(900).slice(300), hasOlder: true });
    await harness.atRest();
    engine.showOldest();
    await harness.atRest();
    requests[1]?.reject(new Error('Down.'));
    await harness.atRest();
    return [20, 130, 160].map((x) => engine.pointAt(x, 200)?.timeMs);
  });
  const oldest = BARS[300]?.time ?? 0;
  expect(places.slice(0, 2)).toEqual([oldest, oldest]);
  expect(places[2]).toBeGreaterThan(oldest);
});

test('bars since an outage are hatched until they have been read', async () => {
  const result = await page.evaluate(async () => {
    const { harness } = window;
    const bars = harness.sampleBars(900);
    const { engine, events, requests, setUnread } = await harness.showManual();
    requests[0]?.resolve({ bars, hasOlder: false });
    await harness.atRest();
    const pictures = [harness.look(engine)];
    for (const fromMs of [bars.at(-20)?.time ?? 0, null]) {
      setUnread(fromMs);
      await harness.atRest();
      pictures.push(harness.look(engine));
    }
    return { pictures, unread: events.unread };
  });
  const [before, during, after] = result.pictures;
  expect(during).not.toBe(before);
  expect(after).toBe(before);
  expect(result.unread).toEqual([{ fromMs: BARS.at(-20)?.time }, { fromMs: null }]);
});
