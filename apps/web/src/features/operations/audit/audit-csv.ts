import type { AuditEntryShown } from '@moneytrail/contract';
import { type CsvValue, csvTable } from '../../../lib/csv.ts';
import { deviceZone, formatMoment } from '../../../lib/format-time.ts';

type FieldChange = { field: string; before: string; after: string; isChanged: boolean };

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A value as people read it: moments in the device's zone. */
function textOf(field: string, value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'number' && field.endsWith('Ms')) {
    return formatMoment(value, deviceZone());
  }
  if (typeof value === 'string' && MOMENT.test(value)) {
    return formatMoment(Date.parse(value), deviceZone());
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((each) => textOf(field, each)).join(', ') || 'none';
  if (typeof value !== 'string') return JSON.stringify(value);
  // Columns of the database.
  return field === 'fields' ? value.replaceAll('_', ' ') : value;
}

/** The instrument that an entry is about; null if it is about none. */
export function instrumentOf({ before, after }: Pick<AuditEntryShown, 'before' | 'after'>) {
  const named = after?.instrument ?? before?.instrument;
  return typeof named === 'string' ? named : null;
}

/** Fields before and after, changed ones first. */
export function changesOf({
  before,
  after,
}: Pick<AuditEntryShown, 'before' | 'after'>): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => {
      const [was, is] = [textOf(field, before?.[field]), textOf(field, after?.[field])];
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
  ['Instrument', instrumentOf],
  ['Before', ({ before }) => jsonOf(before)],
  ['After', ({ after }) => jsonOf(after)],
  ['Reason', ({ reason }) => reason],
  ['Address', ({ address }) => address],
  ['Device', ({ deviceId }) => deviceId],
  ['Request', ({ requestId }) => requestId],
];

/** CSV for spreadsheets; cells that look like formulas are escaped. */
export function auditCsv(entries: readonly AuditEntryShown[]): string {
  return csvTable([
    COLUMNS.map(([head]) => head),
    ...entries.map((entry) => COLUMNS.map(([, value]) => value(entry))),
  ]);
}
