import type { AuditEntryShown } from '@moneytrail/contract';

export type FieldChange = { field: string; before: string; after: string; isChanged: boolean };

function textOf(value: unknown): string {
  if (value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What an entry says of its fields before and after, those that changed first. */
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
