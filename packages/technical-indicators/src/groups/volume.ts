import {
  AD,
  ADOSC,
  CMF,
  EMA,
  EMV,
  ForceIndex,
  KVO,
  MFI,
  NVI,
  OBV,
  PVI,
  PVO,
  PVT,
  RVOL,
  SMA,
  VROC,
  WAD,
} from 'trading-signals';
import { exponentialBars, onCandle, onVolume, studyIn, withSignal } from '../adapter.ts';
import { ABOUT_AUTO, byPeriod, PERIODS, periodBars } from '../anchored.ts';
import {
  BAND_FILL,
  BAND_OUTPUTS,
  decimal,
  fastAndSlow,
  integer,
  length,
  outputs,
  SOURCE,
  signal,
} from '../form.ts';

const study = studyIn('Volume');

/** Sums since the start of a period: of volume, and of squared distances from the mean, weighted with volume. */
type Sums = { readonly volume: number; readonly mean: number; readonly squares: number };
const NO_SUMS: Sums = { volume: 0, mean: 0, squares: 0 };

const vwap = study({
  id: 'vwap',
  name: 'Volume-weighted average price',
  shortName: 'VWAP',
  aliases: ['volume weighted', 'anchored', 'band'],
  about: `The mean price since the start of the period, each bar weighted with its volume, and lines at a multiple of the equally weighted standard deviation. The first period is shown only if its first bar is loaded. ${ABOUT_AUTO}`,
  isOverlay: true,
  readsVolume: true,
  inputs: {
    period: PERIODS,
    multiplier: decimal('Band multiplier', 1, [0, 50, 0.1]),
    source: { ...SOURCE, default: 'hlc3' },
  },
  outputs: BAND_OUTPUTS.map((output) =>
    output.key === 'middle' ? { ...output, label: 'VWAP' } : output,
  ),
  fills: BAND_FILL,
  neededBars: (inputs, barsInDay) => periodBars(inputs.period, barsInDay),
  formula: (inputs, context) => {
    const next = byPeriod<Sums>(inputs.period, context, {
      begin: () => NO_SUMS,
      add: (sums, { volume, source }) => {
        if (volume <= 0) return sums;
        const total = sums.volume + volume;
        const mean = sums.mean + (source - sums.mean) * (volume / total);
        const squares = sums.squares + volume * (source - sums.mean) * (source - mean);
        return { volume: total, mean, squares };
      },
    });
    return (candle, replace) => {
      const { state, isWhole } = next(candle, replace);
      if (!isWhole || state.volume === 0) return null;
      const distance = inputs.multiplier * Math.sqrt(state.squares / state.volume);
      return [state.mean, state.mean + distance, state.mean - distance];
    };
  },
});

const volume = study({
  id: 'volume',
  name: 'Volume',
  shortName: 'Vol',
  aliases: ['turnover'],
  about: 'The volume of each bar, and its simple average.',
  readsVolume: true,
  inputs: length(20),
  outputs: outputs('amount', ['volume', 'Volume', { shape: 'columns' }], ['average', 'Average']),
  neededBars: (inputs) => inputs.length,
  formula: (inputs) => withSignal((candle) => candle.volume, new SMA(inputs.length)),
});

const obv = study({
  id: 'obv',
  isCumulative: true,
  name: 'On-balance volume',
  shortName: 'OBV',
  aliases: ['granville', 'on balance volume'],
  about:
    'The sum of volumes, positive for bars that close higher than the one before and negative for lower ones. It starts at the second loaded bar, so only its changes have a meaning.',
  readsVolume: true,
  inputs: {},
  outputs: outputs('amount', ['obv', 'OBV']),
  neededBars: () => 2,
  formula: () => onCandle(new OBV(2)),
});

const accumulationDistribution = study({
  id: 'accumulationDistribution',
  isCumulative: true,
  name: 'Accumulation/distribution',
  shortName: 'A/D',
  aliases: ['adl', 'chaikin', 'accumulation distribution line'],
  about:
    'The sum of volumes, each weighted with the place of the close in the bar from −1 at the low to 1 at the high. It starts at the first loaded bar, so only its changes have a meaning.',
  readsVolume: true,
  inputs: {},
  outputs: outputs('amount', ['line', 'A/D']),
  neededBars: () => 1,
  formula: () => onCandle(new AD()),
});

const chaikinMoneyFlow = study({
  id: 'chaikinMoneyFlow',
  name: 'Chaikin money flow',
  shortName: 'CMF',
  aliases: ['chaikin'],
  about:
    'The volumes of the length, each weighted with the place of the close in the bar from −1 to 1, in proportion to their sum. It is 0 without volume in the length.',
  readsVolume: true,
  inputs: length(20),
  outputs: outputs('number', ['flow', 'CMF']),
  levels: [0],
  neededBars: (inputs) => inputs.length,
  formula: (inputs) => onCandle(new CMF(inputs.length)),
});

const chaikinOscillator = study({
  id: 'chaikinOscillator',
  name: 'Chaikin oscillator',
  shortName: 'Chaikin Osc',
  aliases: ['adosc', 'chaikin', 'accumulation distribution oscillator'],
  about:
    'The fast exponential average of accumulation/distribution less the slow one. Both start at the first bar.',
  readsVolume: true,
  inputs: fastAndSlow(3, 10),
  outputs: outputs('amount', ['oscillator', 'Chaikin oscillator']),
  levels: [0],
  neededBars: ({ fast, slow }) => exponentialBars(Math.max(fast, slow)),
  formula: (inputs) => onCandle(new ADOSC({ fastPeriod: inputs.fast, slowPeriod: inputs.slow })),
});

const mfi = study({
  id: 'mfi',
  name: 'Money flow index',
  shortName: 'MFI',
  aliases: ['volume rsi'],
  about:
    'The share of bars with a rising typical price in the money flow (typical price × volume) of the length, in percent. It is 50 without any flow.',
  readsVolume: true,
  inputs: length(14),
  outputs: outputs('number', ['index', 'MFI']),
  levels: [80, 20],
  neededBars: (inputs) => inputs.length + 1,
  formula: (inputs) => onCandle(new MFI(inputs.length)),
});

const forceIndex = study({
  id: 'forceIndex',
  name: 'Force index',
  shortName: 'EFI',
  aliases: ['elder', 'elder force index'],
  about:
    'The exponential average of the change of the close times the volume. It starts at the second bar.',
  readsVolume: true,
  inputs: length(13),
  outputs: outputs('amount', ['force', 'Force index']),
  levels: [0],
  neededBars: (inputs) => exponentialBars(inputs.length) + 1,
  formula: (inputs) => onCandle(new ForceIndex(inputs.length)),
});

const easeOfMovement = study({
  id: 'easeOfMovement',
  name: 'Ease of movement',
  shortName: 'EMV',
  aliases: ['eom', 'arms'],
  about:
    "The simple average of the way of the bar's middle times its range, divided by its volume in units of the divisor. A bar without range or volume counts as 0.",
  readsVolume: true,
  inputs: { ...length(14), divisor: integer('Divisor', 100_000_000, [1, 1_000_000_000]) },
  outputs: outputs('number', ['ease', 'EMV']),
  levels: [0],
  neededBars: (inputs) => inputs.length + 1,
  formula: (inputs) => onCandle(new EMV(inputs.length, inputs.divisor)),
});

const klinger = study({
  id: 'klinger',
  name: 'Klinger oscillator',
  shortName: 'Klinger',
  aliases: ['kvo', 'klinger volume oscillator'],
  about:
    'The fast exponential average of the volume force, which follows from trend, range and volume, less the slow one; and its exponential average (the signal). All start at the second bar. Others use the signed volume as the force.',
  readsVolume: true,
  inputs: { ...fastAndSlow(34, 55), ...signal(13) },
  outputs: outputs('amount', ['oscillator', 'Klinger'], ['signal', 'Signal']),
  levels: [0],
  neededBars: ({ fast, slow, signal: last }) =>
    exponentialBars(Math.max(fast, slow)) + exponentialBars(last),
  formula: (inputs) =>
    withSignal(onCandle(new KVO(inputs.fast, inputs.slow)), new EMA(inputs.signal)),
});

const priceVolumeTrend = study({
  id: 'priceVolumeTrend',
  isCumulative: true,
  name: 'Price volume trend',
  shortName: 'PVT',
  aliases: ['vpt', 'volume price trend'],
  about:
    'The sum of volumes, each multiplied by the relative change of the close. It starts at the second loaded bar, so only its changes have a meaning.',
  readsVolume: true,
  inputs: {},
  outputs: outputs('amount', ['trend', 'PVT']),
  neededBars: () => 2,
  formula: () => onCandle(new PVT()),
});

const indexInputs = { average: integer('Average length', 255) };
const indexBars = (inputs: { average: number }) => exponentialBars(inputs.average);

const negativeVolumeIndex = study({
  id: 'negativeVolumeIndex',
  isCumulative: true,
  name: 'Negative volume index',
  shortName: 'NVI',
  aliases: ['fosback', 'dysart'],
  about:
    'An index that takes over the relative change of the close at bars whose volume falls, and its exponential average. It is 1000 at the first loaded bar.',
  readsVolume: true,
  inputs: indexInputs,
  outputs: outputs('number', ['index', 'NVI'], ['average', 'Average']),
  neededBars: indexBars,
  formula: (inputs) => withSignal(onCandle(new NVI()), new EMA(inputs.average)),
});

const positiveVolumeIndex = study({
  id: 'positiveVolumeIndex',
  isCumulative: true,
  name: 'Positive volume index',
  shortName: 'PVI',
  aliases: ['fosback', 'dysart'],
  about:
    'An index that takes over the relative change of the close at bars whose volume rises, and its exponential average. It is 1000 at the first loaded bar.',
  readsVolume: true,
  inputs: indexInputs,
  outputs: outputs('number', ['index', 'PVI'], ['average', 'Average']),
  neededBars: indexBars,
  formula: (inputs) => withSignal(onCandle(new PVI()), new EMA(inputs.average)),
});

const volumeOscillator = study({
  id: 'volumeOscillator',
  name: 'Volume oscillator',
  shortName: 'Vol Osc',
  aliases: ['vo'],
  about:
    'The difference of two exponential averages of volume, in percent of the slow one. Both start at the first bar. It is 0 without volume.',
  readsVolume: true,
  inputs: fastAndSlow(5, 10),
  outputs: outputs('signedPercent', ['oscillator', 'Volume oscillator']),
  levels: [0],
  neededBars: ({ fast, slow }) => exponentialBars(Math.max(fast, slow)),
  formula: (inputs) => onVolume(new PVO({ fastPeriod: inputs.fast, slowPeriod: inputs.slow })),
});

const percentageVolume = study({
  id: 'percentageVolume',
  name: 'Percentage volume oscillator',
  shortName: 'PVO',
  aliases: ['macd of volume'],
  about:
    'The difference of two exponential averages of volume, in percent of the slow one, its exponential average (the signal), and the difference of both (the histogram).',
  readsVolume: true,
  inputs: { ...fastAndSlow(12, 26), ...signal(9) },
  outputs: outputs(
    'signedPercent',
    ['pvo', 'PVO'],
    ['signal', 'Signal'],
    ['histogram', 'Histogram', { shape: 'columns' }],
  ),
  levels: [0],
  neededBars: ({ fast, slow, signal: last }) =>
    exponentialBars(Math.max(fast, slow)) + exponentialBars(last),
  formula: (inputs) =>
    withSignal(
      onVolume(new PVO({ fastPeriod: inputs.fast, slowPeriod: inputs.slow })),
      new EMA(inputs.signal),
    ),
});

const relativeVolume = study({
  id: 'relativeVolume',
  name: 'Relative volume',
  shortName: 'RVOL',
  aliases: ['volume ratio'],
  about:
    'The volume in proportion to the mean of as many bars before as the length. It is undefined if they have none.',
  readsVolume: true,
  inputs: length(10),
  outputs: outputs('number', ['ratio', 'RVOL', { shape: 'columns' }]),
  levels: [1],
  neededBars: (inputs) => inputs.length + 1,
  formula: (inputs) => onVolume(new RVOL(inputs.length)),
});

const volumeRateOfChange = study({
  id: 'volumeRateOfChange',
  name: 'Volume rate of change',
  shortName: 'VROC',
  aliases: ['volume change'],
  about:
    'The change of volume over the length, in percent. It is 0 if there was none at the earlier bar.',
  readsVolume: true,
  inputs: length(14),
  outputs: outputs('signedPercent', ['change', 'VROC']),
  levels: [0],
  neededBars: (inputs) => inputs.length + 1,
  formula: (inputs) => onVolume(new VROC(inputs.length)),
});

const williamsAccumulation = study({
  id: 'williamsAccumulation',
  isCumulative: true,
  name: 'Williams accumulation/distribution',
  shortName: 'WAD',
  aliases: ['larry williams', 'williams ad'],
  about:
    'The sum of the distances of rising closes from the true low and of falling ones from the true high; it reads no volume. It starts at the second loaded bar, so only its changes have a meaning.',
  inputs: {},
  outputs: outputs('priceChange', ['line', 'WAD']),
  neededBars: () => 2,
  formula: () => onCandle(new WAD()),
});

export const VOLUME = [
  volume,
  vwap,
  obv,
  accumulationDistribution,
  mfi,
  chaikinMoneyFlow,
  chaikinOscillator,
  relativeVolume,
  volumeOscillator,
  percentageVolume,
  forceIndex,
  priceVolumeTrend,
  klinger,
  easeOfMovement,
  negativeVolumeIndex,
  positiveVolumeIndex,
  volumeRateOfChange,
  williamsAccumulation,
];
