import {
  APO,
  CMO,
  ConnorsRSI,
  CoppockCurve,
  DPO,
  EMA,
  KST,
  MACD,
  MOM,
  PPO,
  ROC,
  RSI,
  SMA,
  STC,
  StochasticOscillator,
  TSI,
} from 'trading-signals';
import {
  chain,
  exponentialBars,
  type Formula,
  onSource,
  studyIn,
  wilderBars,
  withSignal,
} from '../adapter.ts';
import { fastAndSlow, integer, length, outputs, SOURCE, signal } from '../form.ts';

const study = studyIn('Momentum');

const rsi = study({
  id: 'rsi',
  name: 'Relative strength index',
  shortName: 'RSI',
  aliases: ['wilder'],
  about:
    "The share of rises in all changes of the price, in percent, both smoothed with Wilder's average, which starts as a simple one. It is 100 if no price has fallen, even if none has risen; others are 0 or 50 there.",
  inputs: { ...length(14, 2), source: SOURCE },
  outputs: outputs('number', ['rsi', 'RSI']),
  levels: [70, 30],
  neededBars: (inputs) => wilderBars(inputs.length) + 1,
  formula: (inputs) => onSource(new RSI(inputs.length)),
});

const macd = study({
  id: 'macd',
  name: 'Moving average convergence divergence',
  shortName: 'MACD',
  aliases: ['appel', 'histogram', 'moving average convergence/divergence'],
  about:
    'The fast exponential average less the slow one, its exponential average (the signal), and the difference of both (the histogram). The averages start at the first price and the signal at the first MACD; TA-Lib starts all three at simple averages.',
  inputs: { ...fastAndSlow(12, 26), ...signal(9), source: SOURCE },
  outputs: outputs(
    'priceChange',
    ['macd', 'MACD'],
    ['signal', 'Signal'],
    ['histogram', 'Histogram', { shape: 'columns' }],
  ),
  levels: [0],
  neededBars: ({ fast, slow, signal: last }) =>
    exponentialBars(Math.max(fast, slow)) + exponentialBars(last),
  formula: (inputs) =>
    onSource(
      new MACD(new EMA(inputs.fast), new EMA(inputs.slow), new EMA(inputs.signal)),
      (result) => [result.macd, result.signal, result.histogram],
    ),
});

const stochasticRsi = study({
  id: 'stochasticRsi',
  name: 'Stochastic RSI',
  shortName: 'Stoch RSI',
  aliases: ['stochrsi', 'stochastic relative strength index', 'chande'],
  about:
    'The stochastic oscillator of the relative strength index: its place between its lowest and highest value of the length, in percent, smoothed twice by simple averages (%K and %D). It is 0 if all values are the same.',
  inputs: {
    rsi: integer('RSI length', 14, [2, 500]),
    length: integer('Stochastic length', 14),
    smoothing: integer('%K smoothing', 3),
    signal: integer('%D length', 3),
    source: SOURCE,
  },
  outputs: outputs('number', ['k', '%K'], ['d', '%D']),
  levels: [80, 20],
  neededBars: (inputs) => wilderBars(inputs.rsi) + inputs.length + inputs.smoothing + inputs.signal,
  formula: (inputs) => {
    const strength = new RSI(inputs.rsi);
    const place = new StochasticOscillator({
      kPeriod: inputs.length,
      kSlowingPeriod: inputs.smoothing,
      dPeriod: inputs.signal,
    });
    // The library's own loses its way at values of 0, and is 100 times too large if all are the same.
    return ({ source }, replace) => {
      const value = strength.update(source, replace);
      if (value === null) return null;
      const result = place.update({ high: value, low: value, close: value }, replace);
      return result && [result.stochK, result.stochD];
    };
  },
});

const roc = study({
  id: 'roc',
  name: 'Rate of change',
  shortName: 'ROC',
  aliases: ['percent change'],
  about: 'The change of the price over the length, in percent of the earlier price.',
  inputs: { ...length(9), source: SOURCE },
  outputs: outputs('signedPercent', ['roc', 'ROC']),
  levels: [0],
  neededBars: (inputs) => inputs.length + 1,
  formula: (inputs) => onSource(new ROC(inputs.length), (share) => 100 * share),
});

const momentum = study({
  id: 'momentum',
  name: 'Momentum',
  shortName: 'Mom',
  aliases: ['mtm'],
  about: 'The change of the price over the length.',
  inputs: { ...length(10), source: SOURCE },
  outputs: outputs('priceChange', ['momentum', 'Momentum']),
  levels: [0],
  neededBars: (inputs) => inputs.length + 1,
  formula: (inputs) => onSource(new MOM(inputs.length)),
});

const trix = study({
  id: 'trix',
  name: 'TRIX',
  shortName: 'TRIX',
  aliases: ['triple exponential average', 'hutson'],
  about:
    'The change of a threefold exponential average from bar to bar, in percent, and its exponential average (the signal). Each average starts once the one before it has its full length.',
  inputs: { ...length(15), ...signal(9), source: SOURCE },
  outputs: outputs('signedPercent', ['trix', 'TRIX'], ['signal', 'Signal']),
  levels: [0],
  neededBars: (inputs) => exponentialBars(inputs.length, 3) + exponentialBars(inputs.signal) + 1,
  formula: (inputs) => {
    // The library's own divides by the later average instead of the earlier one.
    const stages = [1, 2, 3].map(() => new EMA(inputs.length));
    const change = chain(...stages, new ROC(1));
    const trixOf: Formula = ({ source }, replace) => percent(change(source, replace));
    return withSignal(trixOf, new EMA(inputs.signal));
  },
});

function percent(share: number | null): number | null {
  return share === null ? null : 100 * share;
}

const tsi = study({
  id: 'tsi',
  name: 'True strength index',
  shortName: 'TSI',
  aliases: ['blau'],
  about:
    'Changes of the price, smoothed by two exponential averages, in percent of their equally smoothed sizes, and the exponential average of that (the signal). Each average starts once the one before it has its full length.',
  inputs: {
    long: integer('Long length', 25),
    short: integer('Short length', 13),
    ...signal(13),
    source: SOURCE,
  },
  outputs: outputs('number', ['tsi', 'TSI'], ['signal', 'Signal']),
  levels: [0],
  neededBars: ({ long, short, signal: last }) =>
    exponentialBars(long) + exponentialBars(short) + exponentialBars(last),
  formula: (inputs) =>
    withSignal(
      onSource(new TSI({ longPeriod: inputs.long, shortPeriod: inputs.short })),
      new EMA(inputs.signal),
    ),
});

const ppo = study({
  id: 'ppo',
  name: 'Percentage price oscillator',
  shortName: 'PPO',
  aliases: ['macd in percent', 'histogram'],
  about:
    'The MACD in percent of the slow average, its exponential average (the signal), and the difference of both (the histogram). The averages start at the first price and the signal at the first PPO.',
  inputs: { ...fastAndSlow(12, 26), ...signal(9), source: SOURCE },
  outputs: outputs(
    'signedPercent',
    ['ppo', 'PPO'],
    ['signal', 'Signal'],
    ['histogram', 'Histogram', { shape: 'columns' }],
  ),
  levels: [0],
  neededBars: ({ fast, slow, signal: last }) =>
    exponentialBars(Math.max(fast, slow)) + exponentialBars(last),
  formula: (inputs) =>
    withSignal(
      onSource(new PPO({ fastPeriod: inputs.fast, slowPeriod: inputs.slow })),
      new EMA(inputs.signal),
    ),
});

const apo = study({
  id: 'apo',
  name: 'Absolute price oscillator',
  shortName: 'APO',
  aliases: ['price oscillator'],
  about:
    'The fast exponential average less the slow one, both of which start at the first price: the MACD without a signal.',
  inputs: { ...fastAndSlow(12, 26), source: SOURCE },
  outputs: outputs('priceChange', ['apo', 'APO']),
  levels: [0],
  neededBars: ({ fast, slow }) => exponentialBars(Math.max(fast, slow)),
  formula: (inputs) => onSource(new APO({ fastPeriod: inputs.fast, slowPeriod: inputs.slow })),
});

const dpo = study({
  id: 'dpo',
  name: 'Detrended price oscillator',
  shortName: 'DPO',
  aliases: ['cycle'],
  about:
    'The price half a length and one bar ago less the simple average of the length. It is shown at the current bar; others show it at the bar of that price.',
  inputs: { ...length(21), source: SOURCE },
  outputs: outputs('priceChange', ['dpo', 'DPO']),
  levels: [0],
  neededBars: (inputs) => Math.max(inputs.length, Math.floor(inputs.length / 2) + 2),
  formula: (inputs) => onSource(new DPO(inputs.length)),
});

const kst = study({
  id: 'kst',
  name: 'Know sure thing',
  shortName: 'KST',
  aliases: ['pring'],
  about:
    'Four rates of change of growing lengths, each smoothed by a simple average, summed with the weights 1 to 4; and the simple average of the sum (the signal).',
  inputs: {
    first: integer('First ROC', 10),
    second: integer('Second ROC', 15),
    third: integer('Third ROC', 20),
    fourth: integer('Fourth ROC', 30),
    firstAverage: integer('First average', 10),
    secondAverage: integer('Second average', 10),
    thirdAverage: integer('Third average', 10),
    fourthAverage: integer('Fourth average', 15),
    ...signal(9),
    source: SOURCE,
  },
  outputs: outputs('number', ['kst', 'KST'], ['signal', 'Signal']),
  levels: [0],
  neededBars: (inputs) =>
    Math.max(
      inputs.first + inputs.firstAverage,
      inputs.second + inputs.secondAverage,
      inputs.third + inputs.thirdAverage,
      inputs.fourth + inputs.fourthAverage,
    ) +
    inputs.signal -
    1,
  formula: (inputs) =>
    withSignal(
      onSource(
        new KST({
          roc1: inputs.first,
          roc2: inputs.second,
          roc3: inputs.third,
          roc4: inputs.fourth,
          sma1: inputs.firstAverage,
          sma2: inputs.secondAverage,
          sma3: inputs.thirdAverage,
          sma4: inputs.fourthAverage,
        }),
      ),
      new SMA(inputs.signal),
    ),
});

const coppock = study({
  id: 'coppock',
  name: 'Coppock curve',
  shortName: 'Coppock',
  aliases: ['coppock guide'],
  about:
    'The weighted average of the sum of two rates of change. Coppock meant the lengths in months.',
  inputs: {
    long: integer('Long ROC', 14),
    short: integer('Short ROC', 11),
    average: integer('Average', 10),
    source: SOURCE,
  },
  outputs: outputs('number', ['curve', 'Coppock curve']),
  levels: [0],
  neededBars: ({ long, short, average }) => Math.max(long, short) + average,
  formula: (inputs) =>
    onSource(
      new CoppockCurve({
        longRocInterval: inputs.long,
        shortRocInterval: inputs.short,
        wmaInterval: inputs.average,
      }),
    ),
});

const connorsRsi = study({
  id: 'connorsRsi',
  name: 'Connors RSI',
  shortName: 'CRSI',
  aliases: ['connorsrsi', 'relative strength index'],
  about:
    'The mean of three numbers from 0 to 100: the relative strength index of the price, that of the number of bars it has risen or fallen in a row, and the share of recent changes that are below the current one.',
  inputs: {
    rsi: integer('RSI length', 3, [2, 500]),
    streak: integer('Streak length', 2, [2, 500]),
    rank: integer('Rank length', 100),
    source: SOURCE,
  },
  outputs: outputs('number', ['rsi', 'CRSI']),
  levels: [90, 10],
  neededBars: ({ rsi: one, streak, rank }) =>
    Math.max(wilderBars(one) + 1, wilderBars(streak) + 2, rank + 2),
  formula: (inputs) =>
    onSource(
      new ConnorsRSI({
        rsiInterval: inputs.rsi,
        streakRsiInterval: inputs.streak,
        percentRankInterval: inputs.rank,
      }),
    ),
});

const schaffTrendCycle = study({
  id: 'schaffTrendCycle',
  name: 'Schaff trend cycle',
  shortName: 'STC',
  aliases: ['schaff'],
  about:
    'The MACD put through two stochastics, each smoothed by half, so that it moves between 0 and 100. A stochastic is 50 if all its values are the same; others repeat the last one.',
  inputs: {
    ...fastAndSlow(23, 50),
    cycle: integer('Cycle length', 10, [2, 500]),
    source: SOURCE,
  },
  outputs: outputs('number', ['cycle', 'STC']),
  levels: [75, 25],
  neededBars: ({ fast, slow, cycle }) => exponentialBars(Math.max(fast, slow)) + 2 * cycle + 20,
  formula: (inputs) =>
    onSource(
      new STC({
        fastInterval: inputs.fast,
        slowInterval: inputs.slow,
        cycleInterval: inputs.cycle,
      }),
    ),
});

const chandeMomentum = study({
  id: 'chandeMomentum',
  name: 'Chande momentum oscillator',
  shortName: 'CMO',
  aliases: ['chande'],
  about:
    'Rises less falls of the price over the length, in percent of their sum. It is 0 if there are none.',
  inputs: { ...length(9), source: SOURCE },
  outputs: outputs('number', ['oscillator', 'CMO']),
  levels: [50, -50],
  neededBars: (inputs) => inputs.length + 1,
  formula: (inputs) => onSource(new CMO(inputs.length)),
});

export const PRICE_MOMENTUM = [
  rsi,
  macd,
  stochasticRsi,
  momentum,
  roc,
  trix,
  tsi,
  ppo,
  apo,
  dpo,
  kst,
  coppock,
  connorsRsi,
  schaffTrendCycle,
  chandeMomentum,
];
