import { AppError } from '@moneytrail/contract';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/index.ts';

/** What one account may keep in all its layouts with what their links show, and in all its templates, in UTF-8. */
const MOST_BYTES = 50 * 1_048_576;

/** Lets the changes of one account follow each other, so that its bounds and revisions hold however many ask at once. */
export async function lockOwner(trx: Transaction<Database>, userId: string): Promise<void> {
  const name = `workspace ${userId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** What a thing is called in a refusal, and how much it may hold. */
export type ContentLimit = { what: string; mostBytes: number; inWords: string };

/** How much a content holds in UTF-8; throws `TOO_LARGE`, naming limit and size, where that is too much. */
export function measureContent(content: string, limit: ContentLimit): number {
  const bytes = Buffer.byteLength(content);
  if (bytes <= limit.mostBytes) return bytes;
  const size = bytes.toLocaleString('en');
  const message = `${limit.what} may hold at most ${limit.inWords}; this one has ${size} bytes. What was saved before is kept.`;
  throw new AppError('TOO_LARGE', message);
}

/** What an account keeps: the things of one kind, and what is told where they hold too much together. */
export type Kept = { kind: string; most: number; tooMuch: string };

/**
 * Changes what an account keeps. Throws `CONFLICT` where it has more of a kind than it may then, or holds too much in
 * them, unless it has or holds no more than before: who is over a bound may still save what makes it less.
 */
export async function withinRoom<T>(
  measure: () => Promise<{ count: number; bytes: number }>,
  { kind, most, tooMuch }: Kept,
  change: () => Promise<T>,
): Promise<T> {
  const before = await measure();
  const changed = await change();
  const held = await measure();
  if (held.count > Math.max(most, before.count)) {
    throw new AppError('CONFLICT', `You may keep ${most} ${kind}. Delete one to save another.`);
  }
  if (held.bytes > Math.max(MOST_BYTES, before.bytes)) throw new AppError('CONFLICT', tooMuch);
  return changed;
}
