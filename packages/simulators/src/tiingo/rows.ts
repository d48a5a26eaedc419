import { type Answer, json, type Request } from '../server/answer.ts';

type Row = Readonly<Record<string, unknown>>;

function csv(rows: readonly Row[]): Answer {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => columns.map((column) => String(row[column] ?? '')).join(','));
  return {
    status: 200,
    contentType: 'text/csv; charset=utf-8',
    body: [columns.join(','), ...lines, ''].join('\n'),
  };
}

/** Flat rows as JSON, or as CSV where the request says so. */
export function rowsAnswer(rows: readonly Row[], { query }: Request): Answer {
  return query.format === 'csv' ? csv(rows) : json(rows);
}

/** The columns a request asks for; the date stays. Null where it names none. */
export function askedColumns({ query }: Request): ReadonlySet<string> | null {
  return query.columns ? new Set(['date', ...query.columns.split(',')]) : null;
}

/** A row cut to the columns asked for. */
export function pick(row: Row, columns: ReadonlySet<string>): Row {
  return Object.fromEntries(Object.entries(row).filter(([key]) => columns.has(key)));
}
