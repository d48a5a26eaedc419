import { refreshSession } from '@moneytrail/contract';
import { authorizedBy, request } from '../request.ts';
import { serverClock } from '../server-clock.ts';
import { createSession } from './create-session.ts';
import { withCrossTabLock } from './cross-tab-lock.ts';
import { deviceId } from './device.ts';
import { storedToken, TOKEN_KEY } from './stored-token.ts';

/** With the pause before the next attempt well within the time in which the server accepts a replaced refresh token. */
const REFRESH_TIMEOUT_MS = 10_000;

/** Serializes changes of the refresh cookie among all tabs. */
export function withSessionLock<T>(run: () => Promise<T>): Promise<T> {
  return withCrossTabLock('session-refresh', storedToken, run);
}

/** This tab's session. */
export const session = createSession({
  clock: serverClock,
  stored: storedToken,
  withLock: withSessionLock,
  requestToken: async () => {
    const parts = { body: { deviceId: deviceId() } };
    // The answer sets the next cookie and must arrive even if the page is left.
    const options = { timeoutMs: REFRESH_TIMEOUT_MS, keepalive: true };
    const answer = await request(refreshSession, parts, options);
    return answer.accessToken;
  },
});

/** Makes a request for the signed-in user. */
export const authorizedRequest = authorizedBy(session);

/** Follows other tabs and refreshes the token in time, also after sleep or an outage. */
export function watchSession(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === TOKEN_KEY || key === null) session.syncFromStorage();
  });
  for (const type of ['focus', 'online', 'pageshow'])
    window.addEventListener(type, session.refreshIfDue);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') session.refreshIfDue();
  });
  session.refreshIfDue();
}
