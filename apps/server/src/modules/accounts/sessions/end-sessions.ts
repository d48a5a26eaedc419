import type { SessionEntry } from '@moneytrail/contract';
import { auditContext, type Core, type RequestContext } from '../core.ts';
import { assertReachable, notFound } from '../profile/own.ts';
import { findUser } from '../profile/user-store.ts';
import type { LiveSession } from './session-cache.ts';
import { isAlive } from './session-policy.ts';
import { endOpenSessions, listOpenSessions } from './session-store.ts';

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** Where an account is signed in, the last used first; for oneself, or for a super admin. */
export async function listSessions(
  core: Core,
  session: LiveSession,
  userId: string,
): Promise<SessionEntry[]> {
  assertReachable(session, userId);
  const user = (await findUser(core.db, userId)) ?? notFound();
  const rows = await listOpenSessions(core.db, userId);
  const nowMs = core.clock.now();
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

/** Ends one session of an account, or all of them; an unknown account or session is not found. */
export async function endSessions(
  core: Core,
  session: LiveSession,
  choice: { userId: string; sessionId: string | null },
  context: RequestContext,
): Promise<{ ended: number }> {
  assertReachable(session, choice.userId);
  const { userId, sessionId } = choice;
  if (!(await findUser(core.db, userId))) notFound();
  const nowMs = core.clock.now();
  const reason = session.user._id === userId ? 'ended by its owner' : 'ended by an administrator';
  const ended = await core.db.transaction().execute(async (trx) => {
    const which = { userId, ...(sessionId === null ? {} : { id: sessionId }) };
    const ids = await endOpenSessions(trx, which, { reason, nowMs });
    if (ids.length > 0) {
      const entry = { action: 'session.ended', actorId: session.user._id, subjectId: userId };
      const after = { sessionIds: ids };
      await core.audit.append(trx, { ...entry, after, ...auditContext(context, session.deviceId) });
    }
    return ids.length;
  });
  core.accessChanged([userId]);
  if (ended === 0 && sessionId !== null) notFound();
  return { ended };
}
