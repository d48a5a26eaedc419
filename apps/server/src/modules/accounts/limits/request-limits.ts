import { SECOND_MS } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import type { Trx } from '../../../db/index.ts';
import { within } from '../../../deadline.ts';
import { subscriberOf } from '../../../http/network.ts';
import type { Waits } from '../../../waits.ts';
import type { AccountServices } from '../account-services.ts';
import {
  type AddressLimit,
  type Hits,
  limitKey,
  TOO_MANY,
  takeAlone,
  takeFromWindows,
  takeWindows,
  type Window,
} from './limiter.ts';

/** Counts a contact message in the transaction that stores it; throws 429 if its address has sent too many. */
export async function limitContact(
  { clock, keys, limits }: AccountServices,
  trx: Trx,
  address: string,
): Promise<void> {
  const nowMs = clock.now();
  const key = limitKey(keys.limits, 'contact', subscriberOf(address));
  const ask = { key, windows: [limits.contactFromAddress] };
  const { isAllowed, retryAtMs } = await takeWindows(trx, [ask], nowMs);
  if (isAllowed) return;
  const retryAfterSeconds = (retryAtMs - nowMs) / SECOND_MS;
  throw new AppError('RATE_LIMITED', TOO_MANY, { retryAfterSeconds });
}

/** Counts a request of an account; throws 429 if it has made too many. */
async function takeOfAccount(
  { db, clock, keys }: AccountServices,
  userId: string,
  { kind, window }: { kind: string; window: Window },
): Promise<void> {
  const key = limitKey(keys.limits, kind, userId);
  const { isAllowed } = await takeAlone(db, [{ key, windows: [window] }], clock.now());
  if (!isAllowed) throw new AppError('RATE_LIMITED', TOO_MANY);
}

/** Counts an invite that an account requests, successful or not. */
export function limitInvites(services: AccountServices, userId: string): Promise<void> {
  return takeOfAccount(services, userId, {
    kind: 'invite',
    window: services.limits.invitesOfAccount,
  });
}

/** Counts a request that reaches a payment provider. */
export function takePaymentRequest(services: AccountServices, userId: string): Promise<void> {
  return takeOfAccount(services, userId, {
    kind: 'payments',
    window: services.limits.paymentsOfAccount,
  });
}

/** This process's own count for an address. */
type Known = { hits: Hits; refusedUntilMs: number };

const MAX_ADDRESSES = 20_000;
/** A store that takes longer counts as unreachable: charts do not wait for a counter. */
const STORE_TIMEOUT_MS = 500;
/** An unreachable store is not asked again for this long. */
const STORE_PAUSE_MS = 5_000;

/** True if `untilMs` is still ahead; a time further ahead than `longestMs` means that the clock was set back. */
function lasts(untilMs: number, nowMs: number, longestMs: number): boolean {
  return nowMs < untilMs && untilMs - nowMs <= longestMs;
}

type Deps = Pick<AccountServices, 'db' | 'log' | 'clock' | 'keys'>;

/**
 * A budget of each address, shared by all processes. Fails open: while the shared count is unreachable, each process
 * counts alone. A refused address is refused from memory until it has room again, so that a flood costs nothing.
 */
export function createAddressLimit(
  { db, log, clock, keys }: Deps,
  { kind, window }: { kind: string; window: Window },
  { counterMs = STORE_TIMEOUT_MS }: Pick<Waits, 'counterMs'> = {},
): AddressLimit {
  const { max } = window;
  const windows = [window];
  const known = new LRUCache<string, Known>({ max: MAX_ADDRESSES });
  let pausedUntilMs = 0;

  async function askStore(subscriber: string, nowMs: number) {
    if (lasts(pausedUntilMs, nowMs, STORE_PAUSE_MS)) return null;
    const key = limitKey(keys.limits, kind, subscriber);
    try {
      return await within(takeAlone(db, [{ key, windows }], nowMs), counterMs);
    } catch (error) {
      pausedUntilMs = nowMs + STORE_PAUSE_MS;
      log.warn({ err: error, kind }, 'addresses are counted by each process alone');
      return null;
    }
  }

  return async (address) => {
    const nowMs = clock.now();
    const subscriber = subscriberOf(address);
    const refusedUntilMs = known.get(subscriber)?.refusedUntilMs ?? 0;
    if (lasts(refusedUntilMs, nowMs, window.windowMs))
      return { isAllowed: false, retryAtMs: refusedUntilMs, nowMs, max };
    const shared = await askStore(subscriber, nowMs);
    const alone = takeFromWindows(windows, known.get(subscriber)?.hits ?? [], nowMs);
    const { isAllowed, retryAtMs } = shared ?? alone;
    known.set(subscriber, { hits: alone.hits, refusedUntilMs: isAllowed ? 0 : retryAtMs });
    return { isAllowed, retryAtMs, nowMs, max };
  };
}
