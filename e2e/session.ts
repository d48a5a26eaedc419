import type { BegunSession } from '../apps/server/src/testing/begin-session.ts';
import { ORIGIN } from './origin.ts';
import { CONTROL_PORT } from './ports.ts';

async function openSession(email: string): Promise<BegunSession> {
  const address = `http://127.0.0.1:${CONTROL_PORT}/session?email=${encodeURIComponent(email)}`;
  const answer = await fetch(address, { method: 'POST' });
  if (!answer.ok) throw new Error(`no session: ${await answer.text()}`);
  return answer.json();
}

/** A token, just issued, of an administrator who lets people in. */
export async function administratorToken(): Promise<string> {
  return (await openSession('admin@demo.test')).accessToken;
}

/**
 * What a browser keeps of somebody who has signed in this moment, on a device nobody else has. Journeys share accounts:
 * charts are saved by themselves only where a journey is about that.
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
