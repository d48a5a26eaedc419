import {
  type AnyFigure,
  type ExchangeName,
  type InstrumentType,
  isScreenFigure,
  type ScreenCondition,
  type ScreenQuestion,
  type SnapshotResolution,
} from '@moneytrail/contract';
import { type ScreenEntry, type StudyEntry, studyValue } from './screen-row.ts';

/** An instrument with its figures by resolution. */
export type ScreenSubject = {
  readonly ticker: string;
  readonly exchange: ExchangeName;
  readonly type: InstrumentType;
  readonly entries: Readonly<Partial<Record<SnapshotResolution, ScreenEntry>>>;
  readonly studies: Readonly<Partial<Record<SnapshotResolution, StudyEntry>>>;
};

/** A figure at an interval; null if it is not known. */
export function figureValue(
  { entries, studies }: ScreenSubject,
  figure: AnyFigure,
  resolution: SnapshotResolution,
): number | null {
  return isScreenFigure(figure)
    ? (entries[resolution]?.figures[figure] ?? null)
    : studyValue(studies[resolution], figure);
}

const NO_MARK = { mark: null, figures: { markAgeDays: null } } as const;

/** Whether an instrument fulfils a condition; a figure that is not known fulfils none. */
function fulfils(
  subject: ScreenSubject,
  condition: ScreenCondition,
  own: SnapshotResolution,
): boolean {
  if (condition.kind === 'exchange') return condition.exchanges.includes(subject.exchange);
  if (condition.kind === 'type') return condition.types.includes(subject.type);
  const resolution = condition.resolution ?? own;
  if (condition.kind === 'mark') {
    const { mark, figures } = subject.entries[resolution] ?? NO_MARK;
    if (!mark || figures.markAgeDays === null) return false;
    return (
      (condition.side === 'any' || mark.side === condition.side) &&
      (mark.strong || !condition.isStrongOnly) &&
      figures.markAgeDays <= condition.withinDays
    );
  }
  const value = figureValue(subject, condition.figure, resolution);
  if (value === null) return false;
  if (condition.kind === 'between') return value >= condition.from && value <= condition.to;
  const { than } = condition;
  const other = 'value' in than ? than.value : figureValue(subject, than.figure, resolution);
  if (other === null) return false;
  return condition.is === 'above' ? value > other : value < other;
}

/** Whether an instrument fulfils the conditions of a question; without conditions every one does. */
export function isFound(
  subject: ScreenSubject,
  { join, groups, resolution }: Pick<ScreenQuestion, 'join' | 'groups' | 'resolution'>,
): boolean {
  if (groups.length === 0) return true;
  const holds = (group: (typeof groups)[number]) => {
    const test = (condition: ScreenCondition) => fulfils(subject, condition, resolution);
    return group.join === 'and' ? group.conditions.every(test) : group.conditions.some(test);
  };
  return join === 'and' ? groups.every(holds) : groups.some(holds);
}

/** The value that rows are sorted by: a text only for symbols; null if it is not known. */
function sortValue(
  subject: ScreenSubject,
  { sort, resolution }: ScreenQuestion,
): number | string | null {
  if (sort.by === 'symbol') return subject.ticker;
  if (sort.by === 'mark') return subject.entries[resolution]?.mark?.time ?? null;
  return figureValue(subject, sort.by, resolution);
}

function byTicker(a: ScreenSubject, b: ScreenSubject): number {
  if (a.ticker === b.ticker) return 0;
  return a.ticker < b.ticker ? -1 : 1;
}

/** The subjects that fulfil a question, in its order. */
export function findRows<Subject extends ScreenSubject>(
  subjects: readonly Subject[],
  question: ScreenQuestion,
): Subject[] {
  const sign = question.sort.direction === 'ascending' ? 1 : -1;
  return subjects
    .filter((subject) => isFound(subject, question))
    .map((subject) => ({ subject, value: sortValue(subject, question) }))
    .sort((a, b) => {
      if (a.value === b.value) return byTicker(a.subject, b.subject);
      if (a.value === null) return 1;
      if (b.value === null) return -1;
      return a.value < b.value ? -sign : sign;
    })
    .map(({ subject }) => subject);
}
