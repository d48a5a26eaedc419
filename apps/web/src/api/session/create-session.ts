import { SECOND_MS } from '@moneytrail/calendar';
import { backoffMs } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import type { StoredText } from '../../lib/stored-text.ts';
import type { ValueStore } from '../../lib/value-store.ts';
import { ApiError } from '../api-error.ts';
import { FAILURE_TEXTS } from '../failure-text.ts';
import { isUsable } from './access-token.ts';
import { createTokenHolder, type TokenHolder } from './token-holder.ts';

export type SessionDeps = {
  /** The server's time. */
  clock: Clock;
  /** The access token, shared by all tabs. */
  stored: StoredText;
  /** Runs one refresh at a time among all tabs of the browser. */
  withLock: <T>(run: () => Promise<T>) => Promise<T>;
  /** Asks for a new token with the refresh cookie; rejects with an `ApiError`. */
  requestToken: () => Promise<string>;
};

/** `unreachable`: no answer came, so the session goes on and the refresh is tried again. */
export type RefreshOutcome =
  | { kind: 'refreshed' }
  | { kind: 'refused' }
  | { kind: 'unreachable'; error: unknown };

/** The codes of a 401 that ended the session, and of one that was answered after that. */
export const SESSION_END = {
  'ended-now': 'SESSION_ENDED',
  'ended-before': 'SESSION_OVER',
} as const;
type SessionEnd = keyof typeof SESSION_END;

/** What a 401 means for the token that was sent: it was replaced meanwhile, or the session ended, now or before. */
export type RefusalMeaning = 'replaced' | SessionEnd;

/** Being signed in, in one tab. */
export type Session = {
  /** The access token, null while nobody is signed in; read it to know, `tokenForRequest` to send. */
  token: ValueStore<string | null>;
  /** Starts with a token that a sign-in answered. */
  begin: (token: string) => void;
  /** Forgets the token, in all tabs. */
  end: () => void;
  /**
   * The token to send, refreshed first where it has expired; null for a visitor. Rejects where no refresh was possible,
   * and where it was refused: what was asked for somebody is not asked for nobody.
   */
  tokenForRequest: () => Promise<string | null>;
  /** Gets a new token instead of the one held, or takes the one that another tab got. */
  refresh: () => Promise<RefreshOutcome>;
  /** Decides what a 401 means that a token was answered. */
  handleUnauthorized: (used: string) => RefusalMeaning;
  /** Takes over what another tab stored. */
  syncFromStorage: () => void;
  /** Refreshes the token where it is due: called by a timer, and when the page is seen or the network is back. */
  refreshIfDue: () => void;
};

/** The server answers a refresh token that it has replaced for 30 s: a lost answer is requested again before. */
const RETRY = { firstMs: 2 * SECOND_MS, longestMs: 30 * SECOND_MS };
const REFUSED = new Set([401, 403, 404]);

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && REFUSED.has(error.status);
}

/** One refresh of a token that has to be replaced, while no other tab makes one. */
async function refreshAlone(
  held: TokenHolder,
  expired: string | null,
  requestToken: SessionDeps['requestToken'],
): Promise<RefreshOutcome> {
  const latest = held.syncFromStorage();
  if (latest === null) return { kind: 'refused' };
  if (latest !== expired && !held.isDue(latest)) return { kind: 'refreshed' };
  // Whoever signs out or in while the answer is on its way has the last word.
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

/** The failure of a call that ended the session, or that was made after its end. */
export function sessionEnd(when: SessionEnd, cause?: ApiError): ApiError {
  const message = cause?.message ?? FAILURE_TEXTS.unauthorized;
  return new ApiError(message, { status: 401, code: SESSION_END[when], cause });
}

/** Makes the session of a tab from what is stored. It is idle until `refreshIfDue`. */
export function createSession(deps: SessionDeps): Session {
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
    // Read before waiting for the lock: by then this tab may hold what another one got.
    const expired = held.token.get();
    refreshing ??= withLock(() => refreshAlone(held, expired, requestToken)).finally(() => {
      refreshing = null;
    });
    return refreshing;
  };
  return {
    token: held.token,
    begin: held.store,
    end: () => held.store(null),
    refresh,
    syncFromStorage: held.syncFromStorage,
    refreshIfDue: () => void refreshIfDue(),
    handleUnauthorized: (used) => meaningOf(held, used),
    tokenForRequest: async () => {
      const token = held.token.get();
      if (token === null || isUsable(token, clock.now())) return token;
      const outcome = await refresh();
      if (outcome.kind === 'unreachable') throw outcome.error;
      if (outcome.kind === 'refused') throw sessionEnd('ended-now');
      return held.token.get();
    },
  };
}
