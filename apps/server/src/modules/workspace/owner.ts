import { AppError, type CurrentUser } from '@moneytrail/contract';
import { sql } from 'kysely';
import type { Trx } from '../../db/index.ts';
import { type CallerBudget, callerName } from '../../http/caller-budget.ts';
import { signedIn } from '../../http/check-access.ts';

/** A request of our own page. */
export type OwnCall = { user: CurrentUser | null; ip: string };

export const ownerOf = ({ user }: OwnCall): string => signedIn(user)._id;

/** Charges the work of each request to its caller and queues it if the caller has too much at once. */
export const createTurns =
  (budget: CallerBudget) =>
  <T>(call: OwnCall, work: () => Promise<T>): Promise<T> =>
    budget.run(callerName(call), work, { mayWait: true });

/** Limit of one account's layouts including their shared copies, and of its templates, each in bytes of UTF-8. */
const MOST_BYTES = 50 * 1_048_576;

/** Serialises the changes of one account, so that limits and revisions hold under concurrent requests. */
export async function lockOwner(trx: Trx, userId: string): Promise<void> {
  const name = `workspace ${userId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** A size limit, and its wording in a refusal. */
export type ContentLimit = { what: string; mostBytes: number; inWords: string };

/** The size of a content in UTF-8; throws `TOO_LARGE` with limit and size if it exceeds the limit. */
export function measureContent(content: string, limit: ContentLimit): number {
  const bytes = Buffer.byteLength(content);
  if (bytes <= limit.mostBytes) return bytes;
  const size = bytes.toLocaleString('en');
  const message = `${limit.what} may hold at most ${limit.inWords}; this one has ${size} bytes. What was saved before is kept.`;
  throw new AppError('TOO_LARGE', message);
}

/** Limits of one kind of stored items; `tooMuch` is the message if their total size is exceeded. */
export type Kept = { kind: string; most: number; tooMuch: string };

/**
 * Runs a change of an account's stored items. Throws `CONFLICT` if their number or total size then exceeds its limit,
 * unless it has not grown: an account over a limit may still save changes that reduce it.
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
