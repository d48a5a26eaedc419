import type { Browser } from 'playwright-core';
import { median } from '../figure.ts';
import { type BenchPage, openBenchPage } from './open-page.ts';
import type { ChartKind } from './page.ts';

/** Medians: the main thread's processor time, and the time on the clock until everything was painted. */
export type Cost = { mainThreadMs: number; clockMs: number };
export type Costs<Kind extends ChartKind> = Record<Kind, Cost>;

function middleOf(samples: Cost[]): Cost {
  return {
    mainThreadMs: median(samples.map(({ mainThreadMs }) => mainThreadMs)),
    clockMs: median(samples.map(({ clockMs }) => clockMs)),
  };
}

function byKind<Kind extends ChartKind, Value>(
  kinds: readonly Kind[],
  measured: (kind: Kind) => Value,
): Record<Kind, Value> {
  return Object.fromEntries(kinds.map((kind) => [kind, measured(kind)])) as Record<Kind, Value>;
}

const NO_PAGES = { pages: 0, of: 0 };

async function create(
  browser: Browser,
  kind: ChartKind,
  bars: number,
  older = NO_PAGES,
): Promise<BenchPage> {
  const opened = await openBenchPage(browser);
  await opened.page.evaluate(([of, count, pages]) => window.bench.create(of, count, pages), [
    kind,
    bars,
    older,
  ] as const);
  return opened;
}

/** Data set → painted, each time on a new page, the kinds of charts in turns. */
export async function loadCosts<Kind extends ChartKind>(
  browser: Browser,
  { kinds, bars, rounds }: { kinds: readonly Kind[]; bars: number; rounds: number },
): Promise<Costs<Kind>> {
  const samples = byKind<Kind, Cost[]>(kinds, () => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of kinds) {
      const { page, mainThreadMs, close } = await create(browser, kind, bars);
      const before = await mainThreadMs();
      const clockMs = await page.evaluate(() => window.bench.load());
      samples[kind].push({ mainThreadMs: (await mainThreadMs()) - before, clockMs });
      await close();
    }
  }
  return byKind(kinds, (kind) => middleOf(samples[kind]));
}

type Repeated = 'tick' | 'stream' | 'pan' | 'close' | 'dragDrawing';

/** One step of many, less what the same number of frames costs in which nothing happens. */
async function sample({ page, mainThreadMs }: BenchPage, what: Repeated, steps: number) {
  const run = async (isIdle: boolean) => {
    const before = await mainThreadMs();
    const times = await page.evaluate(([name, count, idle]) => window.bench[name](count, idle), [
      what,
      steps,
      isIdle,
    ] as const);
    return { taken: (await mainThreadMs()) - before, clockMs: median(times) };
  };
  const drawings = () => page.evaluate(() => window.bench.drawings());
  const idle = await run(true);
  const before = await drawings();
  const busy = await run(false);
  const drawn = (await drawings()) - before;
  if (drawn < steps) throw new Error(`${steps} steps of ${what} were drawn ${drawn} times`);
  return { mainThreadMs: (busy.taken - idle.taken) / steps, clockMs: busy.clockMs };
}

/** Ticks or panned frames at a number of bars; every kind's page stays open, and they are measured in turns. */
export async function stepCosts<Kind extends ChartKind>(
  browser: Browser,
  what: Repeated,
  {
    kinds,
    bars,
    steps,
    rounds,
  }: { kinds: readonly Kind[]; bars: number; steps: number; rounds: number },
): Promise<Costs<Kind>> {
  const samples = byKind<Kind, Cost[]>(kinds, () => []);
  const pages = new Map<Kind, BenchPage>();
  for (const kind of kinds) pages.set(kind, await create(browser, kind, bars));
  for (const { page, ...opened } of pages.values()) {
    await page.evaluate(() => window.bench.load());
    await page.bringToFront();
    await sample({ page, ...opened }, what, steps);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, opened] of pages) {
      await opened.page.bringToFront();
      samples[kind].push(await sample(opened, what, steps));
    }
  }
  for (const { close } of pages.values()) await close();
  return byKind(kinds, (kind) => middleOf(samples[kind]));
}

/** A new bar and a tick of the product's chart, in turns on one page. */
export async function closeCosts(
  browser: Browser,
  { bars, steps, rounds }: { bars: number; steps: number; rounds: number },
): Promise<{ close: Cost; tick: Cost }> {
  const opened = await create(browser, 'product', bars);
  await opened.page.evaluate(() => window.bench.load());
  const samples = { close: [] as Cost[], tick: [] as Cost[] };
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const what of ['close', 'tick'] as const) {
      const cost = await sample(opened, what, steps);
      if (round > 0) samples[what].push(cost);
    }
  }
  await opened.close();
  return { close: middleOf(samples.close), tick: middleOf(samples.tick) };
}

/** A frame in which each of several charts on one page has a tick. */
export async function manyCosts(
  browser: Browser,
  { charts, bars, steps, rounds }: { charts: number; bars: number; steps: number; rounds: number },
): Promise<Cost> {
  const opened = await create(browser, 'product', bars);
  await opened.page.evaluate((count) => window.bench.loadMany(count), charts);
  const samples: Cost[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    samples.push(await sample(opened, 'stream', steps));
  }
  await opened.close();
  // The first round warms up.
  return middleOf(samples.slice(1));
}

/** Numbers of charts opened on a new page → all painted, in turns. */
export async function openCosts<Count extends number>(
  browser: Browser,
  { counts, bars, rounds }: { counts: readonly Count[]; bars: number; rounds: number },
): Promise<Record<Count, Cost>> {
  const samples = new Map<number, Cost[]>(counts.map((count) => [count, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [count, taken] of samples) {
      const { page, mainThreadMs, close } = await create(browser, 'product', bars);
      const before = await mainThreadMs();
      const clockMs = await page.evaluate((of) => window.bench.loadMany(of), count);
      taken.push({ mainThreadMs: (await mainThreadMs()) - before, clockMs });
      await close();
    }
  }
  const middles = counts.map((count) => [count, middleOf(samples.get(count) ?? [])]);
  return Object.fromEntries(middles) as Record<Count, Cost>;
}

/** Main thread's milliseconds of each older page of the product's chart, from the newest on, until it is painted. */
export async function pagingCosts(
  browser: Browser,
  { pages, of }: { pages: number; of: number },
): Promise<number[]> {
  const opened = await create(browser, 'product', of, { pages, of });
  await opened.page.evaluate(() => window.bench.load());
  const costs: number[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const before = await opened.mainThreadMs();
    await opened.page.evaluate((loaded) => window.bench.older(loaded), page * of);
    costs.push((await opened.mainThreadMs()) - before);
  }
  await opened.close();
  return costs;
}

/** A drawing dragged among others, and the time in which a layout with some is restored, on one page of the product. */
export async function drawingCosts(
  browser: Browser,
  {
    bars,
    steps,
    rounds,
    among,
    restored,
  }: Record<'bars' | 'steps' | 'rounds' | 'among' | 'restored', number>,
): Promise<{ dragged: Cost; restoreMs: number }> {
  const opened = await create(browser, 'product', bars);
  await opened.page.evaluate(() => window.bench.load());
  const restore = (count: number) => opened.page.evaluate((of) => window.bench.restore(of), count);
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) times.push(await restore(restored));
  await restore(among);
  const samples: Cost[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    samples.push(await sample(opened, 'dragDrawing', steps));
  }
  await opened.close();
  // The first rounds warm up.
  return { dragged: middleOf(samples.slice(1)), restoreMs: median(times.slice(1)) };
}
