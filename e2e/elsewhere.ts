import { type APIRequestContext, expect, request } from '@playwright/test';
import { RECOVERY_CODE, readMessage } from './mailbox.ts';
import { ORIGIN, OWN_PAGE } from './origin.ts';
import type { Person } from './people.ts';

/** Another device of a person, which talks to the server as a page does. */
export type Elsewhere = {
  /** Ends every other session of the account. */
  endOthers: () => Promise<void>;
  /** Renews the token and returns the status. */
  renew: () => Promise<number>;
};

type Token = { accessToken: string };

async function signIn(device: APIRequestContext, person: Person, deviceId: string): Promise<Token> {
  const { email: username, password } = person;
  const data = { username, password, deviceId, deviceInfo: 'Safari 26 on iPad' };
  await device.post('/api/auth/login', { data });
  await device.post('/api/auth/otp/recovery-request', { data: { username } });
  const recoveryCode = await readMessage(device, username, RECOVERY_CODE);
  const answer = await device.post('/api/auth/login', { data: { ...data, recoveryCode } });
  expect(answer.status()).toBe(200);
  return answer.json();
}

/** Signs a person in on another device, with a code from the email. */
export async function signInElsewhere(person: Person): Promise<Elsewhere> {
  const device = await request.newContext({ baseURL: ORIGIN, extraHTTPHeaders: OWN_PAGE });
  const deviceId = crypto.randomUUID();
  const { accessToken } = await signIn(device, person, deviceId);
  const headers = { authorization: `Bearer ${accessToken}` };
  return {
    endOthers: async () => {
      const { _id } = await (await device.get('/api/users', { headers })).json();
      const path = `/api/users/${_id}/sessions`;
      const sessions: { _id: string; isCurrent: boolean }[] = await (
        await device.get(path, { headers })
      ).json();
      for (const other of sessions.filter(({ isCurrent }) => !isCurrent)) {
        await device.delete(`${path}/${other._id}`, { headers });
      }
    },
    renew: async () => (await device.post('/api/auth/refresh', { data: { deviceId } })).status(),
  };
}
