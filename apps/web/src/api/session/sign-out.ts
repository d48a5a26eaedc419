import { SECOND_MS } from '@moneytrail/calendar';
import { logout } from '@moneytrail/contract';
import { systemClock } from '../../lib/clock.ts';
import { createStoredText } from '../../lib/stored-text.ts';
import { reachability } from '../reachability.ts';
import { request } from '../request.ts';
import { readClaims } from './access-token.ts';
import { createSignOut } from './create-sign-out.ts';
import { deviceId } from './device.ts';
import { session, withSessionLock } from './session.ts';

/** A sign-in waits for it. */
const TIMEOUT_MS = 5 * SECOND_MS;
/** Goes in place of the id where the token could not be read: then the server takes the session of the cookie. */
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

/**
 * Signs out here at once and in every tab, and on the server as soon as that can be reached; without effect where
 * nobody is signed in.
 */
export function signOut(): void {
  const token = session.token.get();
  if (token === null) return;
  session.end();
  revocation.keep(readClaims(token)?.sessionId ?? UNKNOWN);
}

/** Makes a sign-in as soon as the session that was left has ended on the server too. */
export const signInAfterSignOut = revocation.signIn;

/** Goes on with a sign-out that the server has not taken yet. */
export function watchSignOut(): void {
  const settle = () => void revocation.settle();
  window.addEventListener('online', settle);
  reachability.isReachable.subscribe(() => {
    if (reachability.isReachable.get()) settle();
  });
  settle();
}
