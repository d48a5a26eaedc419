import { createHash } from 'node:crypto';
import type { ErrorSource } from '@moneytrail/contract';
import type { Database } from '../../db/index.ts';

/** Something that went wrong, before it is redacted. */
export type NewError = {
  source: ErrorSource;
  level: Database['error_log']['level'];
  message: string;
  context: Record<string, unknown>;
  atMs: number;
};

export type ErrorRow = Database['error_log'];

/** Numbers and names of single things in a message do not make it another failure. */
const kindOfText = (text: string) =>
  text
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, '#')
    .replace(/\d+/g, '#')
    .slice(0, 300);

/** What failures must share to be counted as one: where they come from, how bad, and what they say. */
export function fingerprintOf({
  source,
  level,
  message,
}: Pick<ErrorRow, 'source' | 'level' | 'message'>): string {
  const parts = JSON.stringify([source, level, kindOfText(message)]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 24);
}
