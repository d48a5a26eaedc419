import type { InputValues } from '@moneytrail/indicators';
import { ATR, pushUpdate } from 'trading-signals';
import { type Candle, studyIn, wilderBars } from '../adapter.ts';
import { choice, decimal, integer, outputs } from '../form.ts';
import { middleExtreme, nextSwings, provisionalPoint, type Swings } from '../swings.ts';

const study = studyIn('Trend');

const HIGH = { colour: 'shortResistance' } as const;
const LOW = { colour: 'shortSupport' } as const;

/** Bars after which a market has had both a high and a low. */
const SWING_BARS = 300;

const backBySide = ({ side }: InputValues) => -Number(side);

const fractals = study({
  id: 'fractals',
  name: 'Williams fractals',
  shortName: 'Fractals',
  aliases: ['bill williams', 'swing high', 'swing low', 'pivot high', 'pivot low'],
  about:
    "Bill Williams' fractals: bars whose high is above, or whose low is below, that of all bars on either side, two in the original. A fractal is known only when the bars behind it have closed. It is drawn at its bar, with a line to the bar that confirmed it, and its value belongs to that later bar; the last levels stay until the next fractal.",
  isOverlay: true,
  hasInterval: false,
  inputs: { side: integer('Bars on either side', 2, [1, 50]) },
  outputs: outputs(
    'price',
    ['high', 'Fractal high', { ...HIGH, shape: 'peaks', displacement: backBySide }],
    ['low', 'Fractal low', { ...LOW, shape: 'troughs', displacement: backBySide }],
    ['lastHigh', 'Last fractal high', { ...HIGH, isDrawn: false }],
    ['lastLow', 'Last fractal low', { ...LOW, isDrawn: false }],
  ),
  neededBars: ({ side }) => SWING_BARS + 2 * side,
  formula: ({ side }) => {
    const length = 2 * side + 1;
    const bars: Candle[] = [];
    type Levels = { readonly high: number | null; readonly low: number | null };
    let before: Levels = { high: null, low: null };
    let now = before;
    return (candle, replace) => {
      pushUpdate({ array: bars, item: candle, maxLength: length, replace });
      if (!replace) before = now;
      const isWhole = bars.length === length;
      const high = isWhole ? middleExtreme(bars, 1) : null;
      const low = isWhole ? middleExtreme(bars, -1) : null;
      now = { high: high ?? before.high, low: low ?? before.low };
      return [high, low, now.high, now.low];
    };
  },
});

const zigzag = study({
  id: 'zigzag',
  name: 'ZigZag',
  shortName: 'ZigZag',
  aliases: ['zig zag', 'swings', 'swing high', 'swing low', 'pivots', 'reversal'],
  about:
    'Lines between highs and lows from which the price went back by a deviation: a multiple of the average true range, or a percentage. A point is known only at the bar by which the price has gone back so far: a dot on the next leg marks this bar, and the value of the point belongs to it. From then on newer bars never move the point; older bars that are loaded can, as they begin the legs at another bar. The last leg is dashed, as its end can still move. The first point may be the first loaded bar.',
  isOverlay: true,
  hasInterval: false,
  inputs: {
    unit: choice('Deviation in', { atr: 'Average true ranges', percent: 'Percent' }),
    deviation: decimal('Deviation', 5, [0.1, 100, 0.5]),
    length: integer('Length of the range', 14, [1, 500]),
  },
  outputs: [
    ...outputs('price', [
      'point',
      'Confirmed point',
      {
        colour: 'deployment',
        shape: 'legs',
        legs: { back: 'back', tip: 'tip', tipBack: 'tipBack' },
      },
    ]),
    ...outputs('amount', ['back', 'Bars back to the confirmed point', { isDrawn: false }]),
    ...outputs('price', ['tip', 'Provisional point', { isDrawn: false }]),
    ...outputs('amount', ['tipBack', 'Bars back to the provisional point', { isDrawn: false }]),
    ...outputs(
      'price',
      ['lastHigh', 'Last confirmed high', { ...HIGH, isDrawn: false }],
      ['lastLow', 'Last confirmed low', { ...LOW, isDrawn: false }],
    ),
  ],
  neededBars: ({ unit, length }) => SWING_BARS + (unit === 'atr' ? wilderBars(length) : 0),
  formula: ({ unit, deviation, length }) => {
    const range = new ATR(length);
    let before: Swings | null = null;
    let now: Swings | null = null;
    return (candle, replace) => {
      const distance = range.update(candle, replace);
      if (!replace) before = now;
      now = nextSwings(before, candle, (price) =>
        unit === 'atr' ? deviation * (distance ?? Number.NaN) : (Math.abs(price) * deviation) / 100,
      );
      const { bar, confirmed, lastHigh, lastLow } = now;
      const tip = provisionalPoint(now);
      return [
        confirmed?.price,
        confirmed && bar - confirmed.bar,
        tip?.price,
        tip && bar - tip.bar,
        lastHigh,
        lastLow,
      ];
    };
  },
});

export const SWINGS = [zigzag, fractals];
