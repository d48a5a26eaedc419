import { AppError } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { auditContext, type CookieChange, type Core, type RequestContext } from '../core.ts';
import { limitKey, takeWindows } from '../limits/limiter.ts';
import { sendNotice } from '../limits/sending.ts';
import { newDeviceMail, recoveryUsedMail, recoveryUsedText } from '../messages/messages.ts';
import type { UserRow } from '../profile/user-store.ts';
import { isGenuine, parseRefreshToken } from '../secrets/refresh-token.ts';
import { type OpenedSession, openSession, REFRESH_COOKIE } from '../sessions/open-session.ts';
import { endOpenSessions, findSession, knowsDevice } from '../sessions/session-store.ts';
import { findOpenChallenge, NO_CHALLENGE } from './challenge.ts';
import { checkCode, type GivenCode } from './check-code.ts';
import { lockProvenUser } from './proven-user.ts';
import { trustDevice } from './trusted-device.ts';

type Entering = { username: string; deviceId: string; deviceInfo: string };
type Entered = { accessToken: string; cookies: CookieChange[] };
type Begun = { session: OpenedSession; changedUserIds: string[] };

const WRONG_CODE = 'The code is not correct or has expired.';
const NO_TRIES = 'Too many attempts. Please sign in again.';
const NO_RECOVERY = 'Recovery codes have been used too often. Please contact us.';

/** The session that the browser still holds is replaced, whoever's it is. */
async function endReplacedSession(
  core: Core,
  trx: Transaction<Database>,
  context: RequestContext,
): Promise<string | null> {
  const given = parseRefreshToken(context.cookies[REFRESH_COOKIE]);
  const session = given && (await findSession(trx, given.sessionId));
  if (!given || !session) return null;
  const family = { sessionId: session.id, seed: session.seed };
  if (!isGenuine(core.keys.refresh, family, given)) return null;
  const end = { reason: 'replaced by a sign-in', nowMs: core.clock.now() };
  await endOpenSessions(trx, { userId: session.user_id, id: session.id }, end);
  return session.user_id;
}

async function begin(
  core: Core,
  trx: Transaction<Database>,
  entering: Entering,
  context: RequestContext,
  proven: { user: UserRow; by: string },
): Promise<Begun> {
  const { user, by } = proven;
  const { deviceId, deviceInfo } = entering;
  const device = await knowsDevice(trx, user.id, deviceId);
  const isNewDevice = device.hasSignedIn && !device.isKnown;
  const replaced = await endReplacedSession(core, trx, context);
  const { address } = context;
  const session = await openSession(core, trx, { user, deviceId, deviceInfo, address });
  if (isNewDevice) await sendNotice(core, trx, newDeviceMail(core, user, { deviceInfo, address }));
  await core.audit.append(trx, {
    action: 'sign-in.done',
    actorId: user.id,
    subjectId: user.id,
    after: { sessionId: session.sessionId, by },
    ...auditContext(context, deviceId),
  });
  return { session, changedUserIds: [user.id, ...(replaced === null ? [] : [replaced])] };
}

async function finish(core: Core, userId: string, begun: Begun): Promise<Entered> {
  core.accessChanged(begun.changedUserIds);
  const { sessionId, cookie } = begun.session;
  const accessToken = await core.tokens.issue({ userId, sessionId, counter: 0 });
  return { accessToken, cookies: [cookie] };
}

/** Lets in by the password alone, on a device that is trusted. */
export async function enter(
  core: Core,
  entering: Entering,
  context: RequestContext,
  user: UserRow,
): Promise<Entered> {
  const begun = await core.db.transaction().execute(async (trx) => {
    await lockProvenUser(core, trx, user);
    return begin(core, trx, entering, context, { user, by: 'trusted device' });
  });
  return finish(core, user.id, begun);
}

/** The entry about a code that let nobody in. */
function refusedEntry(entering: Entering, context: RequestContext, user: UserRow, action: string) {
  return { action, actorId: null, subjectId: user.id, ...auditContext(context, entering.deviceId) };
}

/**
 * Recovery codes are for the rare lost phone; the ninth within 30 days is refused and nothing of it stays. Address and
 * phone are told that one was used.
 */
async function noteRecovery(core: Core, trx: Transaction<Database>, user: UserRow): Promise<void> {
  const key = limitKey(core.keys.limits, 'recovery', user.id);
  const ask = { key, windows: [core.limits.recoveryUses] };
  const { isAllowed } = await takeWindows(trx, [ask], core.clock.now());
  if (!isAllowed) throw new AppError('RATE_LIMITED', NO_RECOVERY);
  await sendNotice(core, trx, recoveryUsedMail(core, user));
  const to = user.phone_e164;
  if (to) await core.outbox.add(trx, { channel: 'sms', to, text: recoveryUsedText() });
}

/** Begins a session if the code of a challenge is right; every other end leaves an entry. */
async function beginByCode(
  core: Core,
  entering: Entering,
  context: RequestContext,
  proven: { user: UserRow; code: GivenCode; challengeId: string },
): Promise<Begun> {
  const { user, code, challengeId } = proven;
  const challenge = { id: challengeId, deviceId: entering.deviceId };
  const entryOf = (action: string) => refusedEntry(entering, context, user, action);
  const attempt = core.db.transaction().execute(async (trx) => {
    await lockProvenUser(core, trx, user);
    const verdict = await checkCode(core, trx, challenge, code);
    if (verdict === 'right') {
      if (code.factor === 'recovery') await noteRecovery(core, trx, user);
      return begin(core, trx, entering, context, { user, by: `${code.factor} code` });
    }
    const action = verdict === 'ended' ? 'code.no-tries' : 'code.wrong';
    await core.audit.append(trx, entryOf(action));
    return verdict;
  });
  const outcome = await attempt.catch(async (error: unknown) => {
    const isLimited = error instanceof AppError && error.code === 'RATE_LIMITED';
    if (isLimited) await core.audit.record(entryOf('code.too-many-recoveries'));
    throw error;
  });
  if (outcome === 'wrong') throw new AppError('INVALID_CODE', WRONG_CODE);
  if (outcome === 'ended') throw new AppError('CHALLENGE_ENDED', NO_TRIES);
  return outcome;
}

/** Lets in by the code of this browser's open challenge, and trusts the device from now on. */
export async function enterWithCode(
  core: Core,
  entering: Entering,
  context: RequestContext,
  proven: { user: UserRow; code: GivenCode },
): Promise<Entered> {
  const { user } = proven;
  const open = await findOpenChallenge(core, context, user.id);
  if (open?.purpose !== 'sign-in') {
    await core.audit.record(refusedEntry(entering, context, user, 'code.no-challenge'));
    throw new AppError('INVALID_CODE', WRONG_CODE);
  }
  const begun = await beginByCode(core, entering, context, { ...proven, challengeId: open.id });
  const entered = await finish(core, user.id, begun);
  const trust = trustDevice(core, { username: user.username, deviceId: entering.deviceId });
  return { ...entered, cookies: [...entered.cookies, trust, NO_CHALLENGE] };
}
