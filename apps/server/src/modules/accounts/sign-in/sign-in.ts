import { DAY_MS } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import type { Trx } from '../../../db/index.ts';
import { subscriberOf } from '../../../http/network.ts';
import {
  type AccountServices,
  auditContext,
  type Call,
  type CookieChange,
  type RequestContext,
} from '../account-services.ts';
import { failClosed, limitKey, takeWindows } from '../limits/limiter.ts';
import { sendNotice } from '../limits/sending.ts';
import { type Attempt, guardAttempt } from '../limits/sign-in-guard.ts';
import {
  accountLockedMail,
  newDeviceMail,
  recoveryUsedMail,
  recoveryUsedText,
} from '../messages/messages.ts';
import {
  findUser,
  findUserByName,
  replacePasswordHash,
  type UserRow,
} from '../profile/user-store.ts';
import { phoneEndingOf } from '../registration/new-user.ts';
import { hmac, isSame } from '../secrets/keys.ts';
import { isGenuine, parseRefreshToken } from '../secrets/tokens.ts';
import { type OpenedSession, openSession } from '../sessions/session.ts';
import { isAllowedAddress, REFRESH_COOKIE, stateProblem } from '../sessions/session-policy.ts';
import { endOpenSessions, findSession, knowsDevice } from '../sessions/session-store.ts';
import {
  checkCode,
  findOpenChallenge,
  type GivenCode,
  NO_CHALLENGE,
  openChallenge,
} from './challenge.ts';

const LIFE_MS = 30 * DAY_MS;

/** A device that has passed the second factor for a username; its signature covers both. */
type TrustedDevice = { deviceId: string; trustedAtMs: number };

/** One cookie per user, so that several can share a browser. */
function cookieName(services: AccountServices, username: string): string {
  const id = hmac(services.keys.trustedDevice, ['name', username]).toString('hex').slice(0, 12);
  return `td-${id}`;
}

function signature(services: AccountServices, username: string, device: TrustedDevice): Buffer {
  return hmac(services.keys.trustedDevice, [username, device.deviceId, device.trustedAtMs]);
}

/** The trusted device, if its cookie is genuine and younger than 30 days; null otherwise. */
function readTrustedDevice(
  call: Call,
  who: { username: string; deviceId: string },
): TrustedDevice | null {
  const value = call.cookies[cookieName(call, who.username)];
  const [, at, signed] = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(value ?? '') ?? [];
  if (!at || !signed) return null;
  const device = { deviceId: who.deviceId, trustedAtMs: Number(at) };
  const isGenuine = isSame(signature(call, who.username, device), Buffer.from(signed, 'base64url'));
  const ageMs = call.clock.now() - device.trustedAtMs;
  return isGenuine && ageMs >= 0 && ageMs <= LIFE_MS ? device : null;
}

/** The cookie that exempts a device from codes for 30 days. */
function trustDevice(
  services: AccountServices,
  who: { username: string; deviceId: string },
): CookieChange {
  const device = { deviceId: who.deviceId, trustedAtMs: services.clock.now() };
  const signed = signature(services, who.username, device).toString('base64url');
  return {
    name: cookieName(services, who.username),
    value: `${device.trustedAtMs}.${signed}`,
    maxAgeSeconds: LIFE_MS / 1_000,
  };
}

/** Super admins always need a code, others on a device that is unknown or no longer trusted. */
function needsCode(
  user: Pick<UserRow, 'is_super_admin' | 'trusted_since_ms'>,
  device: TrustedDevice | null,
): boolean {
  if (user.is_super_admin || device === null) return true;
  return device.trustedAtMs < user.trusted_since_ms;
}

const WRONG_PASSWORD = 'Incorrect email or password.';

/**
 * Locks the account until the transaction ends. Throws 401 if its password has changed since it was verified, or if the
 * account may no longer sign in: a password reset also stops a sign-in in progress.
 */
async function lockProvenUser(services: AccountServices, trx: Trx, proven: UserRow): Promise<void> {
  const current = await findUser(trx, proven.id, 'for update');
  const isSame = current?.password_hash === proven.password_hash;
  if (current && isSame && !stateProblem(current, services.settings)) return;
  throw new AppError('INVALID_CREDENTIALS', WRONG_PASSWORD);
}

/**
 * Replaces a hash made with a lower Argon2 cost while the password is at hand, and returns the updated account. If
 * another request was faster, verifies the password against the new hash; throws 401 if it no longer matches.
 */
async function upgradeHash(
  services: AccountServices,
  user: UserRow,
  password: string,
): Promise<UserRow> {
  if (!services.hasher.isOutdated(user.password_hash)) return user;
  const hash = await services.hasher.hash(password);
  const change = { id: user.id, from: user.password_hash, to: hash };
  if (await replacePasswordHash(services.db, change)) return { ...user, password_hash: hash };
  const current = await findUser(services.db, user.id);
  const isRight = current && (await services.hasher.verify(password, current.password_hash));
  if (!isRight) throw new AppError('INVALID_CREDENTIALS', WRONG_PASSWORD);
  return current;
}

type Entering = { username: string; deviceId: string; deviceInfo: string };
type Entered = { accessToken: string; cookies: CookieChange[] };
type Begun = { session: OpenedSession; changedUserIds: string[] };

const WRONG_CODE = 'The code is not correct or has expired.';
const NO_TRIES = 'Too many attempts. Please sign in again.';
const NO_RECOVERY = 'Recovery codes have been used too often. Please contact us.';

/** Ends the session that the browser still holds, whichever user it belongs to. */
async function endReplacedSession(call: Call, trx: Trx): Promise<string | null> {
  const given = parseRefreshToken(call.cookies[REFRESH_COOKIE]);
  const session = given && (await findSession(trx, given.sessionId));
  if (!given || !session) return null;
  const family = { sessionId: session.id, seed: session.seed };
  if (!isGenuine(call.keys.refresh, family, given)) return null;
  const end = { reason: 'replaced by a sign-in', nowMs: call.clock.now() };
  await endOpenSessions(trx, { userId: session.user_id, id: session.id }, end);
  return session.user_id;
}

async function begin(
  call: Call,
  trx: Trx,
  entering: Entering,
  proven: { user: UserRow; by: string },
): Promise<Begun> {
  const { user, by } = proven;
  const { deviceId, deviceInfo } = entering;
  const device = await knowsDevice(trx, user.id, deviceId);
  const isNewDevice = device.hasSignedIn && !device.isKnown;
  const { address } = call;
  const session = await openSession(call, trx, { user, deviceId, deviceInfo, address });
  // Last, because the new session has continued an earlier one of the same person.
  const replaced = await endReplacedSession(call, trx);
  if (isNewDevice) await sendNotice(call, trx, newDeviceMail(call, user, { deviceInfo, address }));
  await call.audit.append(trx, {
    action: 'sign-in.done',
    actorId: user.id,
    subjectId: user.id,
    after: { sessionId: session.sessionId, by },
    ...auditContext(call, deviceId),
  });
  return { session, changedUserIds: [user.id, ...(replaced === null ? [] : [replaced])] };
}

async function finish(services: AccountServices, userId: string, begun: Begun): Promise<Entered> {
  services.accessChanged(begun.changedUserIds);
  const { sessionId, cookie } = begun.session;
  const accessToken = await services.tokens.issue({ userId, sessionId, counter: 0 });
  return { accessToken, cookies: [cookie] };
}

/** Signs in by password alone, on a trusted device. */
async function enter(call: Call, entering: Entering, user: UserRow): Promise<Entered> {
  const begun = await call.db.transaction().execute(async (trx) => {
    await lockProvenUser(call, trx, user);
    return begin(call, trx, entering, { user, by: 'trusted device' });
  });
  return finish(call, user.id, begun);
}

function refusedEntry(entering: Entering, context: RequestContext, user: UserRow, action: string) {
  return { action, actorId: null, subjectId: user.id, ...auditContext(context, entering.deviceId) };
}

/**
 * Counts the use of a recovery code and notifies the owner's address and phone. Recovery codes are for the rare lost
 * phone: the ninth within 30 days is refused and rolls the transaction back.
 */
async function noteRecovery(services: AccountServices, trx: Trx, user: UserRow): Promise<void> {
  const key = limitKey(services.keys.limits, 'recovery', user.id);
  const ask = { key, windows: [services.limits.recoveryUses] };
  const { isAllowed } = await takeWindows(trx, [ask], services.clock.now());
  if (!isAllowed) throw new AppError('RATE_LIMITED', NO_RECOVERY);
  await sendNotice(services, trx, recoveryUsedMail(services, user));
  const to = user.phone_e164;
  if (to) await services.outbox.add(trx, { channel: 'sms', to, text: recoveryUsedText() });
}

/** Starts a session if the code is right; every other outcome is audited. */
async function beginByCode(
  call: Call,
  entering: Entering,
  proven: { user: UserRow; code: GivenCode; challengeId: string },
): Promise<Begun> {
  const { user, code, challengeId } = proven;
  const challenge = { id: challengeId, deviceId: entering.deviceId };
  const entryOf = (action: string) => refusedEntry(entering, call, user, action);
  const attempt = call.db.transaction().execute(async (trx) => {
    await lockProvenUser(call, trx, user);
    const verdict = await checkCode(call, trx, challenge, code);
    if (verdict === 'right') {
      if (code.factor === 'recovery') await noteRecovery(call, trx, user);
      return begin(call, trx, entering, { user, by: `${code.factor} code` });
    }
    const action = verdict === 'ended' ? 'code.no-tries' : 'code.wrong';
    await call.audit.append(trx, entryOf(action));
    return verdict;
  });
  const outcome = await attempt.catch(async (error: unknown) => {
    const isLimited = error instanceof AppError && error.code === 'RATE_LIMITED';
    if (isLimited) await call.audit.record(entryOf('code.too-many-recoveries'));
    throw error;
  });
  if (outcome === 'wrong') throw new AppError('INVALID_CODE', WRONG_CODE);
  if (outcome === 'ended') throw new AppError('CHALLENGE_ENDED', NO_TRIES);
  return outcome;
}

/** Signs in by the code of this browser's open challenge and trusts the device from now on. */
async function enterWithCode(
  call: Call,
  entering: Entering,
  proven: { user: UserRow; code: GivenCode },
): Promise<Entered> {
  const { user } = proven;
  const open = await findOpenChallenge(call, user.id);
  if (open?.purpose !== 'sign-in') {
    await call.audit.record(refusedEntry(entering, call, user, 'code.no-challenge'));
    throw new AppError('INVALID_CODE', WRONG_CODE);
  }
  const begun = await beginByCode(call, entering, { ...proven, challengeId: open.id });
  const entered = await finish(call, user.id, begun);
  const trust = trustDevice(call, { username: user.username, deviceId: entering.deviceId });
  return { ...entered, cookies: [...entered.cookies, trust, NO_CHALLENGE] };
}

type SignInRequest = {
  username: string;
  password: string;
  deviceId: string;
  deviceInfo: string;
  code: GivenCode | null;
};

/** The access token of the new session, or null if a code is required; either with its cookies. */
type SignInOutcome = { accessToken: string | null; cookies: CookieChange[] };

const NOT_FROM_HERE = 'Administrators cannot sign in from this address.';

function record(
  call: Call,
  request: SignInRequest,
  entry: { action: string; subjectId: string | null },
): Promise<void> {
  return call.audit.record({
    ...entry,
    actorId: null,
    ...auditContext(call, request.deviceId),
  });
}

/** Attempts over the limit are not evaluated, but still audited. */
async function recordLimited(call: Call, request: PasswordProof): Promise<void> {
  await call.audit.repeated.add(`sign-in.limited ${subscriberOf(call.address)}`, {
    action: 'sign-in.limited',
    actorId: null,
    subjectId: null,
    ...auditContext(call, request.deviceId),
  });
}

type PasswordProof = Pick<SignInRequest, 'username' | 'password' | 'deviceId'>;

/** Verifies the password; a locked account, a wrong password and an unknown address fail alike. */
async function verifyPassword(
  call: Call,
  request: PasswordProof,
  attempt: Attempt,
): Promise<UserRow> {
  const user = await findUserByName(call.db, request.username);
  const isRight = await call.hasher.verify(request.password, user?.password_hash ?? null);
  if (user && isRight && attempt.isOpen) return user;
  const action = attempt.isOpen ? 'sign-in.refused' : 'sign-in.locked';
  await call.db.transaction().execute(async (trx) => {
    if (user && attempt.isFirstLock) await sendNotice(call, trx, accountLockedMail(call, user));
    const entry = { action, actorId: null, subjectId: user?.id ?? null };
    await call.audit.append(trx, { ...entry, ...auditContext(call, request.deviceId) });
  });
  throw new AppError('INVALID_CREDENTIALS', WRONG_PASSWORD);
}

async function demandCode(
  call: Call,
  request: SignInRequest,
  user: UserRow,
): Promise<SignInOutcome> {
  const { deviceId } = request;
  const challenge = await call.db.transaction().execute(async (trx) => {
    await lockProvenUser(call, trx, user);
    const start = { userId: user.id, deviceId, purpose: 'sign-in', phone: null } as const;
    const opened = await openChallenge(call, trx, start);
    const entry = { action: 'sign-in.code-asked', actorId: null, subjectId: user.id };
    await call.audit.append(trx, { ...entry, ...auditContext(call, deviceId) });
    return opened;
  });
  return { accessToken: null, cookies: [challenge.cookie] };
}

async function proceed(
  call: Call,
  request: SignInRequest,
  proven: { user: UserRow; device: TrustedDevice | null },
): Promise<SignInOutcome> {
  const { device } = proven;
  const problem = stateProblem(proven.user, call.settings);
  if (problem) {
    const action = `sign-in.${problem.code.toLowerCase().replace('_', '-')}`;
    await record(call, request, { action, subjectId: proven.user.id });
    const isUnconfirmed =
      problem.code === 'PENDING_APPROVAL' && proven.user.email_confirmed_at_ms === null;
    const { phone_e164: phone } = proven.user;
    throw new AppError(problem.code, problem.message, {
      ...(isUnconfirmed && { detail: 'EMAIL_UNCONFIRMED' }),
      ...(problem.code === 'PENDING_APPROVAL' && phone && { phoneEnding: phoneEndingOf(phone) }),
    });
  }
  if (!isAllowedAddress(call, proven.user, call.address)) {
    await record(call, request, {
      action: 'sign-in.address',
      subjectId: proven.user.id,
    });
    throw new AppError('FORBIDDEN', NOT_FROM_HERE);
  }
  const user = await upgradeHash(call, proven.user, request.password);
  if (!needsCode(user, device)) return enter(call, request, user);
  if (request.code === null) return demandCode(call, request, user);
  return enterWithCode(call, request, { user, code: request.code });
}

/**
 * The account of a username and its password, under the limits of sign-ins. Its state is not checked. Throws 401 for a wrong
 * password, a locked account and an unknown address alike.
 */
export async function provePassword(
  call: Call,
  request: PasswordProof,
  trustedDeviceId: string | null,
): Promise<UserRow> {
  const who = { username: request.username, address: call.address, trustedDeviceId };
  try {
    return await guardAttempt(call, who, (attempt) => verifyPassword(call, request, attempt));
  } catch (error) {
    const isLimited = error instanceof AppError && error.code === 'RATE_LIMITED';
    if (isLimited) await recordLimited(call, request);
    throw error;
  }
}

/**
 * Signs in by password, and by a code if one is required: the first call opens a challenge, the second carries its
 * code. The state of an account is disclosed only after its password has been verified. Fails closed: no sign-in
 * succeeds while the limits cannot be read.
 */
export function signIn(call: Call, request: SignInRequest): Promise<SignInOutcome> {
  return failClosed(async () => {
    const device = readTrustedDevice(call, request);
    const user = await provePassword(call, request, device?.deviceId ?? null);
    return proceed(call, request, { user, device });
  });
}
