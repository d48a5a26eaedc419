import type { Summary } from '@moneytrail/contract';

/** One of the four levels of the summary. */
export type LevelKey =
  | 'longTermResistance'
  | 'shortTermResistance'
  | 'shortTermSupport'
  | 'longTermSupport';

/** How a level is named and drawn; colours are the canvas' own. */
export type Level = {
  key: LevelKey;
  name: string;
  colour: 'longResistance' | 'shortResistance' | 'shortSupport' | 'longSupport';
  dash: 'solid' | 'dashed';
};

/** In the order in which they stand on a chart, the highest first. */
export const LEVELS: readonly Level[] = [
  {
    key: 'longTermResistance',
    name: 'Long-term resistance',
    colour: 'longResistance',
    dash: 'solid',
  },
  {
    key: 'shortTermResistance',
    name: 'Short-term resistance',
    colour: 'shortResistance',
    dash: 'dashed',
  },
  { key: 'shortTermSupport', name: 'Short-term support', colour: 'shortSupport', dash: 'dashed' },
  { key: 'longTermSupport', name: 'Long-term support', colour: 'longSupport', dash: 'solid' },
];

/** The level with a key. */
export function levelOf(key: LevelKey): Level {
  const level = LEVELS.find((one) => one.key === key);
  if (!level) throw new Error(`no level ${key}`);
  return level;
}

/** How far a level lies from the price, in percent of the price; null without either or at a price of zero. */
export function distancePercent(summary: Summary, key: LevelKey): number | null {
  const { value } = summary[key];
  const price = summary.currentPrice;
  return value === null || price === null || price === 0
    ? null
    : (100 * (value - price)) / Math.abs(price);
}
