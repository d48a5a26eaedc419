import { AppError } from '@moneytrail/contract';
import { auditContext, type CookieChange, type Core, type RequestContext } from '../core.ts';
import { sendNotice } from '../limits/sending.ts';
import { reuseAlarmMail } from '../messages/messages.ts';
import { findUser, type UserRow } from '../profile/user-store.ts';
import { tokenHash } from '../secrets/keys.ts';
import {
  isGenuine,
  type PresentedToken,
  parseRefreshToken,
  refreshToken,
} from '../secrets/refresh-token.ts';
import { isAllowedAddress, stateProblem } from '../sign-in/account-state.ts';
import { REFRESH_COOKIE, refreshCookie } from './open-session.ts';
import { GRACE_MS, isAlive } from './session-policy.ts';
import { endOpenSessions, findSession, rotateToken, type SessionRow } from './session-store.ts';

const REFUSED = 'Unauthorized. Please log in.';

export type RefreshedSession = { accessToken: string; cookies: CookieChange[] };

async function answer(
  core: Core,
  user: UserRow,
  session: SessionRow,
  counter: number,
): Promise<RefreshedSession> {
  const sessionId = session.id;
  const secret = refreshToken(core.keys.refresh, { sessionId, seed: session.seed }, counter);
  const accessToken = await core.tokens.issue({ userId: user.id, sessionId, counter });
  return { accessToken, cookies: [refreshCookie(user, { sessionId, counter, secret })] };
}

/** A secret that was replaced long ago is in two hands: nobody can tell the thief's from the owner's. */
async function endStolenFamily(
  core: Core,
  user: UserRow,
  session: SessionRow,
  context: RequestContext & { deviceId: string },
): Promise<void> {
  const nowMs = core.clock.now();
  await core.db.transaction().execute(async (trx) => {
    // The account first, as sign-ins lock it: they end sessions and count notices behind it.
    await findUser(trx, user.id, 'for update');
    const ids = await endOpenSessions(
      trx,
      { userId: user.id, id: session.id },
      { reason: 'refresh token used twice', nowMs },
    );
    if (ids.length === 0) return;
    await sendNotice(core, trx, reuseAlarmMail(core, user));
    await core.audit.append(trx, {
      action: 'session.reuse',
      actorId: null,
      subjectId: user.id,
      after: { sessionId: session.id },
      ...auditContext(context, context.deviceId),
    });
  });
  core.accessChanged([user.id]);
}

/** What a genuine secret means: the present one, the one just replaced, or one from long ago. */
function tokenState(
  session: SessionRow,
  given: PresentedToken,
  deviceId: string,
  nowMs: number,
): 'present' | 'just-replaced' | 'reused' | 'other-device' {
  const isSameDevice = session.device_id === deviceId;
  if (given.counter === session.counter) return isSameDevice ? 'present' : 'other-device';
  const isJustReplaced =
    given.counter === session.counter - 1 && nowMs - session.rotated_at_ms <= GRACE_MS;
  return isJustReplaced && isSameDevice ? 'just-replaced' : 'reused';
}

async function useSecret(
  core: Core,
  given: PresentedToken,
  context: RequestContext & { deviceId: string },
): Promise<RefreshedSession | 'refused' | 'outrun'> {
  const session = await findSession(core.db, given.sessionId);
  const family = session && { sessionId: session.id, seed: session.seed };
  if (!session || !family || !isGenuine(core.keys.refresh, family, given)) return 'refused';
  const user = await findUser(core.db, session.user_id);
  const nowMs = core.clock.now();
  if (!user || session.ended_at_ms !== null) return 'refused';
  if (stateProblem(user, core.settings) || !isAlive(session, user, nowMs)) return 'refused';
  if (!isAllowedAddress(core, user, context.address)) return 'refused';
  switch (tokenState(session, given, context.deviceId, nowMs)) {
    case 'other-device':
      return 'refused';
    case 'reused':
      await endStolenFamily(core, user, session, context);
      return 'refused';
    case 'just-replaced':
      return answer(core, user, session, session.counter);
    case 'present': {
      const counter = session.counter + 1;
      const next = tokenHash(refreshToken(core.keys.refresh, family, counter));
      const hasRotated = await rotateToken(
        core.db,
        { id: session.id, counter: session.counter, secretHash: session.secret_hash },
        { secretHash: next, nowMs, address: context.address },
      );
      return hasRotated ? answer(core, user, session, counter) : 'outrun';
    }
  }
}

/**
 * A new access token and the next secret for the refresh cookie of a device. The secret just replaced is answered the
 * same successor for 30 s; a later use ends the session, tells its owner and is recorded. Throws 401, and takes no
 * cookie away: by then the browser may hold a newer one.
 */
export async function refreshSession(
  core: Core,
  request: { deviceId: string },
  context: RequestContext,
): Promise<RefreshedSession> {
  const given = parseRefreshToken(context.cookies[REFRESH_COOKIE]);
  const from = { ...context, deviceId: request.deviceId };
  if (!given) throw new AppError('UNAUTHORIZED', REFUSED);
  let outcome = await useSecret(core, given, from);
  // Another tab with the same secret was quicker: a second look finds the successor it made.
  if (outcome === 'outrun') outcome = await useSecret(core, given, from);
  if (typeof outcome === 'string') throw new AppError('UNAUTHORIZED', REFUSED);
  return outcome;
}
