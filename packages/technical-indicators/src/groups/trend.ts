import type { InputValues } from '@moneytrail/indicators';
import {
  Alligator,
  Aroon,
  ChandeKrollStop,
  ChandelierExit,
  DX,
  IchimokuCloud,
  LinearRegression,
  RandomWalkIndex,
  SuperTrend,
  TradingSignal,
  VHF,
  VolatilityStop,
  VortexIndicator,
  WSMA,
} from 'trading-signals';
import { delay, onCandle, onSource, studyIn, wilderBars } from '../adapter.ts';
import { decimal, integer, length, outputs, SOURCE } from '../form.ts';
import { parabolicStop } from '../parabolic.ts';

const study = studyIn('Trend');

const multiplier = (byDefault: number) => decimal('Multiplier', byDefault, [0.1, 50, 0.1]);

/** The line of a stop, in two outputs of which one is defined: below rising prices and above falling ones. */
const STOP_OUTPUTS = outputs(
  'price',
  ['stop', 'Stop', { isDrawn: false }],
  ['rising', 'Below the price', { colour: 'shortSupport' }],
  ['falling', 'Above the price', { colour: 'shortResistance' }],
);

function stopValues(stop: number, isRising: boolean) {
  return isRising ? [stop, stop, null] : [stop, null, stop];
}

const supertrend = study({
  id: 'supertrend',
  name: 'Supertrend',
  shortName: 'Supertrend',
  aliases: ['super trend', 'stop', 'atr trailing stop'],
  about:
    'A stop at a multiple of the average true range from the middle of the bar, which moves only with the trend and changes sides when the price closes beyond it. It starts as a falling one, and its range as a simple average.',
  isOverlay: true,
  inputs: { ...length(10), multiplier: multiplier(3) },
  outputs: STOP_OUTPUTS,
  neededBars: (inputs) => wilderBars(inputs.length) + 100,
  formula: (inputs) =>
    onCandle(new SuperTrend({ interval: inputs.length, multiplier: inputs.multiplier }), (result) =>
      stopValues(result.supertrend, result.trend === TradingSignal.BULLISH),
    ),
});

const psar = study({
  id: 'psar',
  name: 'Parabolic SAR',
  shortName: 'SAR',
  aliases: ['psar', 'stop and reverse', 'parabolic', 'wilder'],
  about:
    "Wilder's stop and reverse: it approaches the extreme of the trend by a share that grows with each new extreme, and changes sides when the price reaches it. The directional movement of the second bar decides on the first trend, as in TA-Lib.",
  isOverlay: true,
  inputs: {
    step: decimal('Step', 0.02, [0.001, 1, 0.005]),
    max: decimal('Maximum', 0.2, [0.001, 1, 0.05]),
  },
  outputs: outputs('price', ['stop', 'SAR', { shape: 'dots' }]),
  // The first trend is forgotten once it has turned.
  neededBars: () => 200,
  formula: (inputs) => parabolicStop(inputs.step, inputs.max),
});

const displacementOf = ({ displacement }: InputValues) => Number(displacement);

/** A span of the cloud as it stands at a bar; beyond the newest one it goes on with what is computed there. */
const spanAhead = (output: string) => ({ ahead: { output, bars: displacementOf } });

const ichimoku = study({
  id: 'ichimoku',
  name: 'Ichimoku cloud',
  shortName: 'Ichimoku',
  aliases: ['kumo', 'tenkan', 'kijun', 'senkou', 'chikou', 'lagging line', 'ichimoku kinko hyo'],
  about:
    'The middles of the highest and lowest prices over three lengths. The spans of the cloud at a bar were computed displacement bars before, so the cloud reaches that far beyond the newest bar. The lagging line is the close, drawn displacement bars earlier: its value belongs to the bar of the close. Both need the interval of the chart; others count the current bar and move one bar less.',
  isOverlay: true,
  inputs: {
    conversion: integer('Conversion length', 9),
    base: integer('Base length', 26),
    span: integer('Span B length', 52),
    displacement: integer('Displacement', 26),
  },
  outputs: outputs(
    'price',
    ['conversion', 'Conversion line'],
    ['base', 'Base line'],
    ['spanA', 'Cloud span A', spanAhead('leadingA')],
    ['spanB', 'Cloud span B', spanAhead('leadingB')],
    ['lagging', 'Lagging line', { displacement: (inputs) => -displacementOf(inputs) }],
    ['leadingA', 'Leading span A', { isDrawn: false }],
    ['leadingB', 'Leading span B', { isDrawn: false }],
  ),
  fills: [{ upper: 'spanA', lower: 'spanB', colour: 'deployment', opacity: 0.06 }],
  neededBars: (inputs) =>
    Math.max(inputs.conversion, inputs.base, inputs.span) + inputs.displacement,
  formula: (inputs) => {
    const indicator = new IchimokuCloud({
      conversionInterval: inputs.conversion,
      baseInterval: inputs.base,
      spanBInterval: inputs.span,
    });
    const spanA = delay(inputs.displacement);
    const spanB = delay(inputs.displacement);
    return (candle, replace) => {
      const cloud = indicator.update(candle, replace);
      const { close } = candle;
      if (cloud === null) return [null, null, null, null, close];
      const spans = [spanA(cloud.spanA, replace), spanB(cloud.spanB, replace)];
      return [cloud.conversion, cloud.base, ...spans, close, cloud.spanA, cloud.spanB];
    };
  },
});

const adx = study({
  id: 'adx',
  name: 'Average directional index',
  shortName: 'ADX',
  aliases: ['dmi', 'directional movement', '+di', '-di', 'di', 'dx', 'wilder'],
  about:
    "Wilder's strength of a trend, whichever its direction, and the directional movements +DI and −DI in percent of the true range. All averages start as simple ones; the first bar counts as one without movement. Without any range the movements are undefined, and count as equal.",
  inputs: { length: integer('DI length', 14), smoothing: integer('ADX smoothing', 14) },
  outputs: outputs('number', ['adx', 'ADX'], ['plus', '+DI'], ['minus', '−DI']),
  levels: [25],
  neededBars: (inputs) => wilderBars(inputs.length) + wilderBars(inputs.smoothing),
  formula: (inputs) => {
    const movement = new DX(inputs.length);
    const average = new WSMA(inputs.smoothing);
    return (candle, replace) => {
      const dx = movement.update(candle, replace);
      if (dx === null) return null;
      // The library's ADX would stay undefined for ever after a start without range, where DX is 0 / 0.
      const strength = average.update(Number.isNaN(dx) ? 0 : dx, replace);
      return [strength, 100 * Number(movement.pdi), 100 * Number(movement.mdi)];
    };
  },
});

const aroon = study({
  id: 'aroon',
  name: 'Aroon',
  shortName: 'Aroon',
  aliases: ['chande'],
  about:
    'How recent the highest high and the lowest low of the length are: 100 for the current bar, 0 for one that is as many bars old as the length. The newest of equal ones counts.',
  inputs: length(14),
  outputs: outputs('percent', ['up', 'Aroon up'], ['down', 'Aroon down']),
  levels: [70, 30],
  neededBars: (inputs) => inputs.length + 1,
  formula: (inputs) =>
    onCandle(new Aroon(inputs.length), (result) => [result.aroonUp, result.aroonDown]),
});

const aroonOscillator = study({
  id: 'aroonOscillator',
  name: 'Aroon oscillator',
  shortName: 'Aroon Osc',
  aliases: ['chande'],
  about: 'Aroon up less Aroon down, from −100 to 100.',
  inputs: length(14),
  outputs: outputs('number', ['oscillator', 'Aroon oscillator']),
  levels: [0],
  neededBars: (inputs) => inputs.length + 1,
  formula: (inputs) =>
    onCandle(new Aroon(inputs.length), (result) => result.aroonUp - result.aroonDown),
});

const vortex = study({
  id: 'vortex',
  name: 'Vortex indicator',
  shortName: 'Vortex',
  aliases: ['vi', '+vi', '-vi'],
  about:
    'The distances from each high to the low before it (+VI) and from each low to the high before it (−VI), summed over the length and divided by the sum of true ranges. Both are 0 without any range.',
  inputs: length(14),
  outputs: outputs('number', ['plus', '+VI'], ['minus', '−VI']),
  levels: [1],
  neededBars: (inputs) => inputs.length + 1,
  formula: (inputs) =>
    onCandle(new VortexIndicator(inputs.length), (result) => [result.plus, result.minus]),
});

const chandelierExit = study({
  id: 'chandelierExit',
  name: 'Chandelier exit',
  shortName: 'Chandelier',
  aliases: ['stop', 'atr trailing stop', 'le beau'],
  about:
    'Stops at a multiple of the average true range below the highest high, for long positions, and above the lowest low, for short ones. The range starts as a simple average.',
  isOverlay: true,
  inputs: { ...length(22), multiplier: multiplier(3) },
  outputs: outputs(
    'price',
    ['long', 'Exit of long positions', { colour: 'shortSupport' }],
    ['short', 'Exit of short positions', { colour: 'shortResistance' }],
  ),
  neededBars: (inputs) => wilderBars(inputs.length),
  formula: (inputs) =>
    onCandle(
      new ChandelierExit({
        interval: inputs.length,
        multiplier: inputs.multiplier,
      }),
      (result) => [result.long, result.short],
    ),
});

const chandeKrollStop = study({
  id: 'chandeKrollStop',
  name: 'Chande Kroll stop',
  shortName: 'Chande Kroll',
  aliases: ['stop', 'cks'],
  about:
    'Stops at a multiple of the average true range from the extremes of the length, of which the outermost within the stop length count. The range starts as a simple average.',
  isOverlay: true,
  inputs: { ...length(10), multiplier: multiplier(1), stop: integer('Stop length', 9) },
  outputs: outputs(
    'price',
    ['long', 'Long stop', { colour: 'shortSupport' }],
    ['short', 'Short stop', { colour: 'shortResistance' }],
  ),
  neededBars: (inputs) => wilderBars(inputs.length) + inputs.stop,
  formula: (inputs) =>
    onCandle(
      new ChandeKrollStop({
        interval: inputs.length,
        multiplier: inputs.multiplier,
        stopInterval: inputs.stop,
      }),
      (result) => [result.longStop, result.shortStop],
    ),
});

const volatilityStop = study({
  id: 'volatilityStop',
  name: 'Volatility stop',
  shortName: 'VStop',
  aliases: ['stop', 'atr trailing stop', 'vstop'],
  about:
    'A stop at a multiple of the average true range from the close, which moves only with the trend and changes sides when the price closes beyond it. It starts as a rising one, and its range as a simple average.',
  isOverlay: true,
  inputs: { ...length(20), multiplier: multiplier(2) },
  outputs: STOP_OUTPUTS,
  neededBars: (inputs) => wilderBars(inputs.length) + 100,
  formula: (inputs) =>
    onCandle(
      new VolatilityStop({
        interval: inputs.length,
        multiplier: inputs.multiplier,
      }),
      (result) => stopValues(result.stop, result.signal === TradingSignal.BULLISH),
    ),
});

const alligator = study({
  id: 'alligator',
  name: 'Williams alligator',
  shortName: 'Alligator',
  aliases: ['bill williams', 'jaw', 'teeth', 'lips'],
  about:
    "Wilder's averages of the middles of the bars, each shown as many bars later as its offset: jaw, teeth and lips. They start as simple averages.",
  isOverlay: true,
  inputs: {
    jaw: integer('Jaw length', 13),
    teeth: integer('Teeth length', 8),
    lips: integer('Lips length', 5),
    jawOffset: integer('Jaw offset', 8, [0, 500]),
    teethOffset: integer('Teeth offset', 5, [0, 500]),
    lipsOffset: integer('Lips offset', 3, [0, 500]),
  },
  outputs: outputs('price', ['jaw', 'Jaw'], ['teeth', 'Teeth'], ['lips', 'Lips']),
  neededBars: (inputs) =>
    wilderBars(Math.max(inputs.jaw, inputs.teeth, inputs.lips)) +
    Math.max(inputs.jawOffset, inputs.teethOffset, inputs.lipsOffset),
  formula: (inputs) =>
    onCandle(
      new Alligator({
        jawInterval: inputs.jaw,
        jawShift: inputs.jawOffset,
        teethInterval: inputs.teeth,
        teethShift: inputs.teethOffset,
        lipsInterval: inputs.lips,
        lipsShift: inputs.lipsOffset,
      }),
      (lines) => [lines.jaw, lines.teeth, lines.lips],
    ),
});

const verticalHorizontalFilter = study({
  id: 'verticalHorizontalFilter',
  name: 'Vertical horizontal filter',
  shortName: 'VHF',
  aliases: ['white', 'trend strength'],
  about:
    'The distance between the highest and the lowest price of the length, divided by the sum of all changes within it: the higher, the stronger the trend.',
  inputs: { ...length(28), source: SOURCE },
  outputs: outputs('number', ['filter', 'VHF']),
  neededBars: (inputs) => inputs.length + 1,
  formula: (inputs) => onSource(new VHF(inputs.length)),
});

const randomWalkIndex = study({
  id: 'randomWalkIndex',
  name: 'Random walk index',
  shortName: 'RWI',
  aliases: ['poulos'],
  about:
    "The way of the price, up and down, in units of the way that a random walk is expected to go, at its largest over all lengths from 2 to the one given. Ranges are Wilder's averages and start as simple ones.",
  inputs: { length: integer('Length', 14, [2, 50]) },
  outputs: outputs('number', ['high', 'RWI high'], ['low', 'RWI low']),
  levels: [1],
  neededBars: (inputs) => wilderBars(inputs.length),
  formula: (inputs) =>
    onCandle(new RandomWalkIndex(inputs.length), (result) => [result.high, result.low]),
});

const linearRegressionSlope = study({
  id: 'linearRegressionSlope',
  name: 'Linear regression slope',
  shortName: 'LinReg Slope',
  aliases: ['least squares', 'regression'],
  about: 'The change a bar of the straight line that fits the last prices best, by least squares.',
  inputs: { ...length(14, 2), source: SOURCE },
  outputs: outputs('priceChange', ['slope', 'Slope']),
  levels: [0],
  neededBars: (inputs) => inputs.length,
  formula: (inputs) => onSource(new LinearRegression(inputs.length), ({ slope }) => slope),
});

export const TREND = [
  ichimoku,
  supertrend,
  psar,
  adx,
  aroon,
  aroonOscillator,
  vortex,
  alligator,
  chandelierExit,
  chandeKrollStop,
  volatilityStop,
  linearRegressionSlope,
  verticalHorizontalFilter,
  randomWalkIndex,
];
