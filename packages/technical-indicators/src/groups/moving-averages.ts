import {
  ALMA,
  DEMA,
  EMA,
  FRAMA,
  HMA,
  KAMA,
  LinearRegression,
  McGinleyDynamic,
  SMA,
  SuperSmoother,
  T3,
  TEMA,
  TRIMA,
  VIDYA,
  VWMA,
  WMA,
  WSMA,
  ZLEMA,
} from 'trading-signals';
import { exponentialBars, onSource, studyIn, wilderBars } from '../adapter.ts';
import { BAND_FILL, BAND_OUTPUTS, decimal, length, outputs, SOURCE } from '../form.ts';

const study = studyIn('Moving averages');

const average = (label: string) => outputs('price', ['average', label]);

const sma = study({
  id: 'sma',
  name: 'Simple moving average',
  shortName: 'SMA',
  aliases: ['ma', 'moving average', 'mean'],
  about: 'The mean of the last prices. It is undefined until there are as many as its length.',
  isOverlay: true,
  inputs: { ...length(20), source: SOURCE },
  outputs: average('SMA'),
  neededBars: (inputs) => inputs.length,
  formula: (inputs) => onSource(new SMA(inputs.length)),
});

const ema = study({
  id: 'ema',
  name: 'Exponential moving average',
  shortName: 'EMA',
  aliases: ['ma', 'moving average', 'ewma'],
  about:
    'An average that gives the newest price the weight 2 / (length + 1) and keeps the rest of the last average. It starts at the first price; TA-Lib and others start at the simple average of the first prices, which makes no difference after a few lengths.',
  isOverlay: true,
  inputs: { ...length(20), source: SOURCE },
  outputs: average('EMA'),
  neededBars: (inputs) => exponentialBars(inputs.length),
  formula: (inputs) => onSource(new EMA(inputs.length)),
});

const wma = study({
  id: 'wma',
  name: 'Weighted moving average',
  shortName: 'WMA',
  aliases: ['ma', 'moving average', 'linear weighted', 'lwma'],
  about:
    'An average whose weights rise evenly from 1 for the oldest price to the length for the newest.',
  isOverlay: true,
  inputs: { ...length(20), source: SOURCE },
  outputs: average('WMA'),
  neededBars: (inputs) => inputs.length,
  formula: (inputs) => onSource(new WMA(inputs.length)),
});

const rma = study({
  id: 'rma',
  name: 'Smoothed moving average',
  shortName: 'RMA',
  aliases: ['ma', 'moving average', 'smma', 'wilder', 'running', 'modified', 'wwma'],
  about:
    "Wilder's average: the newest price has the weight 1 / length. It starts as the simple average of the first prices.",
  isOverlay: true,
  inputs: { ...length(14), source: SOURCE },
  outputs: average('RMA'),
  neededBars: (inputs) => wilderBars(inputs.length),
  formula: (inputs) => onSource(new WSMA(inputs.length)),
});

const dema = study({
  id: 'dema',
  name: 'Double exponential moving average',
  shortName: 'DEMA',
  aliases: ['ma', 'moving average'],
  about:
    'Twice the exponential average less the exponential average of that average, so that it lags less. Both start at the first price; TA-Lib starts the second one later.',
  isOverlay: true,
  inputs: { ...length(20), source: SOURCE },
  outputs: average('DEMA'),
  neededBars: (inputs) => exponentialBars(inputs.length, 2),
  formula: (inputs) => onSource(new DEMA(inputs.length)),
});

const tema = study({
  id: 'tema',
  name: 'Triple exponential moving average',
  shortName: 'TEMA',
  aliases: ['ma', 'moving average'],
  about:
    'Three exponential averages of one another, combined as 3 × first − 3 × second + third, so that it lags less. Each starts once the one before it has its full length.',
  isOverlay: true,
  inputs: { ...length(20), source: SOURCE },
  outputs: average('TEMA'),
  neededBars: (inputs) => exponentialBars(inputs.length, 3),
  formula: (inputs) => onSource(new TEMA(inputs.length)),
});

const hma = study({
  id: 'hma',
  name: 'Hull moving average',
  shortName: 'HMA',
  aliases: ['ma', 'moving average'],
  about:
    'A weighted average over the root of the length of twice the weighted average over half the length less the one over the whole. Halves and roots are rounded down.',
  isOverlay: true,
  inputs: { ...length(20, 2), source: SOURCE },
  outputs: average('HMA'),
  neededBars: (inputs) => inputs.length + Math.floor(Math.sqrt(inputs.length)) - 1,
  formula: (inputs) => onSource(new HMA(inputs.length)),
});

const kama = study({
  id: 'kama',
  name: "Kaufman's adaptive moving average",
  shortName: 'KAMA',
  aliases: ['ma', 'moving average', 'adaptive', 'ama'],
  about:
    'An exponential average that follows faster the straighter the way of the price over the length: its weight is the square of one between those of 2 and 30 bars. It starts at the price of the bar at which the length is complete.',
  isOverlay: true,
  inputs: { ...length(10), source: SOURCE },
  outputs: average('KAMA'),
  // At its slowest, its weight is the square of 2 / 31 a bar.
  neededBars: (inputs) => inputs.length + 400,
  formula: (inputs) => onSource(new KAMA(inputs.length)),
});

const alma = study({
  id: 'alma',
  name: 'Arnaud Legoux moving average',
  shortName: 'ALMA',
  aliases: ['ma', 'moving average', 'gaussian'],
  about:
    'An average whose weights are a bell curve: the offset places its top between the oldest price (0) and the newest (1), sigma makes it narrower.',
  isOverlay: true,
  inputs: {
    ...length(9),
    offset: decimal('Offset', 0.85, [0, 1, 0.05]),
    sigma: decimal('Sigma', 6, [0.5, 50, 0.5]),
    source: SOURCE,
  },
  outputs: average('ALMA'),
  neededBars: (inputs) => inputs.length,
  formula: (inputs) => onSource(new ALMA(inputs.length, inputs.offset, inputs.sigma)),
});

const vwma = study({
  id: 'vwma',
  name: 'Volume-weighted moving average',
  shortName: 'VWMA',
  aliases: ['ma', 'moving average', 'volume weighted'],
  about:
    'The mean of the last prices, each weighted with the volume of its bar. It is undefined while the volume of all of them is zero.',
  isOverlay: true,
  readsVolume: true,
  inputs: { ...length(20), source: SOURCE },
  outputs: average('VWMA'),
  neededBars: (inputs) => inputs.length,
  formula: (inputs) => {
    const indicator = new VWMA(inputs.length);
    return (candle, replace) => indicator.update({ ...candle, close: candle.source }, replace);
  },
});

const zlema = study({
  id: 'zlema',
  name: 'Zero-lag exponential moving average',
  shortName: 'ZLEMA',
  aliases: ['ma', 'moving average', 'zero lag', 'zlma'],
  about:
    'An exponential average of twice the price less the price half a length ago. It is shown from its full length on.',
  isOverlay: true,
  inputs: { ...length(20), source: SOURCE },
  outputs: average('ZLEMA'),
  neededBars: (inputs) => exponentialBars(inputs.length, 2),
  formula: (inputs) => onSource(new ZLEMA(inputs.length)),
});

const tillson = study({
  id: 'tillson',
  name: 'Tillson T3 moving average',
  shortName: 'T3',
  aliases: ['ma', 'moving average', 't3'],
  about:
    'A combination of six exponential averages of one another, whose volume factor balances smoothness (0) and lag (1). Each average starts once the one before it has its full length.',
  isOverlay: true,
  inputs: {
    ...length(5),
    factor: decimal('Volume factor', 0.7, [0, 1, 0.05]),
    source: SOURCE,
  },
  outputs: average('T3'),
  neededBars: (inputs) => exponentialBars(inputs.length, 6),
  formula: (inputs) => onSource(new T3(inputs.length, inputs.factor)),
});

const mcginley = study({
  id: 'mcginley',
  name: 'McGinley Dynamic',
  shortName: 'McGinley',
  aliases: ['ma', 'moving average', 'md'],
  about:
    'An average that follows falling prices faster: it moves by the distance of the price divided by 0.6 × length × (price / average)⁴; others leave out the 0.6. It starts at the first price, and anew after a fall so large that the formula would overshoot.',
  isOverlay: true,
  inputs: { ...length(14, 5), source: SOURCE },
  outputs: average('McGinley'),
  neededBars: (inputs) => 5 * inputs.length,
  formula: (inputs) => {
    let indicator = new McGinleyDynamic(inputs.length);
    let isBroken = false;
    return ({ source }, replace) => {
      if (isBroken && !replace) indicator = new McGinleyDynamic(inputs.length);
      const value = indicator.update(source, replace);
      // An average on the other side of zero, or on it, has overshot and would never recover.
      isBroken = !(value !== null && value * source > 0 && Number.isFinite(value));
      return indicator.isStable && !isBroken ? value : null;
    };
  },
});

const linearRegression = study({
  id: 'linearRegression',
  name: 'Linear regression curve',
  shortName: 'LinReg',
  aliases: ['ma', 'moving average', 'lsma', 'least squares', 'regression'],
  about:
    'The end of the straight line that fits the last prices best, by least squares. The curve is known as the least squares moving average too.',
  isOverlay: true,
  inputs: { ...length(25, 2), source: SOURCE },
  outputs: average('LinReg'),
  neededBars: (inputs) => inputs.length,
  formula: (inputs) =>
    onSource(new LinearRegression(inputs.length), (line) => line.prediction - line.slope),
});

const trima = study({
  id: 'trima',
  name: 'Triangular moving average',
  shortName: 'TRIMA',
  aliases: ['ma', 'moving average', 'tma'],
  about:
    'An average whose weights rise evenly to the middle of the length and fall from there, as a simple average of simple averages has them.',
  isOverlay: true,
  inputs: { ...length(20), source: SOURCE },
  outputs: average('TRIMA'),
  neededBars: (inputs) => inputs.length,
  formula: (inputs) => onSource(new TRIMA(inputs.length)),
});

const vidya = study({
  id: 'vidya',
  name: 'Variable index dynamic average',
  shortName: 'VIDYA',
  aliases: ['ma', 'moving average', 'chande', 'adaptive'],
  about:
    "An exponential average whose weight is multiplied by the size of Chande's momentum over the same length, so that it stands still in a range. It starts at the first price.",
  isOverlay: true,
  inputs: { ...length(14), source: SOURCE },
  outputs: average('VIDYA'),
  // Its weight is that of an exponential average times a momentum that is about a fourth on average.
  neededBars: (inputs) => 4 * exponentialBars(inputs.length),
  formula: (inputs) => onSource(new VIDYA(inputs.length)),
});

const frama = study({
  id: 'frama',
  name: 'Fractal adaptive moving average',
  shortName: 'FRAMA',
  aliases: ['ma', 'moving average', 'adaptive', 'ehlers'],
  about:
    'An exponential average whose weight follows from the fractal dimension of the prices over the length, of which an odd one is raised to the next even one. It starts at the price of the bar at which the length is complete.',
  isOverlay: true,
  inputs: { ...length(16, 2), source: SOURCE },
  outputs: average('FRAMA'),
  // At its slowest, its weight is a hundredth a bar.
  neededBars: (inputs) => inputs.length + 690,
  formula: (inputs) => onSource(new FRAMA(2 * Math.ceil(inputs.length / 2))),
});

const superSmoother = study({
  id: 'superSmoother',
  name: 'Super smoother',
  shortName: 'SSF',
  aliases: ['ma', 'moving average', 'ehlers', 'filter', 'butterworth'],
  about:
    "Ehlers's filter of two poles, which removes cycles shorter than the length. Its first two values are prices.",
  isOverlay: true,
  inputs: { ...length(10, 2), source: SOURCE },
  outputs: average('SSF'),
  neededBars: (inputs) => 3 * inputs.length,
  formula: (inputs) => onSource(new SuperSmoother(inputs.length)),
});

const envelope = study({
  id: 'envelope',
  name: 'Moving average envelope',
  shortName: 'Envelope',
  aliases: ['ma', 'moving average', 'band', 'channel'],
  about: 'The simple moving average, and lines at a fixed percentage above and below it.',
  isOverlay: true,
  inputs: {
    ...length(20),
    percent: decimal('Percent', 2.5, [0.01, 50, 0.1]),
    source: SOURCE,
  },
  outputs: BAND_OUTPUTS,
  fills: BAND_FILL,
  neededBars: (inputs) => inputs.length,
  formula: (inputs) => {
    const share = inputs.percent / 100;
    return onSource(new SMA(inputs.length), (middle) => [
      middle,
      middle * (1 + share),
      middle * (1 - share),
    ]);
  },
});

export const MOVING_AVERAGES = [
  sma,
  ema,
  wma,
  rma,
  vwma,
  hma,
  dema,
  tema,
  kama,
  alma,
  zlema,
  tillson,
  mcginley,
  linearRegression,
  trima,
  vidya,
  frama,
  superSmoother,
  envelope,
];
