import type { Distortion } from './distorting-proxy.ts';

type Row = { date: string; open: number; high: number; low: number; close: number };

/** Changes some rows of FMP's answers to some questions: a date is `YYYY-MM-DD`, in New York ` HH:MM:SS` behind it. */
export function distortFmpRows(
  question: RegExp,
  isMeant: (row: Row) => boolean,
  change: (row: Row) => Partial<Row>,
): Distortion {
  return (path, body) => {
    if (!question.test(decodeURIComponent(path))) return body;
    const rows: unknown = JSON.parse(body);
    if (!Array.isArray(rows)) return body;
    return JSON.stringify(
      rows.map((row: Row) => (isMeant(row) ? { ...row, ...change(row) } : row)),
    );
  };
}
