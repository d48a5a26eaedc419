import {
  type AnyFigure,
  type ScreenCondition,
  type SnapshotResolution,
  screenCondition,
} from '@moneytrail/contract';

/** The forms of a condition, as the dialog offers them. */
export const CONDITION_KINDS = ['value', 'figure', 'between', 'mark', 'exchange', 'type'] as const;
export type ConditionKind = (typeof CONDITION_KINDS)[number];

/** The fields of all kinds, which keep what was entered while another kind is chosen. Numbers are NaN until entered. */
export type Draft = {
  kind: ConditionKind;
  /** Null for that of the screen. */
  resolution: SnapshotResolution | null;
  figure: AnyFigure;
  is: 'above' | 'below';
  value: number;
  other: AnyFigure;
  from: number;
  to: number;
  side: 'buy' | 'sell' | 'any';
  isStrongOnly: boolean;
  withinDays: number;
  exchanges: readonly string[];
  types: readonly string[];
};

const EMPTY: Draft = {
  kind: 'value',
  resolution: null,
  figure: 'rsi',
  is: 'below',
  value: Number.NaN,
  other: 'longTermSupport',
  from: Number.NaN,
  to: Number.NaN,
  side: 'buy',
  isStrongOnly: false,
  withinDays: 5,
  exchanges: [],
  types: [],
};

/** Begins a new condition. */
export const NEW_CONDITION: ScreenCondition = {
  kind: 'figure',
  figure: 'rsi',
  is: 'below',
  than: { value: 30 },
};

export function draftOf(condition: ScreenCondition): Draft {
  const resolution = ('resolution' in condition && condition.resolution) || null;
  if (condition.kind !== 'figure') return { ...EMPTY, ...condition, resolution };
  const { figure, is, than } = condition;
  const base = { ...EMPTY, resolution, figure, is };
  return 'value' in than
    ? { ...base, kind: 'value', value: than.value }
    : { ...base, kind: 'figure', other: than.figure };
}

function partsOf(draft: Draft): object {
  const { kind, figure, is, value, other, from, to, side, isStrongOnly, withinDays } = draft;
  switch (kind) {
    case 'value':
      return { kind: 'figure', figure, is, than: { value } };
    case 'figure':
      return { kind: 'figure', figure, is, than: { figure: other } };
    case 'between':
      return { kind, figure, from, to };
    case 'mark':
      return { kind, side, isStrongOnly, withinDays };
    case 'exchange':
      return { kind, exchanges: draft.exchanges };
    case 'type':
      return { kind, types: draft.types };
  }
}

/** Whether conditions of a kind have an interval. */
export const hasInterval = (kind: ConditionKind): boolean => kind !== 'exchange' && kind !== 'type';

/** The condition of a draft; null while a field is empty or out of range. */
export function conditionOf(draft: Draft): ScreenCondition | null {
  const { kind, resolution, from, to } = draft;
  if (kind === 'between' && from > to) return null;
  const own = resolution !== null && hasInterval(kind) ? { resolution } : {};
  const read = screenCondition.safeParse({ ...partsOf(draft), ...own });
  return read.success ? read.data : null;
}

/** The problem of a field, once it was left or the form was sent; undefined for none. */
export function problemOf(draft: Draft, field: keyof Draft): string | undefined {
  const value = draft[field];
  if (field === 'withinDays') {
    return draft.withinDays > 0 && draft.withinDays <= 3_650
      ? undefined
      : 'Enter a number of days from above 0 to 3,650.';
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return 'Enter a number.';
  if (field === 'to' && draft.from > draft.to) return 'The upper bound is below the lower one.';
  if (Array.isArray(value) && value.length === 0) return 'Choose at least one.';
  return undefined;
}
