import { AppError } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import * as z from 'zod';
import type { Database, Db } from '../../../db/index.ts';
import { hmac } from '../secrets/keys.ts';
import {
  countAttempt,
  type LockRule,
  type LockState,
  type LockVerdict,
  reserveInWindow,
  takeFromWindows,
  UNLOCKED,
  type Window,
} from './rules.ts';
import { lockLimits, saveLimit } from './store.ts';

const hitsColumn = z.array(z.number());
const lockColumn = z.object({
  failures: z.array(z.number()),
  level: z.number(),
  lockedUntilMs: z.number(),
}) satisfies z.ZodType<LockState>;

/** One thing that is asked of a limit; all asks of a call are granted together or not at all. */
export type WindowAsk = { key: string; windows: readonly Window[] };
export type WindowsVerdict = {
  isAllowed: boolean;
  retryAtMs: number;
  atMs: number;
  /** How many each ask has let through within its longest window, this one included, in the order of the asks. */
  counts: number[];
};

const UNAVAILABLE = 'Sign-in is not available right now. Please try again later.';

/** Limits are part of the decision: where they cannot be asked, nobody gets in. */
export async function failClosed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('UNAVAILABLE', UNAVAILABLE, { cause: error });
  }
}

const longest = (windows: readonly Window[]) =>
  Math.max(...windows.map(({ windowMs }) => windowMs));
const readHits = (state: string) => (state === '' ? [] : hitsColumn.parse(JSON.parse(state)));
const readLock = (state: string) => (state === '' ? UNLOCKED : lockColumn.parse(JSON.parse(state)));

/** A limit's name without what it is about: nobody reads addresses or misspelt passwords in the table. */
export function limitKey(key: Uint8Array, kind: string, ...parts: string[]): string {
  return `${kind}:${hmac(key, parts).toString('base64url').slice(0, 27)}`;
}

/** Remembers what was let through, or will be, until none of it matters any more. */
function saveHits(
  trx: Transaction<Database>,
  key: string,
  hits: readonly number[],
  windows: readonly Window[],
): Promise<void> {
  return saveLimit(trx, key, JSON.stringify(hits), Math.max(0, ...hits) + longest(windows));
}

/** Takes the first free place of a window in the caller's transaction, and answers when it is. */
export async function reservePlace(
  trx: Transaction<Database>,
  { key, window }: { key: string; window: Window & { isReservable: true } },
  nowMs: number,
): Promise<number> {
  const [state] = await lockLimits(trx, [key]);
  const { hits, atMs } = reserveInWindow(window, readHits(state ?? ''), nowMs);
  await saveHits(trx, key, hits, [window]);
  return atMs;
}

/** Takes from several windows at once, in the caller's transaction; one that is full leaves all as they are. */
export async function takeWindows(
  trx: Transaction<Database>,
  asks: readonly WindowAsk[],
  nowMs: number,
): Promise<WindowsVerdict> {
  const states = await lockLimits(
    trx,
    asks.map(({ key }) => key),
  );
  const verdicts = asks.map(({ windows }, index) =>
    takeFromWindows(windows, readHits(states[index] ?? ''), nowMs),
  );
  const isAllowed = verdicts.every((verdict) => verdict.isAllowed);
  if (isAllowed) {
    for (const [index, { key, windows }] of asks.entries()) {
      await saveHits(trx, key, verdicts[index]?.hits ?? [], windows);
    }
  }
  return {
    isAllowed,
    retryAtMs: Math.max(...verdicts.map((verdict) => verdict.retryAtMs)),
    atMs: nowMs,
    counts: verdicts.map(({ hits }) => hits.length),
  };
}

/** Gives back what was taken at a moment, once for each key. */
export async function giveBack(
  trx: Transaction<Database>,
  asks: readonly WindowAsk[],
  atMs: number,
): Promise<void> {
  const states = await lockLimits(
    trx,
    asks.map(({ key }) => key),
  );
  for (const [index, { key, windows }] of asks.entries()) {
    const hits = readHits(states[index] ?? '');
    const taken = hits.lastIndexOf(atMs);
    if (taken < 0) continue;
    await saveHits(trx, key, hits.toSpliced(taken, 1), windows);
  }
}

/** Counts an attempt against a lock in the caller's transaction. */
export async function attemptLock(
  trx: Transaction<Database>,
  key: string,
  rule: LockRule,
  nowMs: number,
): Promise<LockVerdict> {
  const [state] = await lockLimits(trx, [key]);
  const verdict = countAttempt(rule, readLock(state ?? ''), nowMs);
  if (verdict.isAllowed) {
    const expiresMs = Math.max(verdict.state.lockedUntilMs, nowMs) + rule.forgetAfterMs;
    await saveLimit(trx, key, JSON.stringify(verdict.state), expiresMs);
  }
  return verdict;
}

/** Forgets all failures of a lock. */
export async function openLock(trx: Transaction<Database>, key: string): Promise<void> {
  await lockLimits(trx, [key]);
  await saveLimit(trx, key, JSON.stringify(UNLOCKED), 0);
}

/** Takes from windows in a transaction of its own; fails closed. */
export function takeAlone(
  db: Db,
  asks: readonly WindowAsk[],
  nowMs: number,
): Promise<WindowsVerdict> {
  return failClosed(() => db.transaction().execute((trx) => takeWindows(trx, asks, nowMs)));
}
