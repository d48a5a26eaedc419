import type { BegunSession } from '../apps/server/src/testing/begin-session.ts';
import { ORIGIN } from './origin.ts';
import { CONTROL_PORT } from './ports.ts';

async function openSession(email: string): Promise<BegunSession> {
  const address = `http://127.0.0.1:${CONTROL_PORT}/session?email=${encodeURIComponent(email)}`;
  const answer = await fetch(address, { method: 'POST' });
  if (!answer.ok) throw new Error(`no session: ${await answer.text()}`);
  return answer.json();
}

/** A new access token of an administrator who may approve people. */
export async function administratorToken(): Promise<string> {
  return (await openSession('admin@demo.test')).accessToken;
}

/**
 * The browser state of a person who has just signed in on a new device. Journeys share accounts: charts are saved
 * automatically only in journeys about saving.
 */
export async function signedIn(email: string) {
  const { accessToken, deviceId, cookie } = await openSession(email);
  const { hostname, origin } = new URL(ORIGIN);
  const localStorage = Object.entries({ accessToken, deviceId, chartAutosave: 'false' });
  return {
    cookies: [
      {
        name: 'rt',
        value: cookie,
        domain: hostname,
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Strict' as const,
      },
    ],
    origins: [{ origin, localStorage: localStorage.map(([name, value]) => ({ name, value })) }],
  };
}
