import type {
  AlertCondition,
  AlertDefinition,
  Comparison,
  ScreenEvent,
} from '@moneytrail/contract';
import {
  CHART_INTERVAL,
  INTERVAL_INPUT,
  type InputField,
  type InputValues,
  isTechnical,
  type LevelName,
  type StudyDefinition,
} from '@moneytrail/indicators';
import { findOutput, inputsOf } from './studies.ts';

/** The words that a page or a server knows: of the instrument, the interval, a price and a moment. */
export type AlertWords = {
  /** `BTCUSD (FMP)`; of an alert on a watchlist, `any instrument of “Metals”`; of one on a screen, `the screen “Oversold”`. */
  readonly instrument: string;
  /** `1h`. */
  readonly interval: string;
  readonly price: (value: number) => string;
  readonly time: (timeMs: number) => string;
};

type StudyCondition = Extract<AlertCondition, { kind: 'study' }>;

const COMPARED: Record<Comparison, string> = {
  crosses: 'crosses',
  crossesUp: 'crosses above',
  crossesDown: 'crosses below',
  above: 'is above',
  below: 'is below',
};

const LEVEL_NAMES: Record<LevelName, string> = {
  longTermResistance: 'long-term resistance',
  shortTermResistance: 'short-term resistance',
  shortTermSupport: 'short-term support',
  longTermSupport: 'long-term support',
};

const minutesText = (minutes: number) => (minutes === 1 ? 'minute' : `${minutes} minutes`);
const barsText = (bars: number) => (bars === 1 ? '1 bar' : `${bars} bars`);
/** A number with up to six decimals, without trailing zeros. */
const plain = (value: number) => String(Math.round(value * 1e6) / 1e6);

/** A condition in words that continue "When"; `closes` begins a condition on the price at the close of a bar. */
function conditionText(condition: AlertCondition, words: AlertWords, isByClose: boolean): string {
  const { price, instrument } = words;
  const subject = isByClose ? `the close of ${instrument}` : instrument;
  switch (condition.kind) {
    case 'price':
      return `${subject} ${COMPARED[condition.is]} ${price(condition.value)}`;
    case 'channel':
      return `${subject} ${condition.price} the range from ${price(condition.low)} to ${price(condition.high)}`;
    case 'move': {
      const { direction, size, unit, bars } = condition;
      const verb = { up: 'rises', down: 'falls', either: 'moves' }[direction];
      const by = unit === 'percent' ? `${plain(size)} %` : price(size);
      return `${instrument} ${verb} by ${by} or more within ${barsText(bars)}`;
    }
    case 'level': {
      const level = LEVEL_NAMES[condition.level];
      if (condition.event === 'moved') return `the ${level} of ${instrument} moves`;
      return `${subject} ${condition.event === 'reached' ? 'reaches' : 'breaks'} its ${level}`;
    }
    case 'study':
      return studyText(condition, words);
    case 'signal': {
      const strength = condition.isStrongOnly ? 'strong ' : '';
      const side = condition.side === 'any' ? 'buy or sell' : condition.side;
      return `a ${strength}${side} mark appears on ${instrument}`;
    }
    case 'drawing':
      return drawingText(condition, words, subject);
    case 'silence': {
      const { minutes } = condition;
      const time = minutes === 1 ? 'a minute' : minutesText(minutes);
      return `no price of ${instrument} comes for ${time} while its market is open`;
    }
    case 'volume':
      return `the volume of ${instrument} is above ${plain(condition.times)} × the average of ${barsText(condition.bars)}`;
  }
}

function inputText(field: InputField, value: number | string | undefined): string {
  if (typeof value === 'number') return plain(value);
  if (field.name === INTERVAL_INPUT && value === CHART_INTERVAL) return '';
  const option = field.kind === 'choice' && field.options.find((one) => one.value === value);
  return option ? option.label : (value ?? '');
}

/** `BB 20 2 close`: a study with its inputs as legends list them, numbers first. */
function nameWithInputs({ shortName, inputs: fields }: StudyDefinition, inputs: InputValues) {
  const isNumber = ({ kind }: InputField) => kind === 'integer' || kind === 'decimal';
  const ordered = [...fields.filter(isNumber), ...fields.filter((field) => !isNumber(field))];
  const texts = ordered.map((field) => inputText(field, inputs[field.name]));
  return [shortName, ...texts.filter((text) => text !== '')].join(' ');
}

/** The line of a study; one of the field is told by its name and inputs, as a chart may have it more than once. */
function lineText({ study, output, inputs }: StudyCondition): string {
  const found = findOutput(study, output);
  if (!found || !isTechnical(found.study)) return found?.output.label ?? output;
  const name = nameWithInputs(found.study, inputsOf(study, inputs));
  const { label } = found.output;
  const isAlone = found.study.outputs.length === 1 || label === found.study.shortName;
  return isAlone ? name : `${name}: ${label}`;
}

function studyText(condition: StudyCondition, { instrument, price }: AlertWords): string {
  const { study, output, is, than } = condition;
  const labelOf = (key: string) => findOutput(study, key)?.output.label ?? key;
  const isPrice = findOutput(study, output)?.output.format === 'price';
  const valueText = (value: number) => (isPrice ? price(value) : plain(value));
  const otherText = () => {
    if ('price' in than) return 'the close';
    return 'output' in than ? labelOf(than.output) : valueText(than.value);
  };
  return `${lineText(condition)} of ${instrument} ${COMPARED[is]} ${otherText()}`;
}

function drawingText(
  { figure, price: event }: Extract<AlertCondition, { kind: 'drawing' }>,
  { price }: AlertWords,
  subject: string,
): string {
  const isBorder = event === 'enters' || event === 'leaves';
  const verb = isBorder ? event : COMPARED[event];
  const [first, second] = figure.lines;
  if (!first || second) return `${subject} ${verb} your drawn range`;
  const isFlat = first.from.price === first.to.price;
  return `${subject} ${verb} your ${isFlat ? `line at ${price(first.from.price)}` : 'trend line'}`;
}

const SCREEN_VERBS: Record<ScreenEvent, string> = {
  enters: 'enters',
  leaves: 'leaves',
  either: 'enters or leaves',
};

/** The conditions of an alert or of a rule as a clause: "BTCUSD (FMP) crosses above 10,700 and …". */
export function conditionsText(
  definition: Pick<AlertDefinition, 'conditions' | 'joined' | 'trigger' | 'screen'>,
  words: AlertWords,
): string {
  const { screen } = definition;
  if (screen) return `an instrument ${SCREEN_VERBS[screen.event]} ${words.instrument}`;
  const isByClose = definition.trigger.kind === 'barClose';
  const texts = definition.conditions.map((each) => conditionText(each, words, isByClose));
  const { joined } = definition;
  return texts.join(joined.kind === 'and' ? ' and ' : `, then within ${barsText(joined.bars)} `);
}

function triggerText(
  { trigger, watchlist, screen }: AlertDefinition,
  { interval }: AlertWords,
): string {
  // The interval is that of the screen, which its owner may change.
  if (screen) return 'at the close of a bar';
  switch (trigger.kind) {
    case 'once':
      return watchlist === undefined ? 'once' : 'once for each';
    case 'oncePerBar':
      return `once in each ${interval} bar`;
    case 'barClose':
      return `at the close of a ${interval} bar`;
    case 'atMostEvery':
      return `at most every ${minutesText(trigger.minutes)}`;
  }
}

/**
 * An alert in one sentence: "When BTCUSD (FMP) crosses above 10,700, once, on this page and by mail, until 3 Dec 2026."
 * `webhook` is the name of the webhook that is called, if any.
 */
export function describeAlert(
  definition: AlertDefinition,
  words: AlertWords,
  webhook: string | null = null,
): string {
  const { channels, untilMs } = definition;
  const ways = [
    'on this page',
    ...(channels.mail ? ['by mail'] : []),
    ...(channels.push ? ['as a push message'] : []),
    ...(webhook === null ? [] : [`to ${webhook}`]),
  ];
  const last = ways.pop() ?? '';
  const told = ways.length === 0 ? last : `${ways.join(', ')} and ${last}`;
  const end = untilMs === null ? '' : `, until ${words.time(untilMs)}`;
  return `When ${conditionsText(definition, words)}, ${triggerText(definition, words)}, ${told}${end}.`;
}
