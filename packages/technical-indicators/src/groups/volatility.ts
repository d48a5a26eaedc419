import {
  AccelerationBands,
  ATR,
  BollingerBands,
  BollingerBandsWidth,
  CHOP,
  CVI,
  DonchianChannels,
  KeltnerChannels,
  MassIndex,
  NATR,
  PercentB,
  RelativeVolatilityIndex,
  TTMSqueeze,
  UlcerIndex,
} from 'trading-signals';
import {
  delay,
  exponentialBars,
  onCandle,
  onSource,
  studyIn,
  unlessFlat,
  wilderBars,
} from '../adapter.ts';
import {
  BAND_FILL,
  BAND_OUTPUTS,
  bandValues,
  decimal,
  integer,
  length,
  outputs,
  SOURCE,
} from '../form.ts';

const study = studyIn('Volatility');

const multiplier = (byDefault: number) => ({
  multiplier: decimal('Multiplier', byDefault, [0.1, 50, 0.1]),
});

const bollingerBands = study({
  id: 'bollingerBands',
  name: 'Bollinger bands',
  shortName: 'BB',
  aliases: ['bb', 'bbands', 'standard deviation', 'channel'],
  about:
    'The simple average, and lines at a multiple of the standard deviation above and below it. The deviation is that of a whole population: it divides by the length.',
  isOverlay: true,
  inputs: { ...length(20), ...multiplier(2), source: SOURCE },
  outputs: BAND_OUTPUTS,
  fills: BAND_FILL,
  neededBars: (inputs) => inputs.length,
  formula: (inputs) => onSource(new BollingerBands(inputs.length, inputs.multiplier), bandValues),
});

const bollingerPercentB = study({
  id: 'bollingerPercentB',
  name: 'Bollinger bands %B',
  shortName: '%B',
  aliases: ['percent b', 'bb'],
  about:
    'The place of the price between the Bollinger bands: 0 at the lower one, 1 at the upper one. It is 0.5 if all prices are the same.',
  inputs: { ...length(20, 2), ...multiplier(2), source: SOURCE },
  outputs: outputs('number', ['place', '%B']),
  levels: [1, 0],
  neededBars: (inputs) => inputs.length,
  formula: (inputs) =>
    unlessFlat(
      inputs.length,
      ({ source }) => source,
      0.5,
      onSource(new PercentB({ interval: inputs.length, deviationMultiplier: inputs.multiplier })),
    ),
});

const bollingerBandWidth = study({
  id: 'bollingerBandWidth',
  name: 'Bollinger band width',
  shortName: 'BBW',
  aliases: ['bandwidth', 'bb', 'bollinger bands width'],
  about: 'The distance between the Bollinger bands in percent of the middle one.',
  inputs: { ...length(20, 2), ...multiplier(2), source: SOURCE },
  outputs: outputs('percent', ['width', 'Band width']),
  neededBars: (inputs) => inputs.length,
  formula: (inputs) =>
    onSource(
      new BollingerBandsWidth(new BollingerBands(inputs.length, inputs.multiplier)),
      (share) => 100 * share,
    ),
});

const keltner = study({
  id: 'keltner',
  name: 'Keltner channels',
  shortName: 'KC',
  aliases: ['band', 'channel', 'atr bands'],
  about:
    'The exponential average of the close, and lines at a multiple of the average true range above and below it. The range is smoothed as Wilder does, and starts as a simple average.',
  isOverlay: true,
  inputs: { ...length(20), range: integer('ATR length', 10), ...multiplier(2) },
  outputs: BAND_OUTPUTS,
  fills: BAND_FILL,
  neededBars: (inputs) => Math.max(exponentialBars(inputs.length), wilderBars(inputs.range)),
  formula: (inputs) =>
    onCandle(
      new KeltnerChannels({
        emaInterval: inputs.length,
        atrInterval: inputs.range,
        multiplier: inputs.multiplier,
      }),
      bandValues,
    ),
});

const donchian = study({
  id: 'donchian',
  name: 'Donchian channels',
  shortName: 'DC',
  aliases: ['band', 'channel', 'price channel', 'breakout', 'turtle'],
  about:
    'The highest high and the lowest low of the length, the current bar included, and the middle between them.',
  isOverlay: true,
  inputs: length(20),
  outputs: BAND_OUTPUTS,
  fills: BAND_FILL,
  neededBars: (inputs) => inputs.length,
  formula: (inputs) => onCandle(new DonchianChannels(inputs.length), bandValues),
});

const accelerationBands = study({
  id: 'accelerationBands',
  name: 'Acceleration bands',
  shortName: 'ABands',
  aliases: ['headley', 'band', 'channel'],
  about:
    'The simple averages of the close, and of highs and lows that are moved outwards by the factor times the range of the bar in proportion to its sum of high and low.',
  isOverlay: true,
  inputs: { ...length(20), factor: decimal('Factor', 4, [0.1, 50, 0.1]) },
  outputs: BAND_OUTPUTS,
  fills: BAND_FILL,
  neededBars: (inputs) => inputs.length,
  formula: (inputs) => onCandle(new AccelerationBands(inputs.length, inputs.factor), bandValues),
});

const atr = study({
  id: 'atr',
  name: 'Average true range',
  shortName: 'ATR',
  aliases: ['wilder', 'tr', 'true range'],
  about:
    "Wilder's average of the true range, which is the range of the bar extended to the last close. It starts as a simple average that includes the first bar, whose true range is its range; a length of 1 is the true range itself.",
  inputs: length(14),
  outputs: outputs('price', ['range', 'ATR']),
  neededBars: (inputs) => wilderBars(inputs.length),
  formula: (inputs) => onCandle(new ATR(inputs.length)),
});

const natr = study({
  id: 'natr',
  name: 'Normalised average true range',
  shortName: 'NATR',
  aliases: ['normalized', 'atr percent', 'atr%'],
  about: 'The average true range in percent of the close.',
  inputs: length(14),
  outputs: outputs('percent', ['range', 'NATR']),
  neededBars: (inputs) => wilderBars(inputs.length),
  formula: (inputs) => onCandle(new NATR(inputs.length)),
});

const squeeze = study({
  id: 'squeeze',
  name: 'TTM squeeze',
  shortName: 'Squeeze',
  aliases: ['squeeze momentum', 'carter', 'lazybear'],
  about:
    "Dots on zero mark bars at which the Bollinger bands lie within the Keltner channels. Columns show the end of a regression line through the distances of the close from the mean of its average and the middle of its range. The channels use Wilder's range; others use a simple average of it.",
  inputs: {
    ...length(20, 2),
    bands: decimal('Bollinger multiplier', 2, [0.1, 50, 0.1]),
    channels: decimal('Keltner multiplier', 1.5, [0.1, 50, 0.1]),
  },
  outputs: outputs(
    'priceChange',
    ['momentum', 'Momentum', { shape: 'columns' }],
    ['squeezed', 'Squeeze', { shape: 'dots' }],
  ),
  levels: [0],
  neededBars: (inputs) =>
    Math.max(2 * inputs.length, exponentialBars(inputs.length), wilderBars(inputs.length)),
  formula: (inputs) =>
    onCandle(
      new TTMSqueeze({
        bbInterval: inputs.length,
        bbMultiplier: inputs.bands,
        kcInterval: inputs.length,
        kcMultiplier: inputs.channels,
      }),
      ({ momentum, isSqueezed }) => [momentum, isSqueezed ? 0 : null],
    ),
});

const choppiness = study({
  id: 'choppiness',
  name: 'Choppiness index',
  shortName: 'CHOP',
  aliases: ['dreiss'],
  about:
    'The sum of true ranges in proportion to the whole range over the length, as a logarithm scaled to 100: high in a range, low in a trend. It is 100 without any range.',
  inputs: length(14, 2),
  outputs: outputs('number', ['choppiness', 'CHOP']),
  levels: [61.8, 38.2],
  neededBars: (inputs) => inputs.length + 1,
  formula: (inputs) => onCandle(new CHOP(inputs.length)),
});

const massIndex = study({
  id: 'massIndex',
  name: 'Mass index',
  shortName: 'MI',
  aliases: ['dorsey', 'reversal bulge'],
  about:
    'The exponential average of 9 of the range in proportion to its own exponential average of 9, summed over the length. The averages start at the first bar.',
  inputs: length(25),
  outputs: outputs('number', ['index', 'Mass index']),
  levels: [27, 26.5],
  neededBars: (inputs) => exponentialBars(9, 2) + inputs.length,
  formula: (inputs) => onCandle(new MassIndex(inputs.length)),
});

const ulcer = study({
  id: 'ulcer',
  name: 'Ulcer index',
  shortName: 'Ulcer',
  aliases: ['drawdown', 'martin'],
  about:
    'The root of the mean square of the falls from the highest price so far, within the length, in percent. Others take the highest price of a length before each bar.',
  inputs: { ...length(14), source: SOURCE },
  outputs: outputs('percent', ['index', 'Ulcer index']),
  neededBars: (inputs) => inputs.length,
  formula: (inputs) => onSource(new UlcerIndex(inputs.length)),
});

const standardDeviation = study({
  id: 'standardDeviation',
  name: 'Standard deviation',
  shortName: 'StdDev',
  aliases: ['sigma', 'volatility'],
  about:
    'The standard deviation of the last prices from their mean, as of a whole population: it divides by the length.',
  inputs: { ...length(20), source: SOURCE },
  outputs: outputs('price', ['deviation', 'Standard deviation']),
  neededBars: (inputs) => inputs.length,
  formula: (inputs) =>
    onSource(new BollingerBands(inputs.length, 1), ({ upper, middle }) => upper - middle),
});

const historicalVolatility = study({
  id: 'historicalVolatility',
  name: 'Historical volatility',
  shortName: 'HV',
  aliases: ['realised volatility', 'realized volatility', 'annualised', 'annualized'],
  about:
    'The standard deviation of logarithmic changes of the price over the length, times the root of the bars a year, in percent. It divides by the length; others divide by one less.',
  inputs: {
    ...length(20, 2),
    yearly: integer('Bars a year', 252, [1, 600_000]),
    source: SOURCE,
  },
  outputs: outputs('percent', ['volatility', 'Historical volatility']),
  neededBars: (inputs) => inputs.length + 1,
  formula: (inputs) => {
    const before = delay(1);
    const changes = new BollingerBands(inputs.length, 100 * Math.sqrt(inputs.yearly));
    return ({ source }, replace) => {
      const price = before(source, replace);
      if (price === null) return null;
      const bands = changes.update(Math.log(source / price), replace);
      return bands && bands.upper - bands.middle;
    };
  },
});

const chaikinVolatility = study({
  id: 'chaikinVolatility',
  name: 'Chaikin volatility',
  shortName: 'CVI',
  aliases: ['chaikin'],
  about:
    'The change over the length of the exponential average of the range, in percent. The average starts at the first bar.',
  inputs: length(10),
  outputs: outputs('signedPercent', ['change', 'Chaikin volatility']),
  levels: [0],
  neededBars: (inputs) => exponentialBars(inputs.length) + inputs.length,
  formula: (inputs) => onCandle(new CVI(inputs.length)),
});

const relativeVolatility = study({
  id: 'relativeVolatility',
  name: 'Relative volatility index',
  shortName: 'RVI',
  aliases: ['dorsey'],
  about:
    "The relative strength index of the standard deviation instead of the change: the share of deviations at rising prices, in percent, smoothed with Wilder's average. It is 50 without any.",
  inputs: {
    ...length(14),
    deviation: integer('Deviation length', 10, [2, 500]),
    source: SOURCE,
  },
  outputs: outputs('number', ['index', 'RVI']),
  levels: [60, 40],
  neededBars: (inputs) => inputs.deviation + wilderBars(inputs.length),
  formula: (inputs) =>
    onSource(
      new RelativeVolatilityIndex({
        interval: inputs.length,
        stddevInterval: inputs.deviation,
      }),
    ),
});

export const VOLATILITY = [
  bollingerBands,
  keltner,
  donchian,
  atr,
  bollingerPercentB,
  bollingerBandWidth,
  natr,
  squeeze,
  standardDeviation,
  historicalVolatility,
  choppiness,
  massIndex,
  ulcer,
  chaikinVolatility,
  relativeVolatility,
  accelerationBands,
];
