import { refreshSession } from '@moneytrail/contract';
import { systemClock } from '../../lib/clock.ts';
import { createStoredText } from '../../lib/stored-text.ts';
import { request } from '../request.ts';
import { serverClock } from '../server-clock.ts';
import { createSession } from './create-session.ts';
import { withCrossTabLock } from './cross-tab-lock.ts';
import { deviceId } from './device.ts';

const KEY = 'accessToken';
/** With the pause before the next attempt well within the time for which the server answers a secret twice. */
const REFRESH_TIMEOUT_MS = 10_000;
const stored = createStoredText(KEY);

/** This tab's session. */
export const session = createSession({
  clock: { now: serverClock.now, after: systemClock.after },
  stored,
  withLock: (run) => withCrossTabLock('session-refresh', stored, run),
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
    if (key === KEY || key === null) session.syncFromStorage();
  });
  for (const type of ['focus', 'online', 'pageshow'])
    window.addEventListener(type, session.refreshIfDue);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') session.refreshIfDue();
  });
  session.refreshIfDue();
}
