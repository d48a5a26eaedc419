import { refreshSession } from '@moneytrail/contract';
import { type Answer, call } from './http.ts';
import type { Person } from './people.ts';

const COOKIE = 'rt';
const UNAUTHORIZED = 401;

/** The session of a person's browser. */
export type Session = {
  email: string;
  /** Calls the API as this person; refreshes an expired access token and repeats the call. */
  call: (path: string, options?: { method?: string; json?: unknown }) => Promise<Answer>;
  /** Exchanges the refresh cookie for a new one. */
  refresh: () => Promise<void>;
  /** Whether a refresh was refused: the person has to sign in again. */
  isSignedOut: () => boolean;
};

export function openSession(address: string, { email, deviceId, ...keys }: Person): Session {
  let { accessToken, refreshCookie } = keys;
  let isSignedOut = false;
  let refreshing: Promise<void> | null = null;

  async function refreshOnce(): Promise<void> {
    const { status, body, headers } = await call(address, refreshSession.path, {
      method: 'POST',
      json: { deviceId },
      headers: { cookie: `${COOKIE}=${refreshCookie}` },
    });
    if (status === UNAUTHORIZED) isSignedOut = true;
    if (status !== 200) return;
    accessToken = refreshSession.response.parse(body).accessToken;
    for (const line of headers.getSetCookie()) {
      const value = new RegExp(`^${COOKIE}=([^;]+)`).exec(line)?.[1];
      if (value !== undefined) refreshCookie = value;
    }
  }
  /** One refresh at a time, like a browser. */
  const refresh = () => {
    refreshing ??= refreshOnce().finally(() => {
      refreshing = null;
    });
    return refreshing;
  };
  const ask = (path: string, options: { method?: string; json?: unknown }) =>
    call(address, path, { ...options, headers: { authorization: `Bearer ${accessToken}` } });

  return {
    email,
    refresh,
    isSignedOut: () => isSignedOut,
    call: async (path, options = {}) => {
      const answer = await ask(path, options);
      if (answer.status !== UNAUTHORIZED || isSignedOut) return answer;
      await refresh();
      return ask(path, options);
    },
  };
}
