import { barsForStudy, inputsOf, watchProblem } from '@moneytrail/alerts';
import type { AlertCondition, TradingRule } from '@moneytrail/contract';
import {
  DEFAULT_INPUTS,
  defaultInputs,
  findStudy,
  firstMarkIndex,
  type InputValues,
  isHouse,
} from '@moneytrail/indicators';
import { BARS_BEFORE_RANGE } from './average-range.ts';

/** The conditions of both sides. */
export function conditionsOf({ long, short }: TradingRule): AlertCondition[] {
  return [long, short].flatMap((entry) => entry?.conditions ?? []);
}

/**
 * The reason why a rule cannot be tested on an instrument; null if it can. Each text begins with a name and goes on behind
 * it, so that it can follow other words.
 */
export function ruleProblem(rule: TradingRule, isIndex: boolean): string | null {
  const conditions = conditionsOf(rule);
  if (isIndex && conditions.some(({ kind }) => kind === 'volume')) return 'An index has no volume.';
  return watchProblem({ conditions, resolution: rule.resolution }, isIndex);
}

/** The bars until every output of a study of the house is defined. */
function houseBars(study: string, inputs?: InputValues): number {
  const definition = findStudy(study);
  return definition ? definition.neededBars(inputs ?? defaultInputs(definition)) : 0;
}

/** The bars up to and with the first one whose close can fulfil a condition, as it can at any later bar. */
function barsUntil(condition: AlertCondition, resolution: TradingRule['resolution']): number {
  switch (condition.kind) {
    case 'move':
    case 'volume':
      return condition.bars + 1;
    case 'level': {
      const study = condition.level.startsWith('long') ? 'longTermLevels' : 'shortTermLevels';
      return houseBars(study, inputsOf(study, condition.inputs)) + 1;
    }
    case 'study': {
      const { study, inputs } = condition;
      const definition = findStudy(study);
      const isOfHouse = definition && isHouse(definition);
      // Studies of the field may smooth without end: the first bars must have faded.
      return isOfHouse
        ? houseBars(study, inputsOf(study, inputs)) + 1
        : barsForStudy(study, inputs, resolution) + 1;
    }
    case 'signal':
      return firstMarkIndex(DEFAULT_INPUTS) + 1;
    default:
      return 2;
  }
}

/**
 * The bars before the first one that can be an entry: from there on every figure that the rule reads is defined, and older
 * bars change no trade by more than the last decimals.
 */
export function barsBeforeRule(rule: TradingRule): number {
  const { exit, costs, resolution } = rule;
  const readsRange = exit.stop?.unit === 'atr' || exit.target?.unit === 'atr';
  return Math.max(
    ...conditionsOf(rule).map((condition) => barsUntil(condition, resolution)),
    exit.level === null ? 0 : houseBars(`${exit.level}Levels`),
    readsRange ? BARS_BEFORE_RANGE : 0,
    costs.spread.kind === 'estimated' ? houseBars('liquiditySpread') : 0,
  );
}
