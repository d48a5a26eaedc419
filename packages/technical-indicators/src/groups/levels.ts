import type { TechnicalStudy } from '@moneytrail/indicators';
import { type Formula, studyIn } from '../adapter.ts';
import { ABOUT_AUTO, byPeriod, PERIODS, periodBars } from '../anchored.ts';
import { outputs } from '../form.ts';

const study = studyIn('Levels');

/** The prices of a period. */
type Prices = { readonly high: number; readonly low: number; readonly close: number };
type State = Prices & { readonly prior: Prices | null };

const NONE: Prices = { high: Number.NEGATIVE_INFINITY, low: Number.POSITIVE_INFINITY, close: 0 };

const ofPriorPeriod = (period: string, context: Parameters<typeof byPeriod>[1]) =>
  byPeriod<State>(period, context, {
    begin: (prior) => ({
      ...NONE,
      prior: prior && { high: prior.high, low: prior.low, close: prior.close },
    }),
    add: (state, { high, low, close }) => ({
      ...state,
      high: Math.max(state.high, high),
      low: Math.min(state.low, low),
      close,
    }),
  });

type LevelStudy = Pick<TechnicalStudy, 'id' | 'name' | 'shortName' | 'aliases' | 'about'> & {
  readonly outputs: TechnicalStudy['outputs'];
  readonly levelsOf: (prices: Prices) => readonly number[];
};

/** A study of the prices of the last whole period. */
function levelStudy({ levelsOf, about, ...terse }: LevelStudy): TechnicalStudy {
  return study({
    ...terse,
    about: `${about} They are undefined until a whole period has passed. ${ABOUT_AUTO}`,
    isOverlay: true,
    inputs: { period: PERIODS },
    neededBars: ({ period }, barsInDay) => 2 * periodBars(period, barsInDay),
    formula: ({ period }, context): Formula => {
      const next = ofPriorPeriod(period, context);
      return (candle, replace) => {
        const { prior } = next(candle, replace).state;
        return prior && levelsOf(prior);
      };
    },
  });
}

const WORDS = ['first', 'second', 'third', 'fourth'] as const;

/** The outputs of a pivot, resistances from the lowest up and supports from the highest down. */
function pivotOutputs(count: 3 | 4) {
  const words = WORDS.slice(0, count);
  return outputs(
    'price',
    ['pivot', 'Pivot', { tag: 'P', colour: 'deployment' }],
    ...words.map(
      (word, at) =>
        [
          `${word}Resistance`,
          `Resistance ${at + 1}`,
          { tag: `R${at + 1}`, colour: 'longResistance' },
        ] as const,
    ),
    ...words.map(
      (word, at) =>
        [
          `${word}Support`,
          `Support ${at + 1}`,
          { tag: `S${at + 1}`, colour: 'tightnessShort' },
        ] as const,
    ),
  );
}

const pivotOf = ({ high, low, close }: Prices) => (high + low + close) / 3;

/** Levels at shares of the range around a price. */
function around(price: number, { high, low }: Prices, shares: readonly number[]) {
  const distances = shares.map((share) => share * (high - low));
  return [
    ...distances.map((distance) => price + distance),
    ...distances.map((distance) => price - distance),
  ];
}

const pivotPoints = levelStudy({
  id: 'pivotPoints',
  name: 'Pivot points',
  shortName: 'Pivots',
  aliases: ['classic', 'floor', 'traditional', 'support', 'resistance'],
  about:
    'The mean of high, low and close of the period before, and the three resistances and supports that floor traders derive from it.',
  outputs: pivotOutputs(3),
  levelsOf: (prices) => {
    const pivot = pivotOf(prices);
    const { high, low } = prices;
    return [
      pivot,
      2 * pivot - low,
      pivot + high - low,
      high + 2 * (pivot - low),
      2 * pivot - high,
      pivot - high + low,
      low - 2 * (high - pivot),
    ];
  },
});

const fibonacciPivots = levelStudy({
  id: 'fibonacciPivots',
  name: 'Fibonacci pivot points',
  shortName: 'Fib Pivots',
  aliases: ['support', 'resistance'],
  about:
    'The mean of high, low and close of the period before, and levels at 38.2, 61.8 and 100 % of its range above and below.',
  outputs: pivotOutputs(3),
  levelsOf: (prices) => {
    const pivot = pivotOf(prices);
    return [pivot, ...around(pivot, prices, [0.382, 0.618, 1])];
  },
});

const camarillaPivots = levelStudy({
  id: 'camarillaPivots',
  name: 'Camarilla pivot points',
  shortName: 'Camarilla',
  aliases: ['scott', 'support', 'resistance'],
  about:
    'Levels around the close of the period before, at 1.1 times a twelfth, a sixth, a fourth and half of its range; and the mean of its high, low and close.',
  outputs: pivotOutputs(4),
  levelsOf: (prices) => [
    pivotOf(prices),
    ...around(prices.close, prices, [1.1 / 12, 1.1 / 6, 1.1 / 4, 1.1 / 2]),
  ],
});

const priorExtremes = levelStudy({
  id: 'priorExtremes',
  name: 'Previous high, low and close',
  shortName: 'Previous HLC',
  aliases: ['prior', 'yesterday', 'pdh', 'pdl', 'daily high', 'daily low', 'support', 'resistance'],
  about: 'High, low and close of the period before.',
  outputs: outputs(
    'price',
    ['high', 'Previous high', { tag: 'H' }],
    ['low', 'Previous low', { tag: 'L' }],
    ['close', 'Previous close', { tag: 'C' }],
  ),
  levelsOf: ({ high, low, close }) => [high, low, close],
});

export const LEVEL_STUDIES = [pivotPoints, fibonacciPivots, camarillaPivots, priorExtremes];
