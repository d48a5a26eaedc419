import { AppError } from '@moneytrail/contract';
import * as z from 'zod';
import type { Db, Trx } from '../../../db/index.ts';
import { hmac } from '../secrets/keys.ts';

/** At most `max` in any `windowMs`; `isReservable` if future slots can be reserved. */
export type Window = { max: number; windowMs: number; isReservable?: true };

/** Times of granted and reserved requests, oldest first. */
export type Hits = readonly number[];

type WindowVerdict = { hits: Hits; isAllowed: boolean; retryAtMs: number };

/** Clocks of processes differ by less; times further ahead were written before a clock was set back. */
const CLOCKS_DIFFER_MS = 60_000;

const withHit = (hits: Hits, atMs: number): Hits => [...hits, atMs].sort((a, b) => a - b);

/** The earliest time from now on at which one more fits among the reserved slots before and after it. */
function freeAmongReserved({ max, windowMs }: Window, hits: Hits, nowMs: number): number {
  const fits = (atMs: number) => {
    const near = withHit(
      hits.filter((hitMs) => Math.abs(hitMs - atMs) < windowMs),
      atMs,
    );
    return near.every((hitMs, index) => {
      const before = near[index - max];
      return before === undefined || hitMs - before >= windowMs;
    });
  };
  const candidates = hits.map((hitMs) => hitMs + windowMs).filter((atMs) => atMs > nowMs);
  return [nowMs, ...candidates].find(fits) ?? nowMs;
}

/** The earliest time at which the window has room for one more. */
function freeAt(window: Window, hits: Hits, nowMs: number): number {
  const { max, windowMs } = window;
  if (window.isReservable) return freeAmongReserved(window, hits, nowMs);
  const inside = hits.filter((hitMs) => hitMs > nowMs - windowMs);
  const blocking = inside[inside.length - max];
  return blocking === undefined ? nowMs : blocking + windowMs;
}

/** Grants one more if every window has room; `retryAtMs` is the earliest time at which all have. */
export function takeFromWindows(
  windows: readonly Window[],
  hits: Hits,
  nowMs: number,
): WindowVerdict {
  const longestMs = Math.max(...windows.map(({ windowMs }) => windowMs));
  const isReservable = windows.some((window) => window.isReservable);
  const latestMs = isReservable ? Number.POSITIVE_INFINITY : nowMs + CLOCKS_DIFFER_MS;
  const kept = hits.filter((hitMs) => hitMs > nowMs - longestMs && hitMs <= latestMs);
  const retryAtMs = Math.max(...windows.map((window) => freeAt(window, kept, nowMs)));
  const isAllowed = retryAtMs <= nowMs;
  return { hits: isAllowed ? withHit(kept, nowMs) : kept, isAllowed, retryAtMs };
}

/**
 * Reserves the first free slot, now or later. Reservations leave one slot in every window for immediate use: however
 * many notices are queued, a message that a user requests can still be sent.
 */
export function reserveInWindow(
  window: Window & { isReservable: true },
  hits: Hits,
  nowMs: number,
): { hits: Hits; atMs: number } {
  const { hits: kept, isAllowed } = takeFromWindows([window], hits, nowMs);
  if (isAllowed) return { hits: kept, atMs: nowMs };
  const ahead = { ...window, max: Math.max(1, window.max - 1) };
  const atMs = freeAmongReserved(ahead, kept, nowMs);
  return { hits: withHit(kept, atMs), atMs };
}

/** The number of failures that lock, and the growth of the lock time. */
export type LockRule = {
  failures: number;
  withinMs: number;
  firstWaitMs: number;
  longestWaitMs: number;
  forgetAfterMs: number;
  /** After a lock, either every further failure locks again or the count restarts. */
  afterLock: 'lock-again' | 'count-anew';
};

export type LockState = {
  failures: readonly number[];
  /** Number of locks since the last success. */
  level: number;
  lockedUntilMs: number;
};

export const UNLOCKED: LockState = { failures: [], level: 0, lockedUntilMs: 0 };

type LockVerdict = {
  state: LockState;
  /** False while locked: the attempt is neither evaluated nor counted. */
  isAllowed: boolean;
  /** True if this attempt, if it fails, is the first to lock. */
  isFirstLock: boolean;
};

/**
 * Counts an attempt as a failure before it is evaluated, so that parallel attempts cannot slip through; a success takes
 * the count back. A state written before a clock was set back is discarded, since it would last too long. With
 * `lock-again` each lock lasts twice as long as the one before.
 */
export function countAttempt(rule: LockRule, state: LockState, nowMs: number): LockVerdict {
  const latestMs = nowMs + CLOCKS_DIFFER_MS;
  const isAhead =
    state.lockedUntilMs > latestMs + rule.longestWaitMs ||
    state.failures.some((atMs) => atMs > latestMs);
  if (isAhead) return countAttempt(rule, UNLOCKED, nowMs);
  if (nowMs < state.lockedUntilMs) return { state, isAllowed: false, isFirstLock: false };
  const lastMs = Math.max(state.lockedUntilMs, ...state.failures);
  const known = nowMs - lastMs >= rule.forgetAfterMs ? UNLOCKED : state;
  const failures = [...known.failures.filter((atMs) => atMs > nowMs - rule.withinMs), nowMs];
  const isNowLocked = known.level > 0 || failures.length >= rule.failures;
  if (!isNowLocked) {
    return { state: { ...known, failures }, isAllowed: true, isFirstLock: false };
  }
  const waitMs = Math.min(rule.longestWaitMs, rule.firstWaitMs * 2 ** known.level);
  const lockedUntilMs = nowMs + waitMs;
  const locked =
    rule.afterLock === 'count-anew'
      ? { ...UNLOCKED, lockedUntilMs }
      : { failures, level: known.level + 1, lockedUntilMs };
  return { state: locked, isAllowed: true, isFirstLock: known.level === 0 };
}

const EMPTY = '';

/**
 * Locks the rows of the limits until the transaction ends and returns their states in the order of the keys, empty for
 * a new row. Rows are locked in sorted order, so that two callers never deadlock.
 */
async function lockLimits(trx: Trx, keys: readonly string[]): Promise<string[]> {
  const sorted = [...new Set(keys)].sort();
  await trx
    .insertInto('limits')
    .values(sorted.map((key) => ({ key, state: EMPTY, expires_ms: 0 })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const rows = await trx
    .selectFrom('limits')
    .select(['key', 'state'])
    .where('key', 'in', sorted)
    .orderBy('key')
    .forUpdate()
    .execute();
  const states = new Map(rows.map(({ key, state }) => [key, state]));
  return keys.map((key) => states.get(key) ?? EMPTY);
}

async function saveLimit(trx: Trx, key: string, state: string, expiresMs: number): Promise<void> {
  await trx
    .updateTable('limits')
    .set({ state, expires_ms: expiresMs })
    .where('key', '=', key)
    .execute();
}

export async function removeStaleLimits(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('limits').where('expires_ms', '<', beforeMs).execute();
  await db.deleteFrom('stream_slots').where('expires_at_ms', '<', beforeMs).execute();
}

const hitsColumn = z.array(z.number());
const lockColumn = z.object({
  failures: z.array(z.number()),
  level: z.number(),
  lockedUntilMs: z.number(),
}) satisfies z.ZodType<LockState>;

/** `retryAtMs` is the earliest time at which the address may ask again; now if it is allowed. */
type AddressVerdict = { isAllowed: boolean; retryAtMs: number; nowMs: number; max: number };

/** Counts a request from an address; IPv6 addresses of one subscriber are one. */
export type AddressLimit = (address: string) => Promise<AddressVerdict>;

/** One limit to charge; all asks of a call are granted together or not at all. */
export type WindowAsk = { key: string; windows: readonly Window[] };
export type WindowsVerdict = {
  isAllowed: boolean;
  retryAtMs: number;
  atMs: number;
  /** Requests granted within each ask's longest window, this one included, in the order of the asks. */
  counts: number[];
};

export const TOO_MANY = 'Too many attempts. Please wait and try again.';
const UNAVAILABLE = 'Sign-in is not available right now. Please try again later.';

/** Fails closed: any unexpected error, such as unreadable limits, becomes 503. */
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

/** A limit's key. Its subject is hashed, so that the table shows no addresses and no mistyped passwords. */
export function limitKey(key: Uint8Array, kind: string, ...parts: string[]): string {
  return `${kind}:${hmac(key, parts).toString('base64url').slice(0, 27)}`;
}

function saveHits(
  trx: Trx,
  key: string,
  hits: readonly number[],
  windows: readonly Window[],
): Promise<void> {
  return saveLimit(trx, key, JSON.stringify(hits), Math.max(0, ...hits) + longest(windows));
}

/** Reserves the first free slot of a window in the caller's transaction and returns its time. */
export async function reservePlace(
  trx: Trx,
  { key, window }: { key: string; window: Window & { isReservable: true } },
  nowMs: number,
): Promise<number> {
  const [state] = await lockLimits(trx, [key]);
  const { hits, atMs } = reserveInWindow(window, readHits(state ?? ''), nowMs);
  await saveHits(trx, key, hits, [window]);
  return atMs;
}

/** Charges several limits in the caller's transaction; if one is full, none is charged. */
export async function takeWindows(
  trx: Trx,
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

/** Refunds the charge made at `atMs`, once per key. */
export async function giveBack(trx: Trx, asks: readonly WindowAsk[], atMs: number): Promise<void> {
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

export async function attemptLock(
  trx: Trx,
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

export async function openLock(trx: Trx, key: string): Promise<void> {
  await lockLimits(trx, [key]);
  await saveLimit(trx, key, JSON.stringify(UNLOCKED), 0);
}

/** Charges limits in a separate transaction; fails closed. */
export function takeAlone(
  db: Db,
  asks: readonly WindowAsk[],
  nowMs: number,
): Promise<WindowsVerdict> {
  return failClosed(() => db.transaction().execute((trx) => takeWindows(trx, asks, nowMs)));
}
