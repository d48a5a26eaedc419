import {
  type Cost,
  type Costs,
  closeCosts,
  drawingCosts,
  loadCosts,
  manyCosts,
  openCosts,
  pagingCosts,
  stepCosts,
} from './chart/measures.ts';
import { launchBrowser } from './chart/open-page.ts';
import { type Figure, median, report } from './figure.ts';

const BESIDE_LIBRARY = ['bare', 'product'] as const;
const LOAD = { kinds: BESIDE_LIBRARY, bars: 10_000, rounds: 9 };
const TICKS = { kinds: BESIDE_LIBRARY, bars: 100_000, steps: 40, rounds: 7 };
const PANS = { kinds: BESIDE_LIBRARY, bars: 10_000, steps: 120, rounds: 5 };
/** Back to 100 000 bars; the first and the last pages are compared. */
const PAGING = { pages: 49, of: 2_000 };
const COMPARED = 7;
const MANY = { charts: 4, bars: 10_000, steps: 120, rounds: 5 };
const OPENED = { counts: [1, 8], bars: 3_000, rounds: 5 } as const;
const DRAWINGS = { bars: 10_000, steps: 118, rounds: 5, among: 200, restored: 100 };
const FRAME_MS = 1_000 / 60;
const ALL_KINDS = ['product', 'bare', 'lightweight'] as const;
const MILLION = { kinds: ALL_KINDS, bars: 1_000_000, rounds: 3 };
/** A panned frame with a million bars: what is in view is all that may be computed. */
const MILLION_FRAME_MS = 10;

function ratio(what: string, { bare, product }: Costs<(typeof BESIDE_LIBRARY)[number]>): Figure {
  const clock = `${product.clockMs.toFixed(1)} ÷ ${bare.clockMs.toFixed(1)} ms`;
  return {
    what: `${what} ÷ the library alone`,
    value: product.mainThreadMs / bare.mainThreadMs,
    unit: 'ratio',
    bar: { atMost: 1.5 },
    detail: `${product.mainThreadMs.toFixed(2)} ÷ ${bare.mainThreadMs.toFixed(2)} ms; on the clock ${clock}`,
  };
}

function closing({ close, tick }: Awaited<ReturnType<typeof closeCosts>>): Figure {
  return {
    what: 'a bar closes, 100 000 bars, seven studies ÷ a tick',
    value: close.mainThreadMs / tick.mainThreadMs,
    unit: 'ratio',
    bar: { atMost: 1.2 },
    detail: `${close.mainThreadMs.toFixed(2)} ÷ ${tick.mainThreadMs.toFixed(2)} ms`,
  };
}

function paging(costs: readonly number[]): Figure {
  // The very first page warms up.
  const [first, last] = [median(costs.slice(1, 1 + COMPARED)), median(costs.slice(-COMPARED))];
  return {
    what: 'the last page of older bars, up to 100 000 ÷ the first',
    value: last / first,
    unit: 'ratio',
    bar: { atMost: 1.5 },
    detail: `${last.toFixed(1)} ÷ ${first.toFixed(1)} ms, medians of ${COMPARED}`,
  };
}

/** The product with seven studies beside klinecharts bare and lightweight-charts with candles and volume. */
function amongAll(
  what: string,
  { product, bare, lightweight }: Costs<(typeof ALL_KINDS)[number]>,
  bar?: Figure['bar'],
): Figure {
  const ms = ({ mainThreadMs }: Cost) => `${mainThreadMs.toFixed(1)} ms`;
  return {
    what: `${what}, 1 000 000 bars, seven studies`,
    value: product.mainThreadMs,
    unit: 'ms',
    ...(bar && { bar }),
    detail: `klinecharts bare ${ms(bare)}, lightweight-charts ${ms(lightweight)}`,
  };
}

const browser = await launchBrowser();
try {
  report([
    ratio('data set → painted, 10 000 bars, seven studies', await loadCosts(browser, LOAD)),
    ratio('one tick, 100 000 bars, seven studies', await stepCosts(browser, 'tick', TICKS)),
  ]);
  report([closing(await closeCosts(browser, TICKS)), paging(await pagingCosts(browser, PAGING))]);
  const { bare, product } = await stepCosts(browser, 'pan', PANS);
  report([
    {
      what: 'a frame of panning, 10 000 bars, seven studies',
      value: product.mainThreadMs,
      unit: 'ms',
      bar: { atMost: FRAME_MS },
      detail: `the library alone ${bare.mainThreadMs.toFixed(1)} ms; on the clock ${product.clockMs.toFixed(1)} ms`,
    },
  ]);
  const ticked = await manyCosts(browser, MANY);
  const { 1: one, 8: eight } = await openCosts(browser, OPENED);
  report([
    {
      what: 'a frame with a tick in each of four charts, 10 000 bars, seven studies each',
      value: ticked.mainThreadMs,
      unit: 'ms',
      bar: { atMost: FRAME_MS },
      detail: `on the clock, painted, ${ticked.clockMs.toFixed(1)} ms`,
    },
    {
      what: 'each of seven charts opened beside the first, 3 000 bars, seven studies ÷ the first',
      value: (eight.mainThreadMs - one.mainThreadMs) / 7 / one.mainThreadMs,
      unit: 'ratio',
      bar: { atMost: 1.5 },
      detail: `all eight ${eight.mainThreadMs.toFixed(0)} ms, one ${one.mainThreadMs.toFixed(0)} ms`,
    },
  ]);
  const { dragged, restoreMs } = await drawingCosts(browser, DRAWINGS);
  report([
    {
      what: 'a frame of dragging a drawing among 200, 10 000 bars, seven studies',
      value: dragged.mainThreadMs,
      unit: 'ms',
      bar: { atMost: FRAME_MS },
      detail: `on the clock ${dragged.clockMs.toFixed(1)} ms`,
    },
    {
      what: 'a layout with 100 drawings restored → painted',
      value: restoreMs,
      unit: 'ms',
      bar: { atMost: 100 },
    },
  ]);
  report([
    amongAll('data set → painted', await loadCosts(browser, MILLION)),
    amongAll('one tick', await stepCosts(browser, 'tick', { ...MILLION, steps: 10 })),
    amongAll('a frame of panning', await stepCosts(browser, 'pan', { ...MILLION, steps: 120 }), {
      atMost: MILLION_FRAME_MS,
    }),
  ]);
} finally {
  await browser.close();
}
