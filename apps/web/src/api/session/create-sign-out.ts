import { SECOND_MS } from '@moneytrail/calendar';
import { backoffMs } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import type { StoredText } from '../../lib/stored-text.ts';
import { isWorthRetrying } from '../api-error.ts';

export type SignOutDeps = {
  clock: Clock;
  random: () => number;
  /** The id of the session that is to be revoked, shared by all tabs; it proves nothing and opens nothing. */
  pending: StoredText;
  /** One at a time among all tabs: what answers with a cookie, or takes it away. */
  withLock: <T>(run: () => Promise<T>) => Promise<T>;
  /** Ends a session on the server by the browser's cookie; rejects with an `ApiError`. */
  revoke: (sessionId: string) => Promise<void>;
};

/** Revoking the session that was left. */
export type SignOut = {
  /** Keeps a session until the server has revoked it. */
  keep: (sessionId: string) => void;
  /** Tries to revoke what is kept: at the start of the page, and when the server is back. Never rejects. */
  settle: () => Promise<void>;
  /**
   * Makes a sign-in, which answers the new access token or undefined where it is not through yet. What is kept is
   * revoked before; where that failed a new token drops it, as the cookie that would prove it is replaced. Rejects as
   * the sign-in does.
   */
  signIn: (run: () => Promise<string | undefined>) => Promise<string | undefined>;
};

const RETRY = { firstMs: 2 * SECOND_MS, longestMs: 30 * SECOND_MS, jitter: 0.25 };

export function createSignOut(deps: SignOutDeps): SignOut {
  const { clock, random, pending, withLock, revoke } = deps;
  let failures = 0;
  let cancelRetry = () => {};

  const revokeKept = async () => {
    // Read when it is this tab's turn: another one may have been quicker.
    const sessionId = pending.read();
    if (sessionId === null) return;
    await revoke(sessionId);
    pending.write(null);
  };
  const settle = async () => {
    cancelRetry();
    if (pending.read() === null) return;
    try {
      await withLock(revokeKept);
      failures = 0;
    } catch (error) {
      if (!isWorthRetrying(error)) return pending.write(null);
      cancelRetry();
      cancelRetry = clock.after(backoffMs(failures, RETRY, random), () => void settle());
      failures += 1;
    }
  };
  return {
    keep: (sessionId) => {
      pending.write(sessionId);
      void settle();
    },
    settle,
    signIn: async (run) => {
      await settle();
      return withLock(async () => {
        const token = await run();
        if (token !== undefined) pending.write(null);
        return token;
      });
    },
  };
}
