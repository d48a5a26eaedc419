import type { AlertCondition } from '@moneytrail/contract';
import { LEVELS, type LevelKey, levelName } from '../../../lib/levels.ts';
import { outputName, repeatsLevels, type StudyOnChart } from '../preferences/studies-on-chart.ts';
import { levelCondition } from './open-alert.ts';

/**
 * The condition that an alert on a study begins with, on its line `key` or else on its first one: that a level is reached, that
 * a mark appears, or that values are crossed; those over the prices are crossed by them.
 */
export function studyCondition(
  {
    id,
    outputs,
    chosenInputs: inputs,
    standsIn,
  }: Pick<StudyOnChart, 'id' | 'outputs' | 'chosenInputs' | 'standsIn'>,
  key?: string,
): AlertCondition {
  if (id === 'combo' && key === undefined) return signalCondition('any', false);
  const output = outputs.find((one) => one.key === key) ?? outputs[0];
  const level = LEVELS.find((one) => one.study === id && one.output === output?.key);
  if (level) return levelCondition(level.key, inputs);
  const isOverPrices = standsIn === 'main' && output?.format === 'price';
  const than = isOverPrices ? ({ price: 'close' } as const) : { value: Number.NaN };
  return { kind: 'study', study: id, output: output?.key ?? '', inputs, is: 'crosses', than };
}

const LEVELS_OF_COMBO: Readonly<Record<string, LevelKey>> = {
  shortResistance: 'shortTermResistance',
  shortSupport: 'shortTermSupport',
  longResistance: 'longTermResistance',
  longSupport: 'longTermSupport',
};

/**
 * The condition of an alert on a line of a study, and what it is called. A combo that repeats the levels means these:
 * `repeated` is the id of their study.
 */
export function lineCondition(
  study: StudyOnChart,
  key: string,
): { name: string; condition: AlertCondition; repeated?: string } {
  const inputs = study.chosenInputs;
  const level = repeatsLevels(study) ? LEVELS_OF_COMBO[key] : undefined;
  if (level) {
    const repeated = LEVELS.find((one) => one.key === level)?.study ?? study.id;
    return { name: levelName(level), condition: levelCondition(level, inputs), repeated };
  }
  const output = study.outputs.find((one) => one.key === key);
  const name = output ? outputName(study, inputs, output) : study.name;
  return { name, condition: studyCondition(study, key) };
}

/** A move in percent, which suits instruments of any price. */
export const USUAL_MOVE: AlertCondition = {
  kind: 'move',
  direction: 'either',
  size: 2,
  unit: 'percent',
  bars: 5,
};

export function signalCondition(
  side: 'buy' | 'sell' | 'any',
  isStrongOnly: boolean,
): AlertCondition {
  return { kind: 'signal', side, isStrongOnly };
}
