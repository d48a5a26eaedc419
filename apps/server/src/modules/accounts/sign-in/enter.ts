import { AppError } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { appendAudit, recordAlone } from '../../audit/index.ts';
import { type Caller, type CookieChange, type Core, whence } from '../core.ts';
import { limitKey, takeWindows } from '../limits/limiter.ts';
import { newDeviceMail, recoveryUsedMail } from '../messages/mails.ts';
import { recoveryUsedText } from '../messages/texts.ts';
import type { UserRow } from '../profile/user-store.ts';
import { isGenuine, parseSecret } from '../secrets/refresh-secret.ts';
import { type OpenedSession, openSession, REFRESH_COOKIE } from '../sessions/open-session.ts';
import { endOpenSessions, findSession, knowsDevice } from '../sessions/session-store.ts';
import { findOpenChallenge, NO_CHALLENGE } from './challenge.ts';
import { checkCode, type GivenCode } from './check-code.ts';
import { trustDevice } from './trusted-device.ts';

type Entering = { username: string; deviceId: string; deviceInfo: string };
type Entered = { accessToken: string; cookies: CookieChange[] };
type Begun = { session: OpenedSession; isNewDevice: boolean };

const WRONG_CODE = 'The code is not correct or has expired.';
const NO_TRIES = 'Too many attempts. Please sign in again.';
const NO_RECOVERY = 'Recovery codes have been used too often. Please contact us.';

/** The session that the browser still holds is replaced, whoever's it is. */
async function endReplacedSession(
  core: Core,
  trx: Transaction<Database>,
  caller: Caller,
): Promise<string | null> {
  const given = parseSecret(caller.cookies[REFRESH_COOKIE]);
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
  caller: Caller,
  proven: { user: UserRow; by: string },
): Promise<Begun> {
  const { user, by } = proven;
  const { deviceId, deviceInfo } = entering;
  const device = await knowsDevice(trx, user.id, deviceId);
  const replaced = await endReplacedSession(core, trx, caller);
  const { address } = caller;
  const session = await openSession(core, trx, { user, deviceId, deviceInfo, address });
  await appendAudit(
    { trx, nowMs: core.clock.now() },
    {
      action: 'sign-in.done',
      actorId: user.id,
      subjectId: user.id,
      after: { sessionId: session.sessionId, by },
      ...whence(caller, deviceId),
    },
  );
  if (replaced !== null) core.sessions.forgetUser(replaced);
  return { session, isNewDevice: device.hasSignedIn && !device.isKnown };
}

async function finish(
  core: Core,
  entering: Entering,
  caller: Caller,
  entered: { user: UserRow; begun: Begun },
): Promise<Entered> {
  const { user, begun } = entered;
  core.sessions.forgetUser(user.id);
  if (begun.isNewDevice) {
    const place = { deviceInfo: entering.deviceInfo, address: caller.address };
    core.mailLater(newDeviceMail(core, user, place));
  }
  const { sessionId, cookie } = begun.session;
  const accessToken = await core.tokens.issue({ userId: user.id, sessionId, counter: 0 });
  return { accessToken, cookies: [cookie] };
}

/** Lets in by the password alone, on a device that is trusted. */
export async function enter(
  core: Core,
  entering: Entering,
  caller: Caller,
  user: UserRow,
): Promise<Entered> {
  const begun = await core.db
    .transaction()
    .execute((trx) => begin(core, trx, entering, caller, { user, by: 'trusted device' }));
  return finish(core, entering, caller, { user, begun });
}

/** The entry about a code that let nobody in. */
function refusedEntry(entering: Entering, caller: Caller, user: UserRow, action: string) {
  return { action, actorId: null, subjectId: user.id, ...whence(caller, entering.deviceId) };
}

/** Recovery codes are for the rare lost phone; the ninth within 30 days is refused and nothing of it stays. */
async function countRecovery(core: Core, trx: Transaction<Database>, user: UserRow): Promise<void> {
  const key = limitKey(core.keys.limits, 'recovery', user.id);
  const ask = { key, windows: [core.limits.recoveryUses] };
  const { isAllowed } = await takeWindows(trx, [ask], core.clock.now());
  if (!isAllowed) throw new AppError('RATE_LIMITED', NO_RECOVERY);
}

/** Begins a session if the code of a challenge is right; every other end leaves an entry. */
async function beginByCode(
  core: Core,
  entering: Entering,
  caller: Caller,
  proven: { user: UserRow; code: GivenCode; challengeId: string },
): Promise<Begun> {
  const { user, code, challengeId } = proven;
  const challenge = { id: challengeId, deviceId: entering.deviceId };
  const entryOf = (action: string) => refusedEntry(entering, caller, user, action);
  const attempt = core.db.transaction().execute(async (trx) => {
    const verdict = await checkCode(core, trx, challenge, code);
    if (verdict === 'right') {
      if (code.factor === 'recovery') await countRecovery(core, trx, user);
      return begin(core, trx, entering, caller, { user, by: `${code.factor} code` });
    }
    const nowMs = core.clock.now();
    const action = verdict === 'ended' ? 'code.no-tries' : 'code.wrong';
    await appendAudit({ trx, nowMs }, entryOf(action));
    return verdict;
  });
  const outcome = await attempt.catch(async (error: unknown) => {
    const isLimited = error instanceof AppError && error.code === 'RATE_LIMITED';
    if (isLimited) await recordAlone(core, entryOf('code.too-many-recoveries'));
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
  caller: Caller,
  proven: { user: UserRow; code: GivenCode },
): Promise<Entered> {
  const { user, code } = proven;
  const open = await findOpenChallenge(core, caller, user.id);
  if (open?.purpose !== 'sign-in') {
    await recordAlone(core, refusedEntry(entering, caller, user, 'code.no-challenge'));
    throw new AppError('INVALID_CODE', WRONG_CODE);
  }
  const begun = await beginByCode(core, entering, caller, { ...proven, challengeId: open.id });
  if (code.factor === 'recovery') {
    core.mailLater(recoveryUsedMail(core, user));
    if (user.phone_e164) core.smsLater({ to: user.phone_e164, text: recoveryUsedText() });
  }
  const entered = await finish(core, entering, caller, { user, begun });
  const trust = trustDevice(core, { username: user.username, deviceId: entering.deviceId });
  return { ...entered, cookies: [...entered.cookies, trust, NO_CHALLENGE] };
}
