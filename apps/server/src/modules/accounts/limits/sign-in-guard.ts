import { AppError } from '@moneytrail/contract';
import type { Trx } from '../../../db/index.ts';
import { subscriberOf } from '../../../http/network.ts';
import { QueueFullError, WaitedTooLongError } from '../../../semaphore.ts';
import type { AccountServices } from '../account-services.ts';
import {
  attemptLock,
  failClosed,
  giveBack,
  limitKey,
  openLock,
  TOO_MANY,
  takeWindows,
  type WindowAsk,
} from './limiter.ts';

/** An attempt, counted as a failure until it succeeds. */
export type Attempt = {
  accountKey: string;
  windows: readonly WindowAsk[];
  atMs: number;
  /** False for a locked account: every password is wrong. */
  isOpen: boolean;
  /** True if this attempt, if it fails, is the first to lock the account. */
  isFirstLock: boolean;
};

type Caller = {
  username: string;
  address: string;
  /** A trusted device has a separate counter, so that strangers cannot lock its owner out. */
  trustedDeviceId: string | null;
};

function keysOf(services: AccountServices, who: Caller): Pick<Attempt, 'accountKey' | 'windows'> {
  const { keys, limits } = services;
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

async function begin(services: AccountServices, who: Caller): Promise<Attempt> {
  const nowMs = services.clock.now();
  const { accountKey, windows } = keysOf(services, who);
  const verdict = await services.db.transaction().execute(async (trx) => {
    const taken = await takeWindows(trx, windows, nowMs);
    if (!taken.isAllowed) return null;
    return attemptLock(trx, accountKey, services.limits.signInOfAccount, nowMs);
  });
  if (!verdict) throw new AppError('RATE_LIMITED', TOO_MANY);
  const { isAllowed: isOpen, isFirstLock } = verdict;
  return { accountKey, windows, atMs: nowMs, isOpen, isFirstLock };
}

async function forgive(services: AccountServices, attempt: Attempt): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    await giveBack(trx, attempt.windows, attempt.atMs);
    await openLock(trx, attempt.accountKey);
  });
}

/**
 * Runs a password check under the sign-in limits. The attempt counts as a failure before it is evaluated, so that
 * parallel attempts cannot slip through; when `prove` resolves, it and all earlier failures are forgiven. Concurrent
 * attempts at one account run one after another, so that none counts as another's failure. Throws 429 if the address
 * has failed too often, 503 if attempts cannot be counted.
 */
export async function guardAttempt<T>(
  services: AccountServices,
  who: Caller,
  prove: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const { accounts, addresses } = services.attempts;
  const attemptOnce = async () => {
    const attempt = await failClosed(() => begin(services, who));
    const proven = await prove(attempt);
    await failClosed(() => forgive(services, attempt));
    return proven;
  };
  try {
    return await accounts.run(keysOf(services, who).accountKey, () =>
      addresses.run(subscriberOf(who.address), attemptOnce),
    );
  } catch (error) {
    if (error instanceof QueueFullError) throw new AppError('RATE_LIMITED', TOO_MANY);
    if (error instanceof WaitedTooLongError) return failClosed(() => Promise.reject(error));
    throw error;
  }
}

/** Unlocks an account after a password reset; the separate counters of trusted devices reset at their next sign-in. */
export async function unlockAccount(
  services: AccountServices,
  trx: Trx,
  username: string,
): Promise<void> {
  await openLock(trx, limitKey(services.keys.limits, 'sign-in', username, ''));
}
