import { AppError } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { subscriberOf } from '../../../http/network.ts';
import { QueueFullError, WaitedTooLongError } from '../../../semaphore.ts';
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
  /** Whether this attempt, failing, is the first to lock the account. */
  isFirstLock: boolean;
};

type Who = {
  username: string;
  address: string;
  /** A device that has proven itself keeps a counter of its own, so that strangers cannot lock its owner out. */
  trustedDeviceId: string | null;
};

function keysOf(core: Core, who: Who): Pick<Attempt, 'accountKey' | 'windows'> {
  const { keys, limits } = core;
  const name = (kind: string, ...parts: string[]) => limitKey(keys.limits, kind, ...parts);
  const deviceId = who.trustedDeviceId ?? '';
  return {
    accountKey: name('sign-in', who.username, deviceId),
    windows: [
      {
        key: name('sign-in-address', subscriberOf(who.address)),
        windows: [limits.signInOfAddress],
      },
      {
        key: name('sign-in-pair', subscriberOf(who.address), who.username, deviceId),
        windows: [limits.signInOfAddressAndAccount],
      },
    ],
  };
}

async function begin(core: Core, who: Who): Promise<Attempt> {
  const nowMs = core.clock.now();
  const { accountKey, windows } = keysOf(core, who);
  const verdict = await core.db.transaction().execute(async (trx) => {
    const taken = await takeWindows(trx, windows, nowMs);
    if (!taken.isAllowed) return null;
    return attemptLock(trx, accountKey, core.limits.signInOfAccount, nowMs);
  });
  if (!verdict) throw new AppError('RATE_LIMITED', TOO_MANY);
  const { isAllowed: isOpen, isFirstLock } = verdict;
  return { accountKey, windows, atMs: nowMs, isOpen, isFirstLock };
}

async function forgive(core: Core, attempt: Attempt): Promise<void> {
  await core.db.transaction().execute(async (trx) => {
    await giveBack(trx, attempt.windows, attempt.atMs);
    await openLock(trx, attempt.accountKey);
  });
}

/**
 * Lets somebody prove a password. The attempt counts as a failure from before it is looked at, so that parallel ones
 * cannot slip through; when `prove` resolves it is forgiven, and earlier failures with it. Honest attempts at the same
 * time wait for one another, so that none is taken for a failure of another. 429 where the address has failed too
 * often, 503 where attempts cannot be counted.
 */
export async function guardAttempt<T>(
  core: Core,
  who: Who,
  prove: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const { accounts, addresses } = core.attempts;
  const attemptOnce = async () => {
    const attempt = await failClosed(() => begin(core, who));
    const proven = await prove(attempt);
    await failClosed(() => forgive(core, attempt));
    return proven;
  };
  try {
    return await accounts.run(keysOf(core, who).accountKey, () =>
      addresses.run(subscriberOf(who.address), attemptOnce),
    );
  } catch (error) {
    if (error instanceof QueueFullError) throw new AppError('RATE_LIMITED', TOO_MANY);
    if (error instanceof WaitedTooLongError) return failClosed(() => Promise.reject(error));
    throw error;
  }
}

/** Opens an account's sign-in again, when its password was set anew; trusted devices open by signing in. */
export async function unlockAccount(
  core: Core,
  trx: Transaction<Database>,
  username: string,
): Promise<void> {
  await openLock(trx, limitKey(core.keys.limits, 'sign-in', username, ''));
}
