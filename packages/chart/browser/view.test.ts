import { beforeEach, expect, test } from 'vitest';
import { drag } from './harness/gestures.ts';
import { act, openHarness, page } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

const BARS = sampleBars(800);

beforeEach(async () => {
  await openHarness();
  await page.evaluate(async () => {
    await window.harness.show(window.harness.sampleBars(800), { first: 400 });
  });
});

function heights(places: { pane: string; heightPx: number }[] | undefined): Record<string, number> {
  return Object.fromEntries((places ?? []).map(({ pane, heightPx }) => [pane, heightPx]));
}

test('panes share the height 60, 13, 14, 13 and follow the size of the chart', async () => {
  const shares = await page.evaluate(async () => {
    const { harness, events } = window;
    const before = events.panes.at(-1);
    const container = document.querySelector<HTMLElement>('#chart');
    if (container) container.style.height = '600px';
    await harness.until(() => events.panes.at(-1) !== before);
    return [before, events.panes.at(-1)];
  });
  for (const [places, total] of [
    [shares[0], 772],
    [shares[1], 572],
  ] as const) {
    const { tightness = 0, longShort = 0, liquiditySpread = 0, main = 0 } = heights(places);
    expect(tightness / total).toBeCloseTo(0.13, 2);
    expect(longShort / total).toBeCloseTo(0.14, 2);
    expect(liquiditySpread / total).toBeCloseTo(0.13, 2);
    expect(main / total).toBeCloseTo(0.6, 1);
  }
});

test('a dragged border keeps its share when the chart changes its size', async () => {
  const border = await page.evaluate(() => {
    const places = window.events.panes.at(-1) ?? [];
    return places.find(({ pane }) => pane === 'tightness')?.topPx ?? 0;
  });
  await page.mouse.move(400, border - 1);
  await page.mouse.down();
  for (let y = border; y >= border - 100; y -= 25) {
    await page.mouse.move(400, y);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 25)));
  }
  await page.mouse.up();
  const ratios = await page.evaluate(async () => {
    const { harness, events } = window;
    const shareOf = () => {
      const places = events.panes.at(-1) ?? [];
      const all = places.reduce((sum, { heightPx }) => sum + heightPx, 0);
      return (places.find(({ pane }) => pane === 'tightness')?.heightPx ?? 0) / all;
    };
    await harness.atRest();
    const [dragged, before] = [shareOf(), events.panes.at(-1)];
    const container = document.querySelector<HTMLElement>('#chart');
    if (container) container.style.height = '640px';
    await harness.until(() => events.panes.at(-1) !== before);
    return [dragged, shareOf()];
  });
  expect(ratios[0]).toBeGreaterThan(0.2);
  expect(ratios[1]).toBeCloseTo(ratios[0] ?? 0, 1);
});

test('a pane goes with its last study and comes back with it; one pane can stand alone', async () => {
  const seen = await page.evaluate(async () => {
    const { harness, engine, events } = window;
    const panes = async () => {
      await harness.atRest();
      return (events.panes.at(-1) ?? []).map(({ pane }) => pane);
    };
    const all = harness.allStudies();
    engine.setStudies(all.filter(({ id }) => id !== 'tightness' && id !== 'deployment'));
    const without = await panes();
    engine.setStudies(all);
    const again = await panes();
    engine.setOnlyPane('longShort');
    const alone = await panes();
    engine.setOnlyPane('main');
    const none = await panes();
    engine.setOnlyPane(null);
    return { without, again, alone, none };
  });
  expect(seen.without).toEqual(['main', 'longShort', 'liquiditySpread']);
  expect(seen.again).toEqual(['main', 'tightness', 'longShort', 'liquiditySpread']);
  expect(seen.alone).toEqual(['main', 'longShort']);
  expect(seen.none).toEqual(['main']);
});

test('several studies of one kind have their own inputs, lines and panes', async () => {
  const seen = await page.evaluate(async () => {
    const { harness, engine, events } = window;
    const tightness = { id: 'tightness' as const, isVisible: true };
    const short = { ...tightness, key: 'tightness-2', inputs: { shortTermLength: 10 } };
    const moved = { ...tightness, key: 'tightness-3', pane: 'tightness', inputs: {} };
    const far = { id: 'deployment' as const, key: 'deployment-9', inputs: {}, isVisible: true };
    engine.setStudies([...harness.allStudies(), short, moved, far]);
    await harness.atRest();
    const panes = events.panes.at(-1)?.map(({ pane, heightPx }) => ({ pane, heightPx }));
    return { panes, values: events.legend.at(-1)?.studies };
  });
  expect(seen.panes?.map(({ pane }) => pane)).toEqual([
    'main',
    'tightness',
    'tightness-2',
    'longShort',
    'longShort-9',
    'liquiditySpread',
  ]);
  const heights = seen.panes?.map(({ heightPx }) => heightPx) ?? [];
  expect(Math.min(...heights)).toBeGreaterThan(43);
  expect(heights[0]).toBe(Math.max(...heights));
  const { values } = seen;
  expect(values?.['tightness-3']).toEqual(values?.tightness);
  expect(values?.['tightness-2']?.longTerm).toBe(values?.tightness?.longTerm);
  expect(values?.['tightness-2']?.shortTerm).toBeTypeOf('number');
  expect(values?.['tightness-2']?.shortTerm).not.toBe(values?.tightness?.shortTerm);
  expect(values?.['deployment-9']).toEqual(values?.deployment);
});

test('a study with invalid inputs draws nothing and the others stay', async () => {
  const seen = await page.evaluate(async () => {
    const { harness, engine, events } = window;
    const inputs = { comboShortRange: 100, comboLongRange: 60 };
    engine.setStudies(
      harness.allStudies().map((study) => (study.id === 'combo' ? { ...study, inputs } : study)),
    );
    await harness.atRest();
    const values = events.legend.at(-1)?.studies;
    return [values?.combo, typeof values?.longTermLevels?.resistance];
  });
  expect(seen).toEqual([undefined, 'number']);
});

test('a span is shown exactly, with older pages loaded as needed', async () => {
  const [from, to] = [BARS[120]?.time ?? 0, BARS[260]?.time ?? 0];
  const visible = await page.evaluate(
    async ({ fromMs, toMs }) => {
      const { harness, engine, events } = window;
      engine.showSpan(fromMs, toMs);
      await harness.atRest();
      return events.visible.at(-1);
    },
    { fromMs: from, toMs: to },
  );
  const day = 86_400_000;
  expect(Math.abs((visible?.fromMs ?? 0) - from)).toBeLessThanOrEqual(2 * day);
  expect(Math.abs((visible?.toMs ?? 0) - to)).toBeLessThanOrEqual(2 * day);
});

test('a short span begins at the left edge, and new bars take the room at its right', async () => {
  const first = BARS.at(-5)?.time ?? 0;
  const begins = await page.evaluate(async (first) => {
    const { harness, engine, paged } = window;
    const last = harness.sampleBars(800).at(-1);
    if (!last) throw new Error('No bars.');
    const begin = async () => {
      await harness.atRest();
      return [4, 54].map((x) => engine.pointAt(x, 200)?.timeMs);
    };
    engine.showSpan(first, last.time);
    const seen = [await begin()];
    for (const days of [1, 2]) paged.tick({ ...last, time: last.time + days * 86_400_000 });
    seen.push(await begin());
    engine.showNewest();
    seen.push(await begin());
    paged.tick({ ...last, time: last.time + 3 * 86_400_000 });
    seen.push(await begin());
    return seen;
  }, first);
  const [atFirst, afterTicks, newest, shifted] = begins;
  expect(atFirst).toEqual([first, first + 86_400_000]);
  expect(afterTicks).toEqual(atFirst);
  expect(newest?.[0]).toBeLessThan(first);
  expect(shifted?.[0]).toBe((newest?.[0] ?? 0) + 86_400_000);
});

test('a span of too few bars begins earlier where a least number is wanted, even one within a bar', async () => {
  const lastMs = BARS.at(-100)?.time ?? 0;
  const spans = await page.evaluate(async (lastMs) => {
    const { harness, engine, events } = window;
    const hour = 3_600_000;
    const seen = [];
    for (const fromMs of [lastMs - 30 * hour, lastMs + hour]) {
      engine.showSpan(fromMs, lastMs + 2 * hour, 30);
      await harness.atRest();
      seen.push(events.visible.at(-1));
    }
    return seen;
  }, lastMs);
  for (const visible of spans) {
    const shown = BARS.filter(
      ({ time }) => time >= (visible?.fromMs ?? 0) && time <= (visible?.toMs ?? 0),
    );
    expect(Math.abs(shown.length - 30)).toBeLessThanOrEqual(2);
    expect(Math.abs((shown.at(-1)?.time ?? 0) - lastMs)).toBeLessThanOrEqual(86_400_000);
  }
});

test('a span of thousands of bars is shown whole', async () => {
  const visible = await page.evaluate(async (count) => {
    const { harness, engine, events } = window;
    const start = Date.UTC(2026, 0, 5);
    const bars = Array.from({ length: count }, (_, index) => {
      return { time: start + index * 60_000, open: 1, high: 2, low: 1, close: 2, volume: 1 };
    });
    const { source } = harness.createPagedSource(bars, 500, 500);
    engine.open({ symbol: harness.symbol('LONG'), resolution: '1', source });
    await harness.atRest();
    const [from, to] = [bars[count - 2_200]?.time ?? 0, bars.at(-1)?.time ?? 0];
    engine.showSpan(from, to);
    await harness.atRest();
    return { asked: { fromMs: from, toMs: to }, shown: events.visible.at(-1) };
  }, 3_000);
  const { asked, shown } = visible;
  expect(Math.abs((shown?.fromMs ?? 0) - asked.fromMs)).toBeLessThanOrEqual(20 * 60_000);
  expect(shown?.toMs).toBe(asked.toMs);
});

test('showing the newest bar and resetting the view both end at the newest bar', async () => {
  const newest = await page.evaluate(async () => {
    const { harness, engine, events } = window;
    engine.showOldest();
    await harness.atRest();
    engine.showNewest();
    await harness.atRest();
    const first = events.visible.at(-1)?.toMs;
    engine.zoom(0.3);
    engine.resetView();
    await harness.atRest();
    return [first, events.visible.at(-1)?.toMs];
  });
  expect(newest).toEqual([BARS.at(-1)?.time, BARS.at(-1)?.time]);
});

test('the crosshair moves by bars from the last one and ends at both ends', async () => {
  const result = await page.evaluate(async () => {
    const { harness, engine, events } = window;
    const moves = [engine.moveCrosshair(1)];
    moves.push(engine.moveCrosshair(-1));
    await harness.atRest();
    const one = events.legend.at(-1)?.bar?.time;
    moves.push(engine.moveCrosshair(-300));
    await harness.atRest();
    const far = events.legend.at(-1)?.bar?.time;
    moves.push(engine.moveCrosshair(10_000), engine.moveCrosshair(1));
    await harness.atRest();
    const end = events.legend.at(-1);
    engine.hideCrosshair();
    await harness.atRest();
    return {
      moves,
      one,
      far,
      end: end?.bar?.time,
      isAt: [end?.isAtCrosshair, events.legend.at(-1)?.isAtCrosshair],
    };
  });
  expect(result.moves).toEqual([false, true, true, true, false]);
  expect(result.one).toBe(BARS.at(-2)?.time);
  expect(result.far).toBe(BARS.at(-302)?.time);
  expect(result.end).toBe(BARS.at(-1)?.time);
  expect(result.isAt).toEqual([true, false]);
});

test('pointing at a bar never scrolls the chart, revealing it does', async () => {
  const [shown, far] = [BARS.at(-20)?.time ?? 0, BARS.at(-300)?.time ?? 0];
  const result = await page.evaluate(
    async ({ shown, far }) => {
      const { harness, engine, events } = window;
      const look = async () => {
        await harness.atRest();
        const { bar, isAtCrosshair } = events.legend.at(-1) ?? {};
        return { at: isAtCrosshair ? bar?.time : null, toMs: events.visible.at(-1)?.toMs };
      };
      engine.showCrosshairAt(shown);
      const near = await look();
      engine.showCrosshairAt(far);
      const away = await look();
      engine.showCrosshairAt(far, { isRevealed: true });
      return { near, away, revealed: await look() };
    },
    { shown, far },
  );
  const newest = BARS.at(-1)?.time;
  expect(result.near).toEqual({ at: shown, toMs: newest });
  expect(result.away).toEqual({ at: null, toMs: newest });
  expect(result.revealed.at).toBe(far);
  expect(result.revealed.toMs).toBeLessThan(newest ?? 0);
});

/** The bar under a place of the main pane. */
const timeAt = (x: number) =>
  page.evaluate(async (x) => {
    await window.harness.atRest();
    return window.engine.pointAt(x, 300)?.timeMs ?? 0;
  }, x);

async function turnWheel(x: number, times: number): Promise<void> {
  await page.mouse.move(x, 300);
  for (let i = 0; i < Math.abs(times); i++) await page.mouse.wheel(0, Math.sign(times) * 120);
  await page.evaluate(() => window.harness.atRest());
}

test('the wheel zooms around the bar under the pointer once the newest bar is out of view', async () => {
  await act(() => window.engine.showOldest());
  for (const times of [-5, 3]) {
    const before = await timeAt(600);
    await turnWheel(600, times);
    expect(Math.abs((await timeAt(600)) - before)).toBeLessThanOrEqual(86_400_000);
  }
});

test('the newest bar keeps its place while the wheel zooms and it is in view', async () => {
  const place = () =>
    page.evaluate(async () => {
      const { harness, engine } = window;
      await harness.atRest();
      const newest = engine.bars(1)[0]?.time;
      const xs = Array.from({ length: 1_100 }, (_, x) => x);
      const own = xs.filter((x) => engine.pointAt(x, 300)?.timeMs === newest);
      // Places beyond the newest bar belong to it too.
      return own[0] ?? 0;
    });
  const bar = () => page.evaluate(() => window.engine.bars(1)[0]?.time ?? 0);
  const before = await place();
  for (const times of [12, -6, 20, -40]) {
    await turnWheel(300, times);
    const { isNewest } = (await page.evaluate(() => window.events.visible.at(-1))) ?? {};
    expect(isNewest).toBe(true);
    // Its middle stays; its left edge moves by half of the width.
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(26);
  }
  expect(await timeAt(before + 60)).toBe(await bar());
});

test('in a small chart the newest bar is near the axis, and moves back as the chart grows', async () => {
  const roomAt = (widthPx: number) =>
    page.evaluate(async (width) => {
      const { harness, engine } = window;
      const container = document.querySelector<HTMLElement>('#chart');
      if (container) container.style.width = `${width}px`;
      await harness.atRest();
      const newest = engine.bars(1)[0]?.time;
      const xs = Array.from({ length: width }, (_, x) => x);
      const first = xs.find((x) => engine.pointAt(x, 300)?.timeMs === newest) ?? 0;
      return width - first;
    }, widthPx);
  const wide = await roomAt(1_000);
  expect(await roomAt(320)).toBeLessThan(wide - 40);
  expect(await roomAt(1_000)).toBe(wide);
});

test('dragging moves the bars with the pointer', async () => {
  const before = await page.evaluate(() => window.events.visible.at(-1));
  await drag(page, [500, 300], [580, 300], 4);
  const after = await page.evaluate(async () => {
    await window.harness.atRest();
    return window.events.visible.at(-1);
  });
  const bars = ((before?.fromMs ?? 0) - (after?.fromMs ?? 0)) / 86_400_000;
  expect(Math.abs(bars - 10)).toBeLessThanOrEqual(1);
});

test('a disposed chart leaves nothing behind', async () => {
  const left = await page.evaluate(async () => {
    const { harness, engine, paged } = window;
    const [last] = engine.bars(1);
    engine.dispose();
    for (let i = 0; i < 10; i++) {
      const next = harness.create();
      next.open({ symbol: harness.symbol('AAA'), resolution: '1D', source: paged.source });
      await harness.nextPictures(i % 3);
      next.dispose();
      next.dispose();
    }
    if (last) paged.tick(last);
    await harness.atRest();
    return {
      nodes: document.querySelector('#chart')?.childElementCount,
      canvases: document.querySelectorAll('canvas').length,
      listeners: paged.listenerCount(),
    };
  });
  expect(left).toEqual({ nodes: 0, canvases: 0, listeners: 0 });
});

test('scrolling leaves at least five bars at either end, and reports whether the newest is in view', async () => {
  const pull = async (fromX: number, toX: number) => {
    for (let i = 0; i < 8; i++) {
      await drag(page, [fromX, 300], [toX, 300], 2);
    }
    return page.evaluate(async () => {
      const { harness, engine, events } = window;
      await harness.atRest();
      const { fromMs = 0, toMs = 0, isNewest } = events.visible.at(-1) ?? {};
      const inView = engine.bars().filter(({ time }) => time >= fromMs && time <= toMs);
      return { count: inView.length, isNewest };
    });
  };
  const future = await pull(1_000, 100);
  expect(future.isNewest).toBe(true);
  expect(future.count).toBeGreaterThanOrEqual(5);
  expect(future.count).toBeLessThanOrEqual(7);
  expect((await pull(100, 1_000)).isNewest).toBe(false);
});

function isAutoScaled(): Promise<boolean | undefined> {
  return page.evaluate(async () => {
    await window.harness.atRest();
    return window.events.visible.at(-1)?.isAutoScaled;
  });
}

async function stretchPriceAxis(): Promise<void> {
  await drag(page, [1_180, 200], [1_180, 280], 4);
}

test('a dragged value axis stops scaling automatically until the view is reset', async () => {
  expect(await isAutoScaled()).toBe(true);
  await stretchPriceAxis();
  expect(await isAutoScaled()).toBe(false);
  await page.evaluate(() => window.engine.resetView());
  expect(await isAutoScaled()).toBe(true);
});

test('a dragged percentage scale stays while other bars come into view', async () => {
  await page.evaluate(() => window.engine.setPriceScale('percent'));
  expect(await isAutoScaled()).toBe(true);
  await stretchPriceAxis();
  const firstInView = () => page.evaluate(() => window.events.visible.at(-1)?.fromMs ?? 0);
  const before = await firstInView();
  await drag(page, [500, 200], [700, 200], 8);
  expect(await isAutoScaled()).toBe(false);
  expect(await firstInView()).toBeLessThan(before);
});

test('eight panes leave the prices their height; folds and order are undone and come back with a layout', async () => {
  const seen = await page.evaluate(async () => {
    const { harness, engine, events } = window;
    const panes = async () => {
      await harness.atRest();
      return events.panes.at(-1) ?? [];
    };
    const before = engine.layout();
    engine.setStudies(
      Array.from({ length: 8 }, (_, index) => ({
        id: 'tightness' as const,
        key: index === 0 ? 'tightness' : `tightness-${index + 1}`,
        inputs: {},
        isVisible: true,
      })),
    );
    const eight = await panes();
    engine.foldPane('tightness', true);
    const folded = await panes();
    engine.movePane('tightness', 1);
    const moved = await panes();
    const layout = engine.layout();
    engine.history.undo();
    engine.history.undo();
    const undone = await panes();
    if (before) engine.applyLayout(before);
    if (layout) engine.applyLayout(layout);
    return { eight, folded, moved, undone, again: await panes() };
  });
  const names = (places: { pane: string }[]) => places.map(({ pane }) => pane);
  const lines = (places: { pane: string; isFolded: boolean }[]) =>
    names(places.filter(({ isFolded }) => isFolded));
  const total = seen.eight.reduce((sum, { heightPx }) => sum + heightPx, 0);
  expect((seen.eight[0]?.heightPx ?? 0) / total).toBeGreaterThanOrEqual(0.55);
  expect(lines(seen.eight).at(-1)).toBe('tightness-8');
  expect(lines(seen.folded)).toContain('tightness');
  expect(seen.folded[1]?.heightPx).toBe(22);
  expect(names(seen.moved).slice(1, 3)).toEqual(['tightness-2', 'tightness']);
  expect(seen.undone).toEqual(seen.eight);
  expect(seen.again).toEqual(seen.moved);
});

test('a border that is dragged beside folded panes stays in a chart that is a pixel lower, and with its layout', async () => {
  const panes = () =>
    page.evaluate(async () => {
      await window.harness.atRest();
      return window.events.panes.at(-1) ?? [];
    });
  await page.evaluate(() => {
    window.engine.foldPane('longShort', true);
    window.engine.foldPane('liquiditySpread', true);
  });
  const border = (await panes())[1]?.topPx ?? 0;
  await drag(page, [400, border - 1], [400, border - 181], 6);
  const dragged = await panes();
  const layout = await page.evaluate(() => window.engine.layout());
  const height = await page.evaluate(() => document.querySelector('#chart')?.clientHeight ?? 0);
  const setHeight = (px: number) =>
    page.evaluate((to) => {
      const container = document.querySelector<HTMLElement>('#chart');
      if (container) container.style.height = `${to}px`;
    }, px);
  await setHeight(height - 1);
  await expect.poll(async () => (await panes()).at(-1)?.topPx).not.toBe(dragged.at(-1)?.topPx);
  const lower = await panes();
  await setHeight(height);
  await expect.poll(async () => (await panes()).at(-1)?.topPx).toBe(dragged.at(-1)?.topPx);
  await page.evaluate((one) => {
    window.engine.resetView();
    if (one) window.engine.applyLayout(one);
  }, layout);
  const again = await panes();
  expect(dragged.map(({ isFolded }) => isFolded)).toEqual([false, false, true, true]);
  expect(Math.abs((dragged[1]?.topPx ?? 0) - (border - 180))).toBeLessThanOrEqual(2);
  expect(Math.abs((lower[1]?.topPx ?? 0) - (dragged[1]?.topPx ?? 0))).toBeLessThanOrEqual(1);
  expect(again).toEqual(dragged);
});
