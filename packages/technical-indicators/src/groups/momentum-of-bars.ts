import {
  AO,
  BOP,
  CCI,
  DeMarker,
  ElderRay,
  EMA,
  FisherTransform,
  RelativeVigorIndex,
  SMA,
  SMI,
  StochasticOscillator,
  UltimateOscillator,
  WaveTrend,
  WilliamsR,
} from 'trading-signals';
import { delay, exponentialBars, onCandle, studyIn, unlessFlat, withSignal } from '../adapter.ts';
import { fastAndSlow, integer, length, outputs, signal } from '../form.ts';

/** Momentum of whole bars. */
const study = studyIn('Momentum');

const stochastic = study({
  id: 'stochastic',
  name: 'Stochastic oscillator',
  shortName: 'Stoch',
  aliases: ['stochastic', 'lane', '%k', '%d', 'slow stochastic', 'fast stochastic'],
  about:
    'The place of the close between the lowest and the highest price of the length, in percent (%K, smoothed by a simple average), and the simple average of that (%D). A smoothing of 1 makes it the fast stochastic. It is 0 if all prices are the same.',
  inputs: {
    ...length(14),
    smoothing: integer('%K smoothing', 3),
    signal: integer('%D length', 3),
  },
  outputs: outputs('number', ['k', '%K'], ['d', '%D']),
  levels: [80, 20],
  neededBars: (inputs) => inputs.length + inputs.smoothing + inputs.signal - 2,
  formula: (inputs) =>
    onCandle(
      new StochasticOscillator({
        kPeriod: inputs.length,
        kSlowingPeriod: inputs.smoothing,
        dPeriod: inputs.signal,
      }),
      (result) => [result.stochK, result.stochD],
    ),
});

const cci = study({
  id: 'cci',
  name: 'Commodity channel index',
  shortName: 'CCI',
  aliases: ['lambert'],
  about:
    'The distance of the typical price (high + low + close) / 3 from its simple average, in units of 0.015 mean absolute deviations. It is 0 if all of them are the same.',
  inputs: length(20, 2),
  outputs: outputs('number', ['cci', 'CCI']),
  levels: [100, -100],
  neededBars: (inputs) => inputs.length,
  formula: (inputs) =>
    unlessFlat(
      inputs.length,
      ({ high, low, close }) => (high + low + close) / 3,
      0,
      onCandle(new CCI(inputs.length)),
    ),
});

const williamsR = study({
  id: 'williamsR',
  name: 'Williams %R',
  shortName: '%R',
  aliases: ['williams percent range', 'willr', 'larry williams'],
  about:
    'The distance of the close from the highest price of the length, in percent of the range, from −100 to 0. It is −100 if all prices are the same.',
  inputs: length(14),
  outputs: outputs('number', ['range', '%R']),
  levels: [-20, -80],
  neededBars: (inputs) => inputs.length,
  formula: (inputs) => onCandle(new WilliamsR(inputs.length)),
});

const awesomeOscillator = study({
  id: 'awesomeOscillator',
  name: 'Awesome oscillator',
  shortName: 'AO',
  aliases: ['bill williams'],
  about: 'The short simple average of the middles of the bars less the long one.',
  inputs: fastAndSlow(5, 34),
  outputs: outputs('priceChange', ['oscillator', 'AO', { shape: 'columns' }]),
  levels: [0],
  neededBars: ({ fast, slow }) => Math.max(fast, slow),
  formula: (inputs) => onCandle(awesome(inputs)),
});

/** The library fails if the short length is above the long one. */
function awesome({ fast, slow }: { fast: number; slow: number }): AO {
  return new AO(Math.min(fast, slow), Math.max(fast, slow));
}

const acceleratorOscillator = study({
  id: 'acceleratorOscillator',
  name: 'Accelerator oscillator',
  shortName: 'AC',
  aliases: ['bill williams', 'acceleration deceleration'],
  about: 'The awesome oscillator less its simple average.',
  inputs: { ...fastAndSlow(5, 34), ...signal(5) },
  outputs: outputs('priceChange', ['oscillator', 'AC', { shape: 'columns' }]),
  levels: [0],
  neededBars: ({ fast, slow, signal: last }) => Math.max(fast, slow) + last - 1,
  formula: (inputs) => {
    // The library's own leaves out bars at which the awesome oscillator is 0.
    const values = withSignal(onCandle(awesome(inputs)), new SMA(inputs.signal));
    return (candle, replace) => {
      const answer = values(candle, replace);
      return typeof answer === 'object' ? answer?.[2] : null;
    };
  },
});

const ultimateOscillator = study({
  id: 'ultimateOscillator',
  name: 'Ultimate oscillator',
  shortName: 'UO',
  aliases: ['larry williams', 'ultosc'],
  about:
    'The share of buying pressure (the close above the true low) in the true range over three lengths, weighted 4 : 2 : 1 from the shortest on, in percent. It is 50 without any range in the shortest.',
  inputs: {
    short: integer('Short length', 7),
    medium: integer('Medium length', 14),
    long: integer('Long length', 28),
  },
  outputs: outputs('number', ['oscillator', 'UO']),
  levels: [70, 30],
  neededBars: ({ short, medium, long }) => Math.max(short, medium, long) + 1,
  formula: ({ short, medium, long }) => {
    const [shortPeriod = 1, mediumPeriod = 1, longPeriod = 1] = [short, medium, long].sort(
      (a, b) => a - b,
    );
    return onCandle(new UltimateOscillator({ shortPeriod, mediumPeriod, longPeriod }));
  },
});

const elderRay = study({
  id: 'elderRay',
  name: 'Elder ray',
  shortName: 'Elder Ray',
  aliases: ['bull power', 'bear power', 'eri', 'bull bear power'],
  about:
    'The high (bull power) and the low (bear power) less the exponential average of the close, which starts at the first close.',
  inputs: length(13),
  outputs: outputs('priceChange', ['bull', 'Bull power'], ['bear', 'Bear power']),
  levels: [0],
  neededBars: (inputs) => exponentialBars(inputs.length),
  formula: (inputs) =>
    onCandle(new ElderRay(inputs.length), ({ bullPower, bearPower }) => [bullPower, bearPower]),
});

const fisher = study({
  id: 'fisher',
  name: 'Fisher transform',
  shortName: 'Fisher',
  aliases: ['ehlers'],
  about:
    "Ehlers's transform of the place of the bar's middle within its range over the length, which makes turning points sharp; and its value one bar before (the trigger). The place starts at the middle; prices without any range count as at their low.",
  inputs: length(9),
  outputs: outputs('number', ['fisher', 'Fisher'], ['trigger', 'Trigger']),
  levels: [1.5, -1.5],
  // The recursions keep 0.67 and 0.5 of the last value.
  neededBars: (inputs) => inputs.length + 30,
  formula: (inputs) => {
    const before = delay(1);
    const indicator = new FisherTransform(inputs.length);
    return (candle, replace) => {
      const value = indicator.update(candle, replace);
      return value === null ? null : [value, before(value, replace)];
    };
  },
});

const relativeVigor = study({
  id: 'relativeVigor',
  name: 'Relative vigor index',
  shortName: 'RVGI',
  aliases: ['rvi', 'vigour', 'ehlers'],
  about:
    'Closes less opens in proportion to highs less lows, both weighted 1 : 2 : 2 : 1 over four bars and summed over the length; and the same weighted average of that (the signal). It is 0 without any range.',
  inputs: length(10),
  outputs: outputs('number', ['vigor', 'RVGI'], ['signal', 'Signal']),
  levels: [0],
  neededBars: (inputs) => inputs.length + 6,
  formula: (inputs) =>
    onCandle(new RelativeVigorIndex(inputs.length), (result) => [result.rvgi, result.signal]),
});

const stochasticMomentum = study({
  id: 'stochasticMomentum',
  name: 'Stochastic momentum index',
  shortName: 'SMI',
  aliases: ['blau'],
  about:
    'The distance of the close from the middle of the range over the length, in percent of half the range, both smoothed by two exponential averages; and its exponential average (the signal). It is 0 without any range.',
  inputs: {
    ...length(10),
    first: integer('First smoothing', 3),
    second: integer('Second smoothing', 3),
    ...signal(10),
  },
  outputs: outputs('number', ['smi', 'SMI'], ['signal', 'Signal']),
  levels: [40, -40],
  neededBars: ({ length: range, first, second, signal: last }) =>
    range + exponentialBars(first) + exponentialBars(second) + exponentialBars(last),
  formula: (inputs) =>
    withSignal(
      onCandle(new SMI({ interval: inputs.length, smooth1: inputs.first, smooth2: inputs.second })),
      new EMA(inputs.signal),
    ),
});

const waveTrend = study({
  id: 'waveTrend',
  name: 'WaveTrend oscillator',
  shortName: 'WaveTrend',
  aliases: ['wt', 'lazybear', 'wave trend'],
  about:
    'The distance of the typical price from its exponential average in units of 0.015 average distances, smoothed by an exponential average; and the simple average of that (the signal). All averages start at the first bar.',
  inputs: {
    channel: integer('Channel length', 10),
    average: integer('Average length', 21),
    ...signal(4),
  },
  outputs: outputs('number', ['wave', 'WaveTrend'], ['signal', 'Signal']),
  levels: [60, -60],
  neededBars: ({ channel, average, signal: last }) =>
    2 * exponentialBars(channel) + exponentialBars(average) + last,
  formula: (inputs) =>
    onCandle(
      new WaveTrend({
        channelInterval: inputs.channel,
        averageInterval: inputs.average,
        smoothingInterval: inputs.signal,
      }),
      ({ wt1, wt2 }) => [wt1, wt2],
    ),
});

const balanceOfPower = study({
  id: 'balanceOfPower',
  name: 'Balance of power',
  shortName: 'BOP',
  aliases: ['livshin'],
  about:
    'The close less the open in proportion to the high less the low, from −1 to 1, and its simple average. It is 0 for a bar without range.',
  inputs: { average: integer('Average length', 14) },
  outputs: outputs('number', ['power', 'BOP', { shape: 'columns' }], ['average', 'Average']),
  levels: [0],
  neededBars: (inputs) => inputs.average,
  formula: (inputs) => withSignal(onCandle(new BOP()), new SMA(inputs.average)),
});

const deMarker = study({
  id: 'deMarker',
  name: 'DeMarker',
  shortName: 'DeMarker',
  aliases: ['demark', 'dem'],
  about:
    'The share of higher highs in the sum of higher highs and lower lows over the length, from 0 to 1. It is 0.5 without either.',
  inputs: length(14),
  outputs: outputs('number', ['deMarker', 'DeMarker']),
  levels: [0.7, 0.3],
  neededBars: (inputs) => inputs.length + 1,
  formula: (inputs) => onCandle(new DeMarker({ interval: inputs.length })),
});

export const BAR_MOMENTUM = [
  stochastic,
  cci,
  williamsR,
  awesomeOscillator,
  acceleratorOscillator,
  ultimateOscillator,
  elderRay,
  fisher,
  relativeVigor,
  stochasticMomentum,
  waveTrend,
  balanceOfPower,
  deMarker,
];
