import {
  isStudyFigure,
  MAX_SCREEN_COLUMNS,
  SCREEN_COLUMNS,
  type ScreenColumn,
  type ScreenCondition,
  type ScreenQuestion,
  screenQuestion,
} from '@moneytrail/contract';
import type { ScreenerSearch } from './screener-search.ts';

const isColumn = (name: string): name is ScreenColumn =>
  SCREEN_COLUMNS.some((one) => one === name) || isStudyFigure(name);

/** The columns of a new screen. */
export const USUAL_COLUMNS: readonly ScreenColumn[] = [
  'exchange',
  'session',
  'mark',
  'close',
  'change1',
  'change20',
  'volumeRatio',
  'longShortPercentage',
  'shortTermTightness',
  'toShortTermSupport',
  'rsi',
];

/** A question and the columns that show its rows. */
export type Screen = { question: ScreenQuestion; columns: readonly ScreenColumn[] };

const SYMBOL_FIRST = { by: 'symbol', direction: 'ascending' } as const;

/** Every instrument with its daily figures. */
export const NEW_SCREEN: Screen = {
  question: { resolution: '1D', join: 'and', groups: [], sort: SYMBOL_FIRST },
  columns: USUAL_COLUMNS,
};

/*
 * `where` is the join of the groups and then each group, separated by `/`; a group is its join and then its conditions,
 * separated by `:`; a condition's parts are separated by `_`, and an interval of its own is the last of them:
 * `and/and:rsi_below_30:close_above_ema-average_240/or:mark_buy_strong_3`. The address keeps these characters as they are.
 */

const withInterval = (parts: (string | number)[], resolution: string | undefined) =>
  [...parts, ...(resolution === undefined ? [] : [resolution])].join('_');

function writeCondition(condition: ScreenCondition): string {
  switch (condition.kind) {
    case 'figure': {
      const { figure, is, than, resolution } = condition;
      return withInterval([figure, is, 'value' in than ? than.value : than.figure], resolution);
    }
    case 'between':
      return withInterval(
        [condition.figure, 'between', condition.from, condition.to],
        condition.resolution,
      );
    case 'mark': {
      const { side, isStrongOnly, withinDays, resolution } = condition;
      const strength = isStrongOnly ? 'strong' : 'all';
      return withInterval(['mark', side, strength, withinDays], resolution);
    }
    case 'exchange':
      return `exchange_${condition.exchanges.join('.')}`;
    case 'type':
      return `type_${condition.types.join('.')}`;
  }
}

/** NaN for every text that is no number, which the contract refuses. */
const numberIn = (text: string | undefined) =>
  text !== undefined && /^-?\d/.test(text) ? Number(text) : Number.NaN;

const interval = (resolution: string | undefined) =>
  resolution === undefined ? {} : { resolution };

/** Undefined if a part is missing or too much; the values are not checked. */
function readCondition(text: string): unknown {
  const [head, ...parts] = text.split('_');
  const [first, second, third, fourth] = parts;
  if (head === 'exchange' || head === 'type') {
    const list = parts.length === 1 ? first?.split('.') : undefined;
    return head === 'exchange' ? { kind: head, exchanges: list } : { kind: head, types: list };
  }
  if (head === 'mark') {
    if (parts.length > 4 || (second !== 'strong' && second !== 'all')) return undefined;
    const isStrongOnly = second === 'strong';
    return {
      kind: head,
      side: first,
      isStrongOnly,
      withinDays: numberIn(third),
      ...interval(fourth),
    };
  }
  if (first === 'between') {
    if (parts.length > 4) return undefined;
    const [from, to] = [numberIn(second), numberIn(third)];
    return { kind: 'between', figure: head, from, to, ...interval(fourth) };
  }
  if (parts.length > 3) return undefined;
  const value = numberIn(second);
  const than = Number.isNaN(value) ? { figure: second } : { value };
  return { kind: 'figure', figure: head, is: first, than, ...interval(third) };
}

/** A text of `writeWhere`; the values are not checked. */
function readWhere(text: string | undefined): unknown {
  if (text === undefined) return { join: 'and', groups: [] };
  const [join, ...groups] = text.split('/');
  return {
    join,
    groups: groups.map((group) => {
      const [inner, ...conditions] = group.split(':');
      return { join: inner, conditions: conditions.map(readCondition) };
    }),
  };
}

function writeWhere({ join, groups }: ScreenQuestion): string | undefined {
  if (groups.length === 0) return undefined;
  const texts = groups.map((group) =>
    [group.join, ...group.conditions.map(writeCondition)].join(':'),
  );
  return [join, ...texts].join('/');
}

type Address = {
  [Name in 'interval' | 'where' | 'order' | 'columns']?: ScreenerSearch[Name] | undefined;
};

/** A screen as search parameters; undefined stands for what a new screen has. */
export function writeScreen({ question, columns }: Screen): Required<Address> {
  const { by, direction } = question.sort;
  const isUsual = by === SYMBOL_FIRST.by && direction === SYMBOL_FIRST.direction;
  const listed = columns.join('.');
  return {
    interval:
      question.resolution === NEW_SCREEN.question.resolution ? undefined : question.resolution,
    where: writeWhere(question),
    order: isUsual ? undefined : `${direction === 'descending' ? '-' : ''}${by}`,
    columns: listed === USUAL_COLUMNS.join('.') ? undefined : listed,
  };
}

function readColumns(text: string | undefined): readonly ScreenColumn[] | null {
  if (text === undefined) return USUAL_COLUMNS;
  const names = text.split('.');
  const columns = names.filter(isColumn);
  const isWhole = columns.length === names.length && new Set(names).size === names.length;
  return isWhole && names.length <= MAX_SCREEN_COLUMNS ? columns : null;
}

/** The screen in an address. Parts that cannot be read are those of a new screen, and the screen is broken. */
export function readScreen(search: Address): Screen & { isBroken: boolean } {
  const { interval: resolution = NEW_SCREEN.question.resolution, where, order = 'symbol' } = search;
  const isDescending = order.startsWith('-');
  const read = screenQuestion.safeParse({
    resolution,
    ...Object(readWhere(where)),
    sort: {
      by: isDescending ? order.slice(1) : order,
      direction: isDescending ? 'descending' : 'ascending',
    },
  });
  const columns = readColumns(search.columns);
  return {
    question: read.success ? read.data : NEW_SCREEN.question,
    columns: columns ?? USUAL_COLUMNS,
    isBroken: !read.success || columns === null,
  };
}

/** Whether two screens ask and show the same. */
export function isSameScreen(one: Screen, other: Screen): boolean {
  return JSON.stringify(writeScreen(one)) === JSON.stringify(writeScreen(other));
}
