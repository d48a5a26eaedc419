import {
  type LevelName,
  type OutputDefinition,
  STUDIES,
  type StudyDefinition,
  type StudyId,
} from '@moneytrail/indicators';

/** The four levels, in the order in which they lie on the chart. */
export const LEVELS = [
  { key: 'longTermResistance', study: 'longTermLevels', output: 'resistance', term: 'long' },
  { key: 'shortTermResistance', study: 'shortTermLevels', output: 'resistance', term: 'short' },
  { key: 'shortTermSupport', study: 'shortTermLevels', output: 'support', term: 'short' },
  { key: 'longTermSupport', study: 'longTermLevels', output: 'support', term: 'long' },
] as const satisfies readonly {
  key: LevelName;
  study: StudyId;
  output: string;
  term: 'long' | 'short';
}[];

export type LevelKey = (typeof LEVELS)[number]['key'];

/** How a level's line looks and what it is called. */
export function levelLook(
  { study, output }: (typeof LEVELS)[number],
  studies: readonly StudyDefinition[] = STUDIES,
): OutputDefinition | undefined {
  return studies.find(({ id }) => id === study)?.outputs.find(({ key }) => key === output);
}

/** The name of a level, as the chart's catalogue has it. */
export function levelName(key: LevelKey): string {
  const level = LEVELS.find((one) => one.key === key);
  return (level && levelLook(level)?.label) ?? key;
}

export function isLongTerm(key: LevelKey): boolean {
  return LEVELS.some((one) => one.key === key && one.term === 'long');
}

/** How far a level lies from the price, in percent of the price; NaN without either or at a price of zero. */
export function distancePercent(level: number, price: number): number {
  if (price === 0) return Number.NaN;
  return (100 * (level - price)) / Math.abs(price);
}
