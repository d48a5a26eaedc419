import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { UserRow } from '../modules/accounts/profile/user-store.ts';
import { openSession } from '../modules/accounts/sessions/session.ts';
import { accountsIn } from './accounts-in.ts';

/** What a browser keeps of somebody who has signed in. */
export type BegunSession = { accessToken: string; deviceId: string; cookie: string };

/** Opens a session on a device nobody else has, as a sign-in does once password and code were right. */
export async function beginSession(
  context: Context,
  user: UserRow,
): Promise<BegunSession & { sessionId: string }> {
  const { services } = accountsIn(context);
  const device = { deviceId: randomUUID(), deviceInfo: 'test', address: '127.0.0.1' };
  const { sessionId, cookie } = await context.db
    .transaction()
    .execute((trx) => openSession(services, trx, { user, ...device }));
  const accessToken = await services.tokens.issue({ userId: user.id, sessionId, counter: 0 });
  if (cookie.value === null) throw new Error('The session has no cookie.');
  return { sessionId, accessToken, deviceId: device.deviceId, cookie: cookie.value };
}
