import {
  changePercent,
  type LevelName,
  type OutputDefinition,
  STUDIES,
  type StudyDefinition,
  type StudyId,
} from '@moneytrail/indicators';

/** The levels from top to bottom of the chart. */
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

/** A level's line style and name. */
export function levelLook(
  { study, output }: (typeof LEVELS)[number],
  studies: readonly StudyDefinition[] = STUDIES,
): OutputDefinition | undefined {
  return studies.find(({ id }) => id === study)?.outputs.find(({ key }) => key === output);
}

/** A level's name in the chart's catalogue. */
export function levelName(key: LevelKey): string {
  const level = LEVELS.find((one) => one.key === key);
  return (level && levelLook(level)?.label) ?? key;
}

export function isLongTerm(key: LevelKey): boolean {
  return LEVELS.some((one) => one.key === key && one.term === 'long');
}

/** A level's distance in percent of the price; NaN without either or at price zero. */
export function distancePercent(level: number, price: number): number {
  return changePercent(level, price);
}

/** True if the price stands above a resistance or below a support. */
export function isBroken(key: LevelKey, level: number, price: number): boolean {
  return key.endsWith('Resistance') ? price > level : price < level;
}
