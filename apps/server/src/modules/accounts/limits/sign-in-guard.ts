import { AppError } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import type { Core } from '../core.ts';
import {
  attemptLock,
  failClosed,
  giveBack,
  limitKey,
  openLock,
  takeWindows,
  type WindowAsk,
} from './limiter.ts';

export const TOO_MANY = 'Too many attempts. Please wait and try again.';

/** An attempt that has been counted as a failure until it turns out to be none. */
export type Attempt = {
  accountKey: string;
  windows: readonly WindowAsk[];
  atMs: number;
  /** False for a locked account: whatever password comes is wrong. */
  isOpen: boolean;
  /** Whether this attempt, failing, locks the account. */
  isNowLocked: boolean;
};

type Who = {
  username: string;
  address: string;
  /** A device that has proven itself keeps a counter of its own, so that strangers cannot lock its owner out. */
  trustedDeviceId: string | null;
};

/** Counts an attempt to sign in; 429 where the address has failed too often, 503 where it cannot be counted. */
export async function beginAttempt(core: Core, who: Who): Promise<Attempt> {
  const { db, clock, keys, limits } = core;
  const nowMs = clock.now();
  const name = (kind: string, ...parts: string[]) => limitKey(keys.limits, kind, ...parts);
  const accountKey = name('sign-in', who.username, who.trustedDeviceId ?? '');
  const windows = [
    { key: name('sign-in-address', who.address), windows: [limits.signInOfAddress] },
    {
      key: name('sign-in-pair', who.address, who.username),
      windows: [limits.signInOfAddressAndAccount],
    },
  ];
  const verdict = await failClosed(() =>
    db.transaction().execute(async (trx) => {
      const taken = await takeWindows(trx, windows, nowMs);
      if (!taken.isAllowed) return null;
      return attemptLock(trx, accountKey, limits.signInOfAccount, nowMs);
    }),
  );
  if (!verdict) throw new AppError('RATE_LIMITED', TOO_MANY);
  const { isAllowed: isOpen, isNowLocked } = verdict;
  return { accountKey, windows, atMs: nowMs, isOpen, isNowLocked };
}

/** The attempt was none of a guesser: nothing of it counts, and earlier failures are forgotten. */
export async function forgiveAttempt(core: Core, attempt: Attempt): Promise<void> {
  await failClosed(() =>
    core.db.transaction().execute(async (trx) => {
      await giveBack(trx, attempt.windows, attempt.atMs);
      await openLock(trx, attempt.accountKey);
    }),
  );
}

/** Opens an account's sign-in again, when its password was set anew; trusted devices open by signing in. */
export async function unlockAccount(
  core: Core,
  trx: Transaction<Database>,
  username: string,
): Promise<void> {
  await openLock(trx, limitKey(core.keys.limits, 'sign-in', username, ''));
}
