import type { AuditEntryShown } from '@moneytrail/contract';
import { type CsvValue, csvCell } from '../../../lib/csv.ts';

type FieldChange = { field: string; before: string; after: string; isChanged: boolean };

function textOf(value: unknown): string {
  if (value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Fields before and after, changed ones first. */
export function changesOf({
  before,
  after,
}: Pick<AuditEntryShown, 'before' | 'after'>): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => {
      const [was, is] = [textOf(before?.[field]), textOf(after?.[field])];
      return { field, before: was, after: is, isChanged: was !== is };
    })
    .sort((one, other) => Number(other.isChanged) - Number(one.isChanged));
}

const jsonOf = (value: object | null) => (value === null ? null : JSON.stringify(value));

const COLUMNS: readonly (readonly [head: string, value: (entry: AuditEntryShown) => CsvValue])[] = [
  ['Number', ({ seq }) => seq],
  ['Time (UTC)', ({ at }) => at],
  ['Action', ({ action }) => action],
  ['Actor', ({ actorName }) => actorName],
  ['Actor id', ({ actorId }) => actorId],
  ['Subject', ({ subjectName }) => subjectName],
  ['Subject id', ({ subjectId }) => subjectId],
  ['Before', ({ before }) => jsonOf(before)],
  ['After', ({ after }) => jsonOf(after)],
  ['Reason', ({ reason }) => reason],
  ['Address', ({ address }) => address],
  ['Device', ({ deviceId }) => deviceId],
  ['Request', ({ requestId }) => requestId],
];

/** CSV for spreadsheets; cells that look like formulas are escaped. */
export function auditCsv(entries: readonly AuditEntryShown[]): string {
  const lines = [
    COLUMNS.map(([head]) => csvCell(head)),
    ...entries.map((entry) => COLUMNS.map(([, value]) => csvCell(value(entry)))),
  ];
  return `${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}
