import { randomBytes, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import type { CookieChange, Core } from '../core.ts';
import type { UserRow } from '../profile/user-store.ts';
import { tokenHash } from '../secrets/keys.ts';
import { formatRefreshToken, refreshToken } from '../secrets/refresh-token.ts';
import { lifeOf } from './session-policy.ts';
import { endOpenSessions, insertSession } from './session-store.ts';

export const REFRESH_COOKIE = 'rt';

type Start = { user: UserRow; deviceId: string; deviceInfo: string; address: string };
export type OpenedSession = { sessionId: string; cookie: CookieChange };

/** The refresh cookie of a session, for as long as the session can live without being used. */
export function refreshCookie(
  user: Pick<UserRow, 'is_super_admin'>,
  given: { sessionId: string; counter: number; secret: Buffer },
): CookieChange {
  return {
    name: REFRESH_COOKIE,
    value: formatRefreshToken(given),
    maxAgeSeconds: lifeOf(user).idleMs / 1_000,
  };
}

/** Begins a session with a new id and secret; earlier ones of the user on the same device end. */
export async function openSession(
  core: Core,
  trx: Transaction<Database>,
  start: Start,
): Promise<OpenedSession> {
  const { user, deviceId } = start;
  const nowMs = core.clock.now();
  const family = { sessionId: randomUUID(), seed: randomBytes(32) };
  const secret = refreshToken(core.keys.refresh, family, 0);
  await endOpenSessions(trx, { userId: user.id, deviceId }, { reason: 'signed in again', nowMs });
  await insertSession(trx, {
    id: family.sessionId,
    user_id: user.id,
    device_id: deviceId,
    device_info: start.deviceInfo,
    address: start.address,
    seed: family.seed,
    counter: 0,
    secret_hash: tokenHash(secret),
    rotated_at_ms: nowMs,
    signed_in_at_ms: nowMs,
    last_used_at_ms: nowMs,
    ended_at_ms: null,
    end_reason: null,
  });
  const { sessionId } = family;
  return { sessionId, cookie: refreshCookie(user, { sessionId, counter: 0, secret }) };
}
