import { type Costs, loadCosts, stepCosts } from './chart/measures.ts';
import { launchBrowser } from './chart/open-page.ts';
import { type Figure, report } from './figure.ts';

const LOAD_BARS = 10_000;
const LOAD_ROUNDS = 9;
const TICKS = { bars: 100_000, steps: 40, rounds: 7 };
const PANS = { bars: 10_000, steps: 120, rounds: 5 };
const FRAME_MS = 1_000 / 60;

function ratio(what: string, { bare, product }: Costs): Figure {
  const clock = `${product.clockMs.toFixed(1)} ÷ ${bare.clockMs.toFixed(1)} ms`;
  return {
    what: `${what} ÷ the library alone`,
    value: product.mainThreadMs / bare.mainThreadMs,
    unit: 'ratio',
    bar: { atMost: 1.5 },
    detail: `${product.mainThreadMs.toFixed(2)} ÷ ${bare.mainThreadMs.toFixed(2)} ms; on the clock ${clock}`,
  };
}

const browser = await launchBrowser();
try {
  report([
    ratio(
      'data set → painted, 10 000 bars, seven studies',
      await loadCosts(browser, LOAD_BARS, LOAD_ROUNDS),
    ),
    ratio('one tick, 100 000 bars, seven studies', await stepCosts(browser, 'tick', TICKS)),
  ]);
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
} finally {
  await browser.close();
}
