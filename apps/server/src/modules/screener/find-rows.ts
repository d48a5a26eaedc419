import type {
  ExchangeName,
  InstrumentType,
  ScreenCondition,
  ScreenQuestion,
  SnapshotResolution,
} from '@moneytrail/contract';
import type { ScreenEntry } from './screen-row.ts';

/** An instrument with its figures by resolution. */
export type ScreenSubject = {
  readonly ticker: string;
  readonly exchange: ExchangeName;
  readonly type: InstrumentType;
  readonly entries: Readonly<Partial<Record<SnapshotResolution, ScreenEntry>>>;
};

/** Whether an instrument fulfils a condition; a figure that is not known fulfils none. */
function fulfils(
  subject: ScreenSubject,
  condition: ScreenCondition,
  own: SnapshotResolution,
): boolean {
  if (condition.kind === 'exchange') return condition.exchanges.includes(subject.exchange);
  if (condition.kind === 'type') return condition.types.includes(subject.type);
  const entry = subject.entries[condition.resolution ?? own];
  if (!entry) return false;
  if (condition.kind === 'mark') {
    const { mark, figures } = entry;
    if (!mark || figures.markAgeDays === null) return false;
    return (
      (condition.side === 'any' || mark.side === condition.side) &&
      (mark.strong || !condition.isStrongOnly) &&
      figures.markAgeDays <= condition.withinDays
    );
  }
  const value = entry.figures[condition.figure];
  if (value === null) return false;
  if (condition.kind === 'between') return value >= condition.from && value <= condition.to;
  const { than } = condition;
  const other = 'value' in than ? than.value : entry.figures[than.figure];
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
  { ticker, entries }: ScreenSubject,
  { sort, resolution }: ScreenQuestion,
): number | string | null {
  if (sort.by === 'symbol') return ticker;
  const entry = entries[resolution];
  if (sort.by === 'mark') return entry?.mark?.time ?? null;
  return entry?.figures[sort.by] ?? null;
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
