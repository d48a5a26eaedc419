import type { AuditEntryShown } from '@moneytrail/contract';
import { type CsvValue, csvCell } from '../../../lib/csv.ts';

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

/** Entries of the record as a table for spreadsheets; what would be a formula there is text. */
export function auditCsv(entries: readonly AuditEntryShown[]): string {
  const lines = [
    COLUMNS.map(([head]) => csvCell(head)),
    ...entries.map((entry) => COLUMNS.map(([, value]) => csvCell(value(entry)))),
  ];
  return `${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}
