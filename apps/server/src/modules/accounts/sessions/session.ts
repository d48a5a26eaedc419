import { randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '@moneytrail/contract';
import type { Trx } from '../../../db/index.ts';
import {
  type AccountServices,
  auditContext,
  type Call,
  type CookieChange,
} from '../account-services.ts';
import { sendNotice } from '../limits/sending.ts';
import { reuseAlarmMail } from '../messages/messages.ts';
import { findUser, type UserRow } from '../profile/user-store.ts';
import { tokenHash } from '../secrets/keys.ts';
import {
  formatRefreshToken,
  isGenuine,
  type PresentedToken,
  parseRefreshToken,
  refreshToken,
} from '../secrets/tokens.ts';
import {
  GRACE_MS,
  isAlive,
  isAllowedAddress,
  lifeOf,
  REFRESH_COOKIE,
  stateProblem,
} from './session-policy.ts';
import {
  endOpenSessions,
  findSession,
  insertSession,
  rotateToken,
  type SessionRow,
} from './session-store.ts';

type Start = { user: UserRow; deviceId: string; deviceInfo: string; address: string };
export type OpenedSession = { sessionId: string; cookie: CookieChange };

/** The refresh cookie of a session; it expires with the session's idle time. */
function refreshCookie(
  user: Pick<UserRow, 'is_super_admin'>,
  given: { sessionId: string; counter: number; secret: Buffer },
): CookieChange {
  return {
    name: REFRESH_COOKIE,
    value: formatRefreshToken(given),
    maxAgeSeconds: lifeOf(user).idleMs / 1_000,
  };
}

/** Starts a session with a new token family; it succeeds the user's earlier sessions on the device, which end. */
export async function openSession(
  services: AccountServices,
  trx: Trx,
  start: Start,
): Promise<OpenedSession> {
  const { user, deviceId } = start;
  const nowMs = services.clock.now();
  const family = { sessionId: randomUUID(), seed: randomBytes(32) };
  const secret = refreshToken(services.keys.refresh, family, 0);
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
  await endOpenSessions(
    trx,
    { userId: user.id, deviceId, exceptId: sessionId },
    { reason: 'signed in again', nowMs, successorId: sessionId },
  );
  return { sessionId, cookie: refreshCookie(user, { sessionId, counter: 0, secret }) };
}

const REFUSED = 'Unauthorized. Please log in.';

type RefreshedSession = { accessToken: string; cookies: CookieChange[] };

async function answer(
  services: AccountServices,
  user: UserRow,
  session: SessionRow,
  counter: number,
): Promise<RefreshedSession> {
  const sessionId = session.id;
  const secret = refreshToken(services.keys.refresh, { sessionId, seed: session.seed }, counter);
  const accessToken = await services.tokens.issue({ userId: user.id, sessionId, counter });
  return { accessToken, cookies: [refreshCookie(user, { sessionId, counter, secret })] };
}

/** Reuse detection: a rotated-out token may be a thief's or the owner's, so the whole family ends. */
async function endStolenFamily(
  call: Call & { deviceId: string },
  user: UserRow,
  session: SessionRow,
): Promise<void> {
  const nowMs = call.clock.now();
  await call.db.transaction().execute(async (trx) => {
    // Lock the account first, as sign-ins do before they end sessions and count notices.
    await findUser(trx, user.id, 'for update');
    const ids = await endOpenSessions(
      trx,
      { userId: user.id, id: session.id },
      { reason: 'refresh token used twice', nowMs },
    );
    if (ids.length === 0) return;
    await sendNotice(call, trx, reuseAlarmMail(call, user));
    await call.audit.append(trx, {
      action: 'session.reuse',
      actorId: null,
      subjectId: user.id,
      after: { sessionId: session.id },
      ...auditContext(call, call.deviceId),
    });
  });
  call.accessChanged([user.id]);
}

/** Classifies a genuine refresh token by its age in the rotation when it came. */
function tokenState(
  session: SessionRow,
  given: PresentedToken,
  deviceId: string,
  cameMs: number,
): 'present' | 'just-replaced' | 'reused' | 'other-device' {
  const isSameDevice = session.device_id === deviceId;
  if (given.counter === session.counter) return isSameDevice ? 'present' : 'other-device';
  const isJustReplaced =
    given.counter === session.counter - 1 && cameMs - session.rotated_at_ms <= GRACE_MS;
  return isJustReplaced && isSameDevice ? 'just-replaced' : 'reused';
}

async function useSecret(
  call: Call & { deviceId: string; cameMs: number },
  given: PresentedToken,
): Promise<RefreshedSession | 'refused' | 'outrun'> {
  const session = await findSession(call.db, given.sessionId);
  const family = session && { sessionId: session.id, seed: session.seed };
  if (!session || !family || !isGenuine(call.keys.refresh, family, given)) return 'refused';
  const user = await findUser(call.db, session.user_id);
  const nowMs = call.clock.now();
  if (!user || session.ended_at_ms !== null) return 'refused';
  if (stateProblem(user, call.settings) || !isAlive(session, user, nowMs)) return 'refused';
  if (!isAllowedAddress(call, user, call.address)) return 'refused';
  switch (tokenState(session, given, call.deviceId, call.cameMs)) {
    case 'other-device':
      return 'refused';
    case 'reused':
      await endStolenFamily(call, user, session);
      return 'refused';
    case 'just-replaced':
      return answer(call, user, session, session.counter);
    case 'present': {
      const counter = session.counter + 1;
      const next = tokenHash(refreshToken(call.keys.refresh, family, counter));
      const hasRotated = await rotateToken(
        call.db,
        { id: session.id, counter: session.counter, secretHash: session.secret_hash },
        { secretHash: next, clock: call.clock, address: call.address },
      );
      return hasRotated ? answer(call, user, session, counter) : 'outrun';
    }
  }
}

/**
 * Rotates the refresh token of a device and issues an access token. The token just replaced gets the same successor if it
 * comes within 30 s; reuse after that ends the session, notifies its owner and is audited. Throws 401 without clearing the cookie:
 * the browser may hold a newer one by then.
 */
export async function refreshSession(
  call: Call,
  request: { deviceId: string },
): Promise<RefreshedSession> {
  const given = parseRefreshToken(call.cookies[REFRESH_COOKIE]);
  // A browser that repeats a lost request must not be taken for a thief because the database is slow.
  const from = { ...call, deviceId: request.deviceId, cameMs: call.clock.now() };
  if (!given) throw new AppError('UNAUTHORIZED', REFUSED);
  let outcome = await useSecret(from, given);
  // Another tab with the same token was faster: a second try finds the successor it made.
  if (outcome === 'outrun') outcome = await useSecret(from, given);
  if (typeof outcome === 'string') throw new AppError('UNAUTHORIZED', REFUSED);
  return outcome;
}
