import { refreshSession } from '@moneytrail/contract';
import { systemClock } from '../../lib/clock.ts';
import { send } from '../send.ts';
import { serverClock } from '../server-clock.ts';
import { createSession } from './create-session.ts';
import { deviceId } from './device.ts';
import { oneTabAtATime } from './one-tab-at-a-time.ts';
import { createStoredText } from './stored-text.ts';

const KEY = 'accessToken';
/** With the pause before the next attempt well within the time for which the server answers a secret twice. */
const REFRESH_TIMEOUT_MS = 10_000;
const stored = createStoredText(KEY);

/** This tab's session. */
export const session = createSession({
  clock: { now: serverClock.now, after: systemClock.after },
  stored,
  exclusively: (run) => oneTabAtATime('session-refresh', stored, run),
  requestToken: async () => {
    const request = { body: { deviceId: deviceId() } };
    // The answer brings the next cookie: it is taken also where the page is left meanwhile.
    const options = { timeoutMs: REFRESH_TIMEOUT_MS, keepalive: true };
    const answer = await send(refreshSession, request, options);
    return answer.accessToken;
  },
});

/** Follows the other tabs, and renews the token in time, also after the machine slept or the network was away. */
export function watchSession(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) session.follow();
  });
  for (const type of ['focus', 'online', 'pageshow']) window.addEventListener(type, session.wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') session.wake();
  });
  session.wake();
}
