import { auditContext, type CookieChange, type Core, type RequestContext } from '../core.ts';
import { isGenuine, parseRefreshToken } from '../secrets/refresh-token.ts';
import { REFRESH_COOKIE } from './open-session.ts';
import {
  endOpenSessions,
  findSession,
  refuseIssuedTokens,
  type SessionRow,
} from './session-store.ts';

type Request = {
  deviceId: string;
  isHard: boolean;
  /** The one session that is meant; null means whichever the cookie proves. */
  sessionId: string | null;
  bearer: string | null;
};

/** The browser's cookie is of another session than the one that is meant. */
function hasOtherCookie({ sessionId }: Request, { cookies }: RequestContext): boolean {
  const given = parseRefreshToken(cookies[REFRESH_COOKIE]);
  return sessionId !== null && given !== null && given.sessionId !== sessionId;
}

/** The session that a browser proves by its cookie, or a program by its access token. */
async function provenSession(
  core: Core,
  request: Request,
  context: RequestContext,
): Promise<SessionRow | null> {
  const given = parseRefreshToken(context.cookies[REFRESH_COOKIE]);
  const claims = request.bearer === null ? null : await core.tokens.read(request.bearer);
  const id = given?.sessionId ?? claims?.sessionId;
  const session = id === undefined ? null : await findSession(core.db, id);
  if (!session || session.device_id !== request.deviceId || session.ended_at_ms !== null)
    return null;
  if (!given) return session;
  const family = { sessionId: session.id, seed: session.seed };
  return isGenuine(core.keys.refresh, family, given) ? session : null;
}

/**
 * Signs out, and is content when nobody was signed in. Hard, every session of the user on the device ends and the
 * cookie goes; else the access tokens issued so far are refused and the session goes on.
 */
export async function signOut(
  core: Core,
  request: Request,
  context: RequestContext,
): Promise<CookieChange[]> {
  if (hasOtherCookie(request, context)) return [];
  const session = await provenSession(core, request, context);
  const taken: CookieChange = { name: REFRESH_COOKIE, value: null, maxAgeSeconds: 0 };
  if (!session) return request.isHard ? [taken] : [];
  const nowMs = core.clock.now();
  const userId = session.user_id;
  const { deviceId, isHard } = request;
  await core.db.transaction().execute(async (trx) => {
    if (isHard) await endOpenSessions(trx, { userId, deviceId }, { reason: 'signed out', nowMs });
    else await refuseIssuedTokens(trx, session.id, session.counter);
    const entry = { action: 'sign-out', actorId: userId, subjectId: userId, after: { isHard } };
    await core.audit.append(trx, { ...entry, ...auditContext(context, deviceId) });
  });
  core.accessChanged([userId]);
  return isHard ? [taken] : [];
}
