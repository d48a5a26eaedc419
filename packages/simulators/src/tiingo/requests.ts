import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import {
  type Answer,
  type AnsweredFault,
  json,
  page,
  type Request,
  text,
} from '../server/provider.ts';

const UPGRADE = 'Please upgrade at https://api.tiingo.com/pricing to have your limits increased.';

/** `{"detail": …}`, the format of every error but one. */
export function detail(message: string, status: number): Answer {
  return json({ detail: message }, status);
}

export const NOT_FOUND = detail('Not found.', 404);
export const INVALID_TOKEN = detail('Invalid token.', 401);
export const MISSING_TOKEN = detail('Please supply a token', 403);

/** The end-of-day endpoints' error for an unknown ticker. */
export function unknownTicker(ticker: string): Answer {
  return detail(`Error: Ticker '${ticker}' not found`, 404);
}

/** Tiingo's response to a fault. The cap on symbols is plain text with status 200; 403 has no body. */
export function tiingoFault(fault: AnsweredFault): Answer {
  switch (fault) {
    case '401':
      return INVALID_TOKEN;
    case '402':
    case '403':
      return text('', 403);
    case '429':
      return detail(`Error: You have run over your hourly request allocation. ${UPGRADE}`, 429);
    case '500':
      return page('<h1>Server Error (500)</h1>', 500);
    case 'maintenance':
      return page('<html><body><h1>503 Service Unavailable</h1></body></html>', 503);
    case 'errorWith200':
      return text(`You have run over your 500 symbol look up for this month. ${UPGRADE}`);
  }
}

const DATE_ONLY = /^\d{4}-\d{1,2}-\d{1,2}$/;

/** `startDate` and `endDate` as `[fromMs, toMs)`; a date without a time includes the whole day. */
export type Period = { fromMs: number; toMs: number };

function momentOf(text: string): number {
  if (!DATE_ONLY.test(text)) return Date.parse(text);
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return Date.UTC(year, month - 1, day);
}

/** The requested period, by default from `defaultFromMs` on; null for invalid dates. */
export function periodOf({ query }: Request, defaultFromMs: number): Period | null {
  const { startDate, endDate } = query;
  const fromMs = startDate ? momentOf(startDate) : defaultFromMs;
  if (!endDate) return Number.isNaN(fromMs) ? null : { fromMs, toMs: Number.MAX_SAFE_INTEGER };
  const endMs = momentOf(endDate);
  const toMs = endMs + (DATE_ONLY.test(endDate) ? DAY_MS : 1);
  return Number.isNaN(fromMs) || Number.isNaN(toMs) ? null : { fromMs, toMs };
}

/** Parses `5min`, `4hour`, `1day` in any case; null for anything else. */
export function resampleOf(
  text: string | undefined,
): { lengthMs: number; unit: 'min' | 'hour' | 'day' } | null {
  const [, count = '', unit = ''] = /^(\d{1,4})(min|hour|day)$/i.exec(text ?? '5min') ?? [];
  const name = (['min', 'hour', 'day'] as const).find((known) => known === unit.toLowerCase());
  if (!name || Number(count) < 1) return null;
  const unitMs = { min: MINUTE_MS, hour: 60 * MINUTE_MS, day: DAY_MS }[name];
  return { lengthMs: Number(count) * unitMs, unit: name };
}

/** The maximum number of rows in a response; the newest are kept. */
export const MAX_ROWS = 10_000;

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

/** Flat rows as JSON, or as CSV if requested. */
export function rowsAnswer(rows: readonly Row[], { query }: Request): Answer {
  return query.format === 'csv' ? csv(rows) : json(rows);
}

/** The requested columns and the date; null if the request names none. */
export function askedColumns({ query }: Request): ReadonlySet<string> | null {
  return query.columns ? new Set(['date', ...query.columns.split(',')]) : null;
}

/** Limits a row to some columns. */
export function pick(row: Row, columns: ReadonlySet<string>): Row {
  return Object.fromEntries(Object.entries(row).filter(([key]) => columns.has(key)));
}
