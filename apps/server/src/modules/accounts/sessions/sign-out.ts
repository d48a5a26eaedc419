import type { SessionEntry } from '@moneytrail/contract';
import {
  type AccountServices,
  auditContext,
  type Call,
  type CookieChange,
  type RequestContext,
  type UserCall,
} from '../account-services.ts';
import { sendNotice } from '../limits/sending.ts';
import { sessionsEndedMail } from '../messages/messages.ts';
import { assertReachable, assertReauthenticated, notFound } from '../profile/guards.ts';
import { findUser } from '../profile/user-store.ts';
import { isGenuine, parseRefreshToken } from '../secrets/tokens.ts';
import { isAlive, REFRESH_COOKIE } from './session-policy.ts';
import type { LiveSession } from './session-reader.ts';
import {
  endOpenSessions,
  findSession,
  listOpenSessions,
  refuseIssuedTokens,
  type SessionRow,
} from './session-store.ts';

type Request = {
  deviceId: string;
  isHard: boolean;
  /** The session to sign out of; null for the one the cookie proves. */
  sessionId: string | null;
  bearer: string | null;
};

function hasOtherCookie({ sessionId }: Request, { cookies }: RequestContext): boolean {
  const given = parseRefreshToken(cookies[REFRESH_COOKIE]);
  return sessionId !== null && given !== null && given.sessionId !== sessionId;
}

/** The session that a browser proves by its cookie, or an API client by its access token. */
async function provenSession(call: Call, request: Request): Promise<SessionRow | null> {
  const given = parseRefreshToken(call.cookies[REFRESH_COOKIE]);
  const claims = request.bearer === null ? null : await call.tokens.read(request.bearer);
  const id = given?.sessionId ?? claims?.sessionId;
  const session = id === undefined ? null : await findSession(call.db, id);
  if (!session || session.device_id !== request.deviceId || session.ended_at_ms !== null)
    return null;
  if (!given) return session;
  const family = { sessionId: session.id, seed: session.seed };
  return isGenuine(call.keys.refresh, family, given) ? session : null;
}

/**
 * Signs out; succeeds even without a session. A hard sign-out ends every session of the user on the device and
 * clears the cookie; a soft one revokes the access tokens issued so far and keeps the session.
 */
export async function signOut(call: Call, request: Request): Promise<CookieChange[]> {
  if (hasOtherCookie(request, call)) return [];
  const session = await provenSession(call, request);
  const taken: CookieChange = { name: REFRESH_COOKIE, value: null, maxAgeSeconds: 0 };
  if (!session) return request.isHard ? [taken] : [];
  const nowMs = call.clock.now();
  const userId = session.user_id;
  const { deviceId, isHard } = request;
  await call.db.transaction().execute(async (trx) => {
    if (isHard) await endOpenSessions(trx, { userId, deviceId }, { reason: 'signed out', nowMs });
    else await refuseIssuedTokens(trx, session.id, session.counter);
    const entry = { action: 'sign-out', actorId: userId, subjectId: userId, after: { isHard } };
    await call.audit.append(trx, { ...entry, ...auditContext(call, deviceId) });
  });
  call.accessChanged([userId]);
  return isHard ? [taken] : [];
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** The open sessions of an account, last used first; for its owner or a super admin. */
export async function listSessions(
  services: AccountServices,
  session: LiveSession,
  userId: string,
): Promise<SessionEntry[]> {
  assertReachable(session, userId);
  const user = (await findUser(services.db, userId)) ?? notFound();
  const rows = await listOpenSessions(services.db, userId);
  const nowMs = services.clock.now();
  return rows
    .filter((row) => isAlive(row, user, nowMs))
    .map((row) => ({
      _id: row.id,
      deviceInfo: row.device_info,
      address: row.address,
      signedInAt: iso(row.signed_in_at_ms),
      lastUsedAt: iso(row.last_used_at_ms),
      isCurrent: row.id === session.id,
    }));
}

/**
 * Ends one session of an account, or all of them. An administrator needs re-authentication to end those of others, whose
 * owner is notified by mail. Throws 404 for an unknown account or session.
 */
export async function endSessions(
  call: UserCall,
  choice: { userId: string; sessionId: string | null },
): Promise<{ ended: number }> {
  assertReachable(call.session, choice.userId);
  const { userId, sessionId } = choice;
  const user = (await findUser(call.db, userId)) ?? notFound();
  const nowMs = call.clock.now();
  const isOwn = call.session.user._id === userId;
  if (!isOwn) assertReauthenticated(call, call.session);
  const reason = isOwn ? 'ended by its owner' : 'ended by an administrator';
  const ended = await call.db.transaction().execute(async (trx) => {
    const which = { userId, ...(sessionId === null ? {} : { id: sessionId }) };
    const ids = await endOpenSessions(trx, which, { reason, nowMs });
    if (ids.length > 0) {
      if (!isOwn) await sendNotice(call, trx, sessionsEndedMail(call, user, ids.length));
      const entry = {
        action: 'session.ended',
        actorId: call.session.user._id,
        subjectId: userId,
      };
      const after = { sessionIds: ids };
      await call.audit.append(trx, {
        ...entry,
        after,
        ...auditContext(call),
      });
    }
    return ids.length;
  });
  call.accessChanged([userId]);
  if (ended === 0 && sessionId !== null) notFound();
  return { ended };
}
