import { type Figure, median, report } from './figure.ts';
import {
  candlesBesideStudies,
  chartsOfPage,
  codeToCandle,
  deepLinks,
  heapAfter,
  panning,
  symbolSwitches,
  watchlistSteps,
} from './page/measures.ts';
import { openProduct, type Side } from './page/open-product.ts';
import { type SlowVisit, slowVisits } from './page/slow-visits.ts';

const ROUNDS = 20;
/** A network may request at most twenty codes an hour. */
const SIGN_INS = 9;
const SLOW_VISITS = 5;
/** The switches before the first figure fill the caches of visited symbols. */
const SWITCHES = [20, 220] as const;

function besideBare(what: string, times: Record<Side, number[]>, atMost: number): Figure {
  const [product, bare] = [median(times.product), median(times.bare)];
  return {
    what: `${what} ÷ the library on a bare page`,
    value: product / bare,
    unit: 'ratio',
    bar: { atMost },
    detail: `${product.toFixed(0)} ÷ ${bare.toFixed(0)} ms, medians of ${times.product.length}`,
  };
}

function slowFigures(page: string, { shownMs, usefulMs }: SlowVisit, atMost: number): Figure[] {
  const detail = `median of ${SLOW_VISITS} first visits, 51 kB/s, 2 s latency`;
  return [
    { what: `${page}, slow: frame`, value: shownMs / 1_000, unit: 's', bar: { atMost: 4 }, detail },
    { what: `${page}, slow: useful`, value: usefulMs / 1_000, unit: 's', bar: { atMost }, detail },
  ];
}

const product = await openProduct();
try {
  const known = await deepLinks(product, { rounds: ROUNDS, isNewBrowser: false });
  report([besideBare('deep link → first candle', known, 2)]);
  const first = await deepLinks(product, { rounds: ROUNDS, isNewBrowser: true });
  report([besideBare('deep link → first candle, nothing cached', first, 2)]);
  const beside = await candlesBesideStudies(product, ROUNDS);
  report([
    {
      what: 'deep link → first candle with 25 studies of the field, beyond one without',
      value: median(beside.with) - median(beside.without),
      unit: 'ms',
      bar: { atMost: 150 },
      detail: `${median(beside.with).toFixed(0)} − ${median(beside.without).toFixed(0)} ms, medians of ${ROUNDS}`,
    },
  ]);
  const { one, eight } = await chartsOfPage(product, ROUNDS);
  report([
    {
      what: 'deep link → candles of eight charts ÷ those of one',
      value: median(eight) / median(one),
      unit: 'ratio',
      bar: { atMost: 2.5 },
      detail: `${median(eight).toFixed(0)} ÷ ${median(one).toFixed(0)} ms, medians of ${ROUNDS}`,
    },
  ]);
  report(slowFigures('live chart', await slowVisits(product, 'chart', SLOW_VISITS), 12));
  report(slowFigures('registration', await slowVisits(product, 'registration', SLOW_VISITS), 8));
  const codes = median(await codeToCandle(product, SIGN_INS));
  const link = median(first.product);
  report([
    {
      what: 'code submitted → first candle, beyond a deep link',
      value: codes - link,
      unit: 'ms',
      bar: { atMost: 100 },
      detail: `${codes.toFixed(0)} − ${link.toFixed(0)} ms, medians`,
    },
    besideBare('symbol switch → painted', await symbolSwitches(product, ROUNDS), 1.5),
    {
      what: 'arrow key in a watchlist → painted',
      value: median(await watchlistSteps(product, ROUNDS)),
      unit: 'ms',
      bar: { atMost: 120 },
      detail: `median of ${ROUNDS}`,
    },
  ]);
  const { still, dragged } = await panning(product);
  report([
    {
      what: 'frames a second while the chart is dragged',
      value: Math.round(dragged),
      unit: 'fps',
      bar: { atLeast: 60 },
      detail: `a still page ${still.toFixed(1)}`,
    },
  ]);
  const [early = Number.NaN, late = Number.NaN] = await heapAfter(product, SWITCHES);
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  report([
    {
      what: `growth of the heap by ${SWITCHES[1] - SWITCHES[0]} switches of symbol`,
      value: (late - early) / 2 ** 20,
      unit: 'MB',
      bar: { atMost: 5 },
      detail: `${megabytes(late)} − ${megabytes(early)} MB`,
    },
  ]);
} finally {
  await product.close();
}
