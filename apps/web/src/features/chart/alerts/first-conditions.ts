import type { AlertCondition } from '@moneytrail/contract';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';
import { levelCondition } from './open-alert.ts';

/**
 * The condition that an alert on a study begins with: its levels, its marks, or its first line; one over the prices is crossed by
 * them.
 */
export function studyCondition({
  id,
  outputs: [output],
  chosenInputs: inputs,
  standsIn,
}: Pick<StudyOnChart, 'id' | 'outputs' | 'chosenInputs' | 'standsIn'>): AlertCondition {
  if (id === 'combo') return signalCondition('any', false);
  if (id === 'shortTermLevels') return levelCondition('shortTermResistance', inputs);
  if (id === 'longTermLevels') return levelCondition('longTermResistance', inputs);
  const isOverPrices = standsIn === 'main' && output?.format === 'price';
  const than = isOverPrices ? ({ price: 'close' } as const) : { value: Number.NaN };
  return { kind: 'study', study: id, output: output?.key ?? '', inputs, is: 'crosses', than };
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
