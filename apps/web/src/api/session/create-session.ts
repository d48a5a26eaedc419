import type { Clock } from '../../lib/clock.ts';
import type { ValueStore } from '../../lib/value-store.ts';
import { ApiError } from '../api-error.ts';
import { isUsable } from './access-token.ts';
import { type HeldToken, holdToken } from './held-token.ts';
import type { StoredText } from './stored-text.ts';

export type SessionDeps = {
  /** The server's time. */
  clock: Clock;
  /** The access token, shared by all tabs. */
  stored: StoredText;
  /** Runs one at a time among all tabs of the browser. */
  exclusively: <T>(run: () => Promise<T>) => Promise<T>;
  /** Asks for a new token with the refresh cookie; rejects with an `ApiError`. */
  requestToken: () => Promise<string>;
};

/** `unreachable`: nobody said no, so the session goes on and is tried again. */
export type RefreshOutcome =
  | { kind: 'refreshed' }
  | { kind: 'refused' }
  | { kind: 'unreachable'; error: unknown };

/** What a 401 means to who sent a token: it was replaced meanwhile, or the session ended, now or before. */
export type RefusalMeaning = 'replaced' | 'ended-now' | 'ended-before';

/** Being signed in, in one tab. */
export type Session = {
  /** The access token, null while nobody is signed in; read it to know, `tokenForCall` to send. */
  token: ValueStore<string | null>;
  /** Starts with a token that a sign-in answered. */
  begin: (token: string) => void;
  /** Forgets the token, in all tabs. */
  end: () => void;
  /** The token to send, renewed first where it is over; null for a visitor; rejects where renewing was not possible. */
  tokenForCall: () => Promise<string | null>;
  /** Gets a new token instead of the one held, or takes the one that another tab got. */
  refresh: () => Promise<RefreshOutcome>;
  /** Tells of a 401 that a token was answered. */
  refuse: (used: string) => RefusalMeaning;
  /** Follows what another tab stored. */
  follow: () => void;
  /** Renews what is due: called by the alarm, and when the page is seen or the network is back. */
  wake: () => void;
};

/** The server answers a secret that it has replaced for 30 s: an answer that was lost is asked for again before. */
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;
const REFUSED = new Set([401, 403, 404]);

function retryPauseMs(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && REFUSED.has(error.status);
}

/** One renewal of the token that a tab found wanting, while no other tab makes one. */
async function refreshAlone(
  held: HeldToken,
  wanting: string | null,
  requestToken: SessionDeps['requestToken'],
): Promise<RefreshOutcome> {
  const latest = held.follow();
  if (latest === null) return { kind: 'refused' };
  if (latest !== wanting && !held.isDue(latest)) return { kind: 'refreshed' };
  // Whoever signs out or in while the answer is on its way has the last word.
  const settle = (next: string | null) => held.follow() === latest && held.keep(next);
  try {
    settle(await requestToken());
  } catch (error) {
    if (!isRefusal(error)) return { kind: 'unreachable', error };
    settle(null);
  }
  return { kind: held.token.get() === null ? 'refused' : 'refreshed' };
}

function meaningOf(held: HeldToken, used: string): RefusalMeaning {
  const wasSignedIn = held.token.get() !== null;
  const latest = held.follow();
  if (latest !== null && latest !== used) return 'replaced';
  if (latest !== null) held.keep(null);
  return wasSignedIn ? 'ended-now' : 'ended-before';
}

/** Makes the session of a tab from what is stored. It rests until `wake`. */
export function createSession(deps: SessionDeps): Session {
  const { clock, exclusively, requestToken } = deps;
  let refreshing: Promise<RefreshOutcome> | null = null;
  let failures = 0;

  const wake = async () => {
    const latest = held.follow();
    if (latest === null || !held.isDue(latest)) return held.setAlarm();
    const { kind } = await refresh();
    failures = kind === 'unreachable' ? failures + 1 : 0;
    if (failures > 0) held.setAlarm(retryPauseMs(failures));
  };
  const held = holdToken(deps, () => void wake());
  const refresh = () => {
    // Known before waiting for its turn: by then this tab may hold what another one got.
    const wanting = held.token.get();
    refreshing ??= exclusively(() => refreshAlone(held, wanting, requestToken)).finally(() => {
      refreshing = null;
    });
    return refreshing;
  };
  return {
    token: held.token,
    begin: held.keep,
    end: () => held.keep(null),
    refresh,
    follow: held.follow,
    wake: () => void wake(),
    refuse: (used) => meaningOf(held, used),
    tokenForCall: async () => {
      const token = held.token.get();
      if (token === null || isUsable(token, clock.now())) return token;
      const outcome = await refresh();
      if (outcome.kind === 'unreachable') throw outcome.error;
      return held.token.get();
    },
  };
}
