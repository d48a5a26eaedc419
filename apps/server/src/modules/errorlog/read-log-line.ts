import { ERROR_SOURCES, type ErrorSource } from '@moneytrail/contract';
import * as z from 'zod/mini';
import type { NewError } from './entry.ts';

/** Lines of this source are the error log's own failures, which it does not record. */
export const OWN_SOURCE = 'errorlog';

const logLine = z.looseObject({
  level: z.number(),
  msg: z.optional(z.string()),
  source: z.optional(z.string()),
  err: z.optional(z.looseObject({ message: z.optional(z.string()) })),
});
/** Of every line, and of no use to who reads one. */
const UNTOLD = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'source']);

const sourceOf = (given: string | undefined): ErrorSource =>
  ERROR_SOURCES.find((source) => source === given) ?? 'server';

function levelOf(level: number): NewError['level'] {
  if (level >= 60) return 'fatal';
  return level >= 50 ? 'error' : 'warning';
}

/** What a line of the log tells of a failure; null for lines of the error log itself and what is no line. */
export function readLogLine(line: string, atMs: number): NewError | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return null;
  }
  const { data } = z.safeParse(logLine, parsed);
  if (!data || data.source === OWN_SOURCE) return null;
  const { level, msg = '', source, err } = data;
  const cause = err?.message ?? '';
  return {
    source: sourceOf(source),
    level: levelOf(level),
    message: [msg, cause].filter((part) => part !== '').join(': ') || 'no message',
    context: Object.fromEntries(Object.entries(data).filter(([name]) => !UNTOLD.has(name))),
    atMs,
  };
}
