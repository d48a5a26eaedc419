import { refreshSession } from '@moneytrail/contract';
import { systemClock } from '../../lib/clock.ts';
import { request } from '../request.ts';
import { serverClock } from '../server-clock.ts';
import { createSession } from './create-session.ts';
import { withCrossTabLock } from './cross-tab-lock.ts';
import { deviceId } from './device.ts';
import { storedToken, TOKEN_KEY } from './stored-token.ts';

/** With the pause before the next attempt well within the time for which the server answers a secret twice. */
const REFRESH_TIMEOUT_MS = 10_000;

/** Runs what changes the refresh cookie, one at a time among all tabs. */
export function withSessionLock<T>(run: () => Promise<T>): Promise<T> {
  return withCrossTabLock('session-refresh', storedToken, run);
}

/** This tab's session. */
export const session = createSession({
  clock: { now: serverClock.now, after: systemClock.after },
  stored: storedToken,
  withLock: withSessionLock,
  requestToken: async () => {
    const parts = { body: { deviceId: deviceId() } };
    // The answer brings the next cookie: it is taken also where the page is left meanwhile.
    const options = { timeoutMs: REFRESH_TIMEOUT_MS, keepalive: true };
    const answer = await request(refreshSession, parts, options);
    return answer.accessToken;
  },
});

/** Follows the other tabs, and refreshes the token in time, also after the machine slept or the network was away. */
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
