import { SECOND_MS } from '@moneytrail/calendar';
import { logout } from '@moneytrail/contract';
import { forgetPush } from '../../lib/browser-push.ts';
import { systemClock } from '../../lib/clock.ts';
import { destination } from '../../lib/destination.ts';
import { createStoredText } from '../../lib/stored-text.ts';
import { reachability } from '../reachability.ts';
import { request } from '../request.ts';
import { readClaims } from './access-token.ts';
import { createSignOut } from './create-sign-out.ts';
import { deviceId } from './device.ts';
import { session, withSessionLock } from './session.ts';

/** A sign-in waits for the sign-out. */
const TIMEOUT_MS = 5 * SECOND_MS;
/** Stored where the token was unreadable: the server then ends the session of the cookie. */
const UNKNOWN = 'unknown';

const revocation = createSignOut({
  clock: systemClock,
  random: Math.random,
  pending: createStoredText('signedOutSession'),
  withLock: withSessionLock,
  revoke: (sessionId) => {
    const meant = sessionId === UNKNOWN ? {} : { sessionId };
    const body = { deviceId: deviceId(), hard: true, ...meant };
    return request(logout, { body }, { keepalive: true, timeoutMs: TIMEOUT_MS });
  },
});

/** Signs out in all tabs at once, and on the server as soon as it is reachable. No effect for visitors. */
export function signOut(): void {
  const token = session.token.get();
  if (token === null) return;
  session.end();
  // The next person at this browser does not read this one's alerts; without an answer, its settings can end them.
  void forgetPush().catch(() => undefined);
  // The end of the session has just kept the page: a person who signs out is not on the way anywhere.
  destination.forget();
  revocation.keep(readClaims(token)?.sessionId ?? UNKNOWN);
}

/** Signs in once the former session has ended on the server too. */
export const signInAfterSignOut = revocation.signIn;

/** Resumes a sign-out that has not reached the server yet. */
export function watchSignOut(): void {
  const settle = () => void revocation.settle();
  window.addEventListener('online', settle);
  reachability.isReachable.subscribe(() => {
    if (reachability.isReachable.get()) settle();
  });
  settle();
}
