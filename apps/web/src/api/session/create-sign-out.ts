import { SECOND_MS } from '@moneytrail/calendar';
import { backoffMs } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import type { StoredText } from '../../lib/stored-text.ts';
import { isWorthRetrying } from '../api-error.ts';

export type SignOutDeps = {
  clock: Clock;
  random: () => number;
  /** Id of the session to revoke, shared by all tabs. It is no credential. */
  pending: StoredText;
  /** Serializes changes of the cookie among all tabs. */
  withLock: <T>(run: () => Promise<T>) => Promise<T>;
  /** Ends a session on the server by the browser's cookie; rejects with an `ApiError`. */
  revoke: (sessionId: string) => Promise<void>;
};

const RETRY = { firstMs: 2 * SECOND_MS, longestMs: 30 * SECOND_MS, jitter: 0.25 };

/** Revokes the former session on the server. */
export function createSignOut(deps: SignOutDeps) {
  const { clock, random, pending, withLock, revoke } = deps;
  let failures = 0;
  let cancelRetry = () => {};

  const revokeKept = async () => {
    // Read under the lock: another tab may have revoked it.
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
    /** Remembers a session until the server has revoked it. */
    keep: (sessionId: string) => {
      pending.write(sessionId);
      void settle();
    },
    /** Tries to revoke the remembered session. Never rejects. */
    settle,
    /**
     * Revokes the remembered session, then runs a sign-in, which resolves to the access token or to undefined while it is
     * incomplete. A new token drops a session that could not be revoked, because its cookie is replaced. Rejects as the
     * sign-in does.
     */
    signIn: async (run: () => Promise<string | undefined>): Promise<string | undefined> => {
      await settle();
      return withLock(async () => {
        const token = await run();
        if (token !== undefined) pending.write(null);
        return token;
      });
    },
  };
}
