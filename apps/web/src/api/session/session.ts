import { refreshSession } from '@moneytrail/contract';
import { systemClock } from '../../lib/clock.ts';
import { send } from '../send.ts';
import { serverClock } from '../server-clock.ts';
import { createSession } from './create-session.ts';
import { deviceId } from './device.ts';
import { createStoredText } from './stored-text.ts';

const KEY = 'accessToken';

/** One tab at a time where the browser can; elsewhere the server answers the same successor to each. */
async function exclusively<T>(run: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request('session-refresh', run) : run();
}

/** This tab's session. */
export const session = createSession({
  clock: { now: serverClock.now, after: systemClock.after },
  stored: createStoredText(KEY),
  exclusively,
  requestToken: async () => {
    const answer = await send(refreshSession, { body: { deviceId: deviceId() } });
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
