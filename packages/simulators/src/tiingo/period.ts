import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import type { Request } from '../server/answer.ts';

const DATE_ONLY = /^\d{4}-\d{1,2}-\d{1,2}$/;

/** `startDate` and `endDate` as `[fromMs, toMs)`; a bare end date holds the whole day. */
export type Period = { fromMs: number; toMs: number };

function momentOf(text: string): number {
  if (!DATE_ONLY.test(text)) return Date.parse(text);
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return Date.UTC(year, month - 1, day);
}

/** What a request asks for; null for dates that are none. Without a start, the day of `defaultFromMs` on. */
export function periodOf({ query }: Request, defaultFromMs: number): Period | null {
  const { startDate, endDate } = query;
  const fromMs = startDate ? momentOf(startDate) : defaultFromMs;
  if (!endDate) return Number.isNaN(fromMs) ? null : { fromMs, toMs: Number.MAX_SAFE_INTEGER };
  const endMs = momentOf(endDate);
  const toMs = endMs + (DATE_ONLY.test(endDate) ? DAY_MS : 1);
  return Number.isNaN(fromMs) || Number.isNaN(toMs) ? null : { fromMs, toMs };
}

/** `5min`, `4hour`, `1day` in any case, taken apart; null for anything else. */
export function resampleOf(
  text: string | undefined,
): { lengthMs: number; unit: 'min' | 'hour' | 'day' } | null {
  const [, count = '', unit = ''] = /^(\d{1,4})(min|hour|day)$/i.exec(text ?? '5min') ?? [];
  const name = (['min', 'hour', 'day'] as const).find((known) => known === unit.toLowerCase());
  if (!name || Number(count) < 1) return null;
  const unitMs = { min: MINUTE_MS, hour: 60 * MINUTE_MS, day: DAY_MS }[name];
  return { lengthMs: Number(count) * unitMs, unit: name };
}

/** Rows of one answer; the newest are kept. */
export const MAX_ROWS = 10_000;
