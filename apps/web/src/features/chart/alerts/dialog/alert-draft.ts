import {
  type AlertCondition,
  type AlertDefinition,
  alertDefinition,
  type Comparison,
  type SavedScreen,
} from '@moneytrail/contract';
import { STUDIES, type StudyInputs } from '@moneytrail/indicators';
import { USUAL_MOVE } from '../first-conditions.ts';

export type ConditionKind = AlertCondition['kind'];

/** The kinds that a person may choose; a drawing is watched from its own bar. */
export const CHOSEN_KINDS = [
  'price',
  'channel',
  'move',
  'level',
  'study',
  'signal',
  'volume',
  'silence',
] as const satisfies readonly ConditionKind[];
export type ChosenKind = (typeof CHOSEN_KINDS)[number];

export const KIND_NAMES: Record<ConditionKind, string> = {
  price: 'Price',
  channel: 'Price range',
  move: 'Move of the price',
  level: 'Level',
  study: 'Study',
  signal: 'Buy or sell mark',
  volume: 'Volume',
  silence: 'Silence of the feed',
  drawing: 'Drawing',
};

export const COMPARISON_NAMES: Record<Comparison, string> = {
  crosses: 'crosses',
  crossesUp: 'crosses upwards',
  crossesDown: 'crosses downwards',
  above: 'is above',
  below: 'is below',
};

/** The values of the chart that new conditions begin with. */
export type ConditionSource = {
  /** The price that was pointed at, or the newest one; NaN before the first. */
  price: number;
  inputs: StudyInputs;
};

/** A condition of a kind, with values to begin from. */
export function firstCondition(
  kind: ChosenKind,
  { price, inputs }: ConditionSource,
): AlertCondition {
  switch (kind) {
    case 'price':
      return { kind, is: 'crosses', value: price };
    case 'channel':
      return { kind, price: 'enters', low: Number.NaN, high: Number.NaN };
    case 'move':
      return USUAL_MOVE;
    case 'level':
      return { kind, level: 'shortTermResistance', event: 'broken', inputs };
    case 'study': {
      const [output] = studyOutputs();
      const { study, key } = output ?? { study: '', key: '' };
      return {
        kind,
        study,
        output: key,
        inputs,
        is: 'crosses',
        than: { value: Number.NaN },
      };
    }
    case 'signal':
      return { kind, side: 'any', isStrongOnly: false };
    case 'volume':
      return { kind, times: 2, bars: 20 };
    case 'silence':
      return { kind, minutes: 10 };
  }
}

/** All outputs of all studies, in the order of the catalogue. */
export function studyOutputs(): { study: string; key: string; label: string }[] {
  return STUDIES.flatMap(({ id, outputs }) =>
    outputs.map(({ key, label }) => ({ study: id, key, label })),
  );
}

/** A new alert that fires once and is told by mail, beside the page. */
export function newDefinition(
  watched: Pick<AlertDefinition, 'symbol' | 'watchlist' | 'resolution'>,
  condition: AlertCondition,
): AlertDefinition {
  return {
    ...watched,
    name: '',
    conditions: [condition],
    joined: { kind: 'and' },
    trigger: { kind: 'once' },
    untilMs: null,
    hours: null,
    message: '',
    channels: { mail: true, push: false, webhook: null },
    sound: 'bell',
  };
}

/** A new alert on a screen, told by mail beside the page. The symbol is not watched. */
export function newScreenDefinition(
  { id, question }: Pick<SavedScreen, 'id' | 'question'>,
  symbol: string,
): AlertDefinition {
  return {
    name: '',
    symbol,
    screen: { id, event: 'enters' },
    resolution: question.resolution,
    conditions: [],
    joined: { kind: 'and' },
    trigger: { kind: 'barClose' },
    untilMs: null,
    hours: null,
    message: '',
    channels: { mail: true, push: false, webhook: null },
    sound: 'bell',
  };
}

/** The definition of an alert without what the server adds. */
export function definitionOf(alert: AlertDefinition): AlertDefinition {
  const { name, symbol, resolution, conditions, joined, trigger, untilMs, hours } = alert;
  const { message, channels, sound, watchlist, screen } = alert;
  return {
    name,
    symbol,
    ...(watchlist !== undefined && { watchlist }),
    ...(screen && { screen }),
    resolution,
    conditions,
    joined,
    trigger,
    untilMs,
    hours,
    message,
    channels,
    sound,
  };
}

/** Texts by the path of a field: `conditions.0.value`. */
export type Problems = Readonly<Record<string, string>>;

const RANGES: Readonly<Record<string, string>> = {
  bars: 'Type a whole number from 1 to 500.',
  minutes: 'Type a whole number from 1 to 1,440.',
  times: 'Type a number above 0, up to 1,000.',
  size: 'Type a number above 0.',
  message: 'The message is too long.',
  name: 'The name is too long.',
};
const NO_NUMBER = 'Type a number.';

/** The problems of a definition, in the order of its fields; the schema is the server's. */
export function problemsOf(definition: AlertDefinition, nowMs: number): Problems {
  const problems: Record<string, string> = {};
  const parsed = alertDefinition.safeParse(definition);
  for (const { path } of parsed.error?.issues ?? []) {
    const field = path.join('.');
    problems[field] ??= RANGES[String(path.at(-1))] ?? NO_NUMBER;
  }
  definition.conditions.forEach((condition, index) => {
    if (condition.kind !== 'channel' || !(condition.low >= condition.high)) return;
    problems[`conditions.${index}.high`] ??= 'It must be above the lower price.';
  });
  const { untilMs, hours } = definition;
  if (untilMs !== null && untilMs <= nowMs) problems.untilMs = 'This moment is over already.';
  if (hours && hours.from === hours.to) problems['hours.to'] = 'Both times are the same.';
  return problems;
}
