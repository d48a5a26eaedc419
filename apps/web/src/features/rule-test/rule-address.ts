import { inputsOf } from '@moneytrail/alerts';
import {
  type AlertCondition,
  type RuleEntry,
  type RuleTest,
  type TradingRule,
  tradingRule,
} from '@moneytrail/contract';
import type { RuleSearch } from '../../lib/rule-search.ts';
import { NEW_DRAFT, type RuleDraft, symbolsIn, type Watched, watchedOf } from './rule-draft.ts';

/*
 * An entry is how its conditions are joined and then each of them, separated by `/`; the parts of a condition are separated
 * by `_`, and its inputs that differ from the defaults come last, as names and values separated by `*`:
 * `and/signal_buy_all/level_shortTermSupport_reached_length*30`. Exits are separated by `/` too: `opposite/stop_atr_2`.
 * The address keeps all these characters as they are.
 */

type Inputs = Readonly<Record<string, string | number>>;
type Kind = AlertCondition['kind'];
type Address = { [Name in Exclude<keyof RuleSearch, 'test'>]: string | undefined };

/** The parts of each kind of condition in the order of the address. */
const FIELDS: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  price: ['is', 'value'],
  channel: ['price', 'low', 'high'],
  move: ['direction', 'size', 'unit', 'bars'],
  level: ['level', 'event', 'inputs'],
  study: ['study', 'output', 'is', 'than', 'inputs'],
  signal: ['side', 'isStrongOnly'],
  volume: ['times', 'bars'],
};
const NUMBERS: readonly string[] = ['value', 'low', 'high', 'size', 'bars', 'times'];

/** Levels of either length have the inputs of the house. */
const studyOf = (condition: Readonly<Record<string, unknown>>) =>
  typeof condition.study === 'string' ? condition.study : 'shortTermLevels';

function writeInputs(study: string, inputs: Inputs): string {
  const defaults = inputsOf(study, {});
  return Object.entries(inputs)
    .filter(([name, value]) => defaults[name] !== value)
    .flat()
    .join('*');
}

function readInputs(text: string): Inputs {
  const parts = text === '' ? [] : text.split('*');
  const pairs = parts.flatMap((name, place) => {
    const value = parts[place + 1] ?? '';
    return place % 2 === 0 ? [[name, numberIn(value) ?? value] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** Undefined for a text that is no number. */
function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d/.test(text) && Number.isFinite(Number(text))
    ? Number(text)
    : undefined;
}

/** The close as the other side of a comparison; no output of a study has such a name. */
const CLOSE = '~close';

function writeCondition(condition: AlertCondition): string {
  const values: Readonly<Record<string, unknown>> = condition;
  const texts = (FIELDS[condition.kind] ?? []).map((field) => {
    const value = values[field];
    if (field === 'inputs') return writeInputs(studyOf(values), value as Inputs);
    if (field === 'isStrongOnly') return value === true ? 'strong' : 'all';
    if (condition.kind === 'study' && field === 'than') {
      const { than } = condition;
      if ('price' in than) return CLOSE;
      return 'value' in than ? than.value : than.output;
    }
    return String(value);
  });
  const parts = texts.at(-1) === '' ? texts.slice(0, -1) : texts;
  return [condition.kind, ...parts].join('_');
}

/** Undefined if its kind is unknown; its values are not checked. */
function readCondition(text: string): unknown {
  const [kind, ...parts] = text.split('_');
  const fields = FIELDS[kind as Kind];
  if (!fields || parts.length > fields.length) return undefined;
  const entries = fields.map((field, place) => {
    const part = parts[place];
    if (field === 'inputs') return [field, readInputs(part ?? '')];
    if (field === 'isStrongOnly') return [field, part === 'strong'];
    if (field === 'than') {
      const value = numberIn(part);
      if (part === CLOSE) return [field, { price: 'close' }];
      return [field, value === undefined ? { output: part } : { value }];
    }
    return [field, NUMBERS.includes(field) ? numberIn(part) : part];
  });
  return { kind, ...Object.fromEntries(entries) };
}

function writeEntry({ conditions, joined }: RuleEntry): string {
  const join = joined.kind === 'and' ? 'and' : `then_${joined.bars}`;
  return [join, ...conditions.map(writeCondition)].join('/');
}

function readEntry(text: string | undefined): unknown {
  if (text === undefined) return null;
  const [join = '', ...conditions] = text.split('/');
  const [kind, bars] = join.split('_');
  return {
    joined: kind === 'then' ? { kind, bars: numberIn(bars) } : { kind },
    conditions: conditions.map(readCondition),
  };
}

function writeExit({ isOpposite, level, stop, target, bars }: TradingRule['exit']): string {
  return [
    ...(isOpposite ? ['opposite'] : []),
    ...(level === null ? [] : [`level_${level}`]),
    ...(stop === null ? [] : [`stop_${stop.unit}_${stop.size}`]),
    ...(target === null ? [] : [`target_${target.unit}_${target.size}`]),
    ...(bars === null ? [] : [`bars_${bars}`]),
  ].join('/');
}

function readExit(text: string): unknown {
  const parts = new Map(
    text.split('/').map((part) => {
      const [name = '', ...values] = part.split('_');
      return [name, values] as const;
    }),
  );
  const distance = (name: string) => {
    const [unit, size] = parts.get(name) ?? [];
    return parts.has(name) ? { unit, size: numberIn(size) } : null;
  };
  return {
    isOpposite: parts.has('opposite'),
    level: parts.get('level')?.[0] ?? null,
    stop: distance('stop'),
    target: distance('target'),
    bars: parts.has('bars') ? numberIn(parts.get('bars')?.[0]) : null,
  };
}

function writeCosts({ spread, commissionPercent }: TradingRule['costs']): string {
  return `${spread.kind === 'estimated' ? spread.kind : spread.percent}_${commissionPercent}`;
}

function readCosts(text: string): unknown {
  const [spread, commission] = text.split('_');
  return {
    spread:
      spread === 'estimated' ? { kind: spread } : { kind: 'fixed', percent: numberIn(spread) },
    commissionPercent: numberIn(commission),
  };
}

function readSize(text: string): unknown {
  const [kind, percent] = text.split('_');
  return { kind, percent: numberIn(percent) };
}

const writeEntries = ({ long, short }: Pick<TradingRule, 'long' | 'short'>) => ({
  long: long ? writeEntry(long) : undefined,
  short: short ? writeEntry(short) : undefined,
});
const USUAL = {
  interval: NEW_DRAFT.rule.resolution,
  ...writeEntries(NEW_DRAFT.rule),
  exit: writeExit(NEW_DRAFT.rule.exit),
  costs: writeCosts(NEW_DRAFT.rule.costs),
  position: `${NEW_DRAFT.rule.size.kind}_${NEW_DRAFT.rule.size.percent}`,
};

function writeWatched(watched: Watched): Pick<Address, 'symbols' | 'list'> {
  if (watched.kind === 'list') return { symbols: undefined, list: String(watched.list) };
  const symbols = watched.kind === 'symbol' ? [watched.symbol] : symbolsIn(watched.text);
  const text = symbols.join(',');
  return { symbols: text === '' ? undefined : text, list: undefined };
}

/** A draft as search parameters; undefined stands for what a new draft has. */
export function writeDraft({ rule, watched, years }: RuleDraft): Address {
  const unlessUsual = (name: 'interval' | 'exit' | 'costs' | 'position', text: string) =>
    text === USUAL[name] ? undefined : text;
  const entries = writeEntries(rule);
  const areUsual = entries.long === USUAL.long && entries.short === USUAL.short;
  return {
    ...writeWatched(watched),
    interval: unlessUsual('interval', rule.resolution),
    years: years === null ? undefined : String(years),
    long: areUsual ? undefined : entries.long,
    short: areUsual ? undefined : entries.short,
    exit: unlessUsual('exit', writeExit(rule.exit)),
    costs: unlessUsual('costs', writeCosts(rule.costs)),
    position: unlessUsual('position', `${rule.size.kind}_${rule.size.percent}`),
  };
}

function readWatched({ symbols, list }: RuleSearch): Watched {
  const id = numberIn(list);
  if (id !== undefined) return { kind: 'list', list: id };
  const given = symbolsIn(symbols ?? '');
  return given.length === 0 ? NEW_DRAFT.watched : watchedOf(given);
}

/** The draft in an address. A rule that cannot be read is that of a new draft, and the draft is broken. */
export function readDraft(search: RuleSearch): RuleDraft & { isBroken: boolean } {
  const { interval, exit, costs, position } = { ...USUAL, ...search };
  const { long, short } = search.long === undefined && search.short === undefined ? USUAL : search;
  const read = tradingRule.safeParse({
    resolution: interval,
    long: readEntry(long),
    short: readEntry(short),
    exit: readExit(exit),
    costs: readCosts(costs),
    size: readSize(position),
  });
  const years = numberIn(search.years);
  const isSpan = years !== undefined && Number.isInteger(years) && years >= 1 && years <= 50;
  return {
    rule: read.success ? read.data : NEW_DRAFT.rule,
    watched: readWatched(search),
    years: isSpan ? years : null,
    isBroken: !read.success,
  };
}

/** The draft of a test. */
export function draftOf({ rule, symbols, years }: RuleTest): RuleDraft {
  return { rule, watched: watchedOf(symbols), years: years ?? null };
}

/** Whether a draft on some instruments asks for what a test has answered. Inputs that are the default may be left out. */
export function isOfTest(test: RuleTest, draft: RuleDraft, symbols: readonly string[]): boolean {
  // A pair's slash is optional.
  const textOf = (one: RuleDraft) => JSON.stringify(writeDraft(one)).replaceAll('/', '');
  return textOf(draftOf(test)) === textOf({ ...draft, watched: watchedOf(symbols) });
}
