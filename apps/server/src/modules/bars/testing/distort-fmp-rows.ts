import type { Distortion } from './distorting-proxy.ts';

type Row = { date: string; open: number; high: number; low: number; close: number };

/** Changes rows of FMP's answers; intraday dates are `YYYY-MM-DD HH:MM:SS` in New York. */
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
