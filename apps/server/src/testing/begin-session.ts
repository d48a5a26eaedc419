import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { UserRow } from '../modules/accounts/profile/user-store.ts';
import { openSession } from '../modules/accounts/sessions/session.ts';
import { accountsIn } from './accounts-in.ts';

/** A browser's state after a sign-in. */
export type BegunSession = { accessToken: string; deviceId: string; cookie: string };

/** Opens a session on a new device, like a completed sign-in. */
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
