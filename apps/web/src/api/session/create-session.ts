import { HOUR_MS, SECOND_MS } from '@moneytrail/calendar';
import { backoffMs } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import type { StoredText } from '../../lib/stored-text.ts';
import { createValueStore } from '../../lib/value-store.ts';
import { ApiError, type SessionEnd, sessionEnd } from '../api-error.ts';
import { isUsable, refreshDueAtMs } from './access-token.ts';

export type SessionDeps = {
  /** The server's time. */
  clock: Clock;
  /** The access token, shared by all tabs. */
  stored: StoredText;
  /** Serializes refreshes among all tabs. */
  withLock: <T>(run: () => Promise<T>) => Promise<T>;
  /** Requests a new token with the refresh cookie; rejects with an `ApiError`. */
  requestToken: () => Promise<string>;
};

/** `unreachable`: without an answer the session continues and the refresh is repeated. */
export type RefreshOutcome =
  | { kind: 'refreshed' }
  | { kind: 'refused' }
  | { kind: 'unreachable'; error: unknown };

/** The meaning of a 401: the token was replaced meanwhile, or the session ended, now or before. */
export type RefusalMeaning = 'replaced' | SessionEnd;

/** Below the 30 s in which the server accepts a replaced refresh token: a lost answer is requested again in time. */
const RETRY = { firstMs: 2 * SECOND_MS, longestMs: 30 * SECOND_MS };
const REFUSED = new Set([401, 403, 404]);

/** The longest timer: timers drift while a machine sleeps. */
const LONGEST_SLEEP_MS = HOUR_MS;
/** The least pause between two requests, however wrong a clock is. */
const SHORTEST_SLEEP_MS = SECOND_MS;

/** The access token of this tab, and the timer of its refresh, which is not set initially. */
function createTokenHolder(
  { clock, stored }: { clock: Clock; stored: StoredText },
  onRefreshDue: () => void,
) {
  const token = createValueStore(stored.read());
  let cancelRefresh = () => {};

  const scheduleRefresh = (delayMs?: number) => {
    cancelRefresh();
    const held = token.get();
    if (held === null) return;
    const waitMs = delayMs ?? refreshDueAtMs(held) - clock.now();
    cancelRefresh = clock.after(
      Math.min(Math.max(waitMs, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS),
      onRefreshDue,
    );
  };
  const hold = (next: string | null) => {
    token.set(next);
    scheduleRefresh();
  };
  return {
    token,
    /** Sets the timer: to the refresh of the present token, or after a delay. */
    scheduleRefresh,
    /** Stores a token for all tabs; null removes it. */
    store: (next: string | null) => {
      stored.write(next);
      hold(next);
    },
    /** Takes over and returns the stored token, whichever tab stored it. */
    syncFromStorage: () => {
      const latest = stored.read();
      if (latest !== token.get()) hold(latest);
      return latest;
    },
    isDue: (held: string) => clock.now() >= refreshDueAtMs(held),
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && REFUSED.has(error.status);
}

type TokenHolder = ReturnType<typeof createTokenHolder>;

/** Refreshes an expired token; runs under the lock of all tabs. */
async function refreshAlone(
  held: TokenHolder,
  expired: string | null,
  requestToken: SessionDeps['requestToken'],
): Promise<RefreshOutcome> {
  const latest = held.syncFromStorage();
  if (latest === null) return { kind: 'refused' };
  if (latest !== expired && !held.isDue(latest)) return { kind: 'refreshed' };
  // A sign-out or sign-in during the request takes precedence.
  const settle = (next: string | null) => held.syncFromStorage() === latest && held.store(next);
  try {
    settle(await requestToken());
  } catch (error) {
    if (!isRefusal(error)) return { kind: 'unreachable', error };
    settle(null);
  }
  return { kind: held.token.get() === null ? 'refused' : 'refreshed' };
}

function meaningOf(held: TokenHolder, used: string): RefusalMeaning {
  const wasSignedIn = held.token.get() !== null;
  const latest = held.syncFromStorage();
  if (latest !== null && latest !== used) return 'replaced';
  if (latest !== null) held.store(null);
  return wasSignedIn ? 'ended-now' : 'ended-before';
}

export type Session = ReturnType<typeof createSession>;

/** The session of a tab, from the stored token. Idle until `refreshIfDue`. */
export function createSession(deps: SessionDeps) {
  const { clock, withLock, requestToken } = deps;
  let refreshing: Promise<RefreshOutcome> | null = null;
  let failures = 0;

  const refreshIfDue = async () => {
    const latest = held.syncFromStorage();
    if (latest === null || !held.isDue(latest)) return held.scheduleRefresh();
    const { kind } = await refresh();
    failures = kind === 'unreachable' ? failures + 1 : 0;
    if (failures > 0) held.scheduleRefresh(backoffMs(failures - 1, RETRY));
  };
  const held = createTokenHolder(deps, () => void refreshIfDue());
  const refresh = () => {
    // Read before waiting for the lock: meanwhile this tab may take over another tab's token.
    const expired = held.token.get();
    refreshing ??= withLock(() => refreshAlone(held, expired, requestToken)).finally(() => {
      refreshing = null;
    });
    return refreshing;
  };
  return {
    /** The access token, null for a visitor; requests use `tokenForRequest`. */
    token: held.token,
    /** Starts with the token of a sign-in. */
    begin: (token: string) => held.store(token),
    /** Removes the token in all tabs. */
    end: () => held.store(null),
    /** Gets a new token, or takes over another tab's. */
    refresh,
    syncFromStorage: () => void held.syncFromStorage(),
    /** Refreshes the token when due: called by a timer, and when the page is seen or the network is back. */
    refreshIfDue: () => void refreshIfDue(),
    handleUnauthorized: (used: string) => meaningOf(held, used),
    /**
     * The token to send, refreshed first where it has expired; null for a visitor. Rejects where the refresh failed or was
     * refused: a user's request is never sent as a visitor's.
     */
    tokenForRequest: async (): Promise<string | null> => {
      const token = held.token.get();
      if (token === null || isUsable(token, clock.now())) return token;
      const outcome = await refresh();
      if (outcome.kind === 'unreachable') throw outcome.error;
      if (outcome.kind === 'refused') throw sessionEnd('ended-now');
      return held.token.get();
    },
  };
}
