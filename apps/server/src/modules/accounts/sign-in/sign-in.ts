import { AppError } from '@moneytrail/contract';
import { appendAudit, recordAlone } from '../../audit/index.ts';
import { type Caller, type CookieChange, type Core, whence } from '../core.ts';
import { failClosed } from '../limits/limiter.ts';
import { type Attempt, guardAttempt } from '../limits/sign-in-guard.ts';
import { accountLockedMail } from '../messages/mails.ts';
import { changeUser, findUserByName, type UserRow } from '../profile/user-store.ts';
import { isAllowedAddress, stateProblem } from './account-state.ts';
import { openChallenge } from './challenge.ts';
import type { GivenCode } from './check-code.ts';
import { enter, enterWithCode } from './enter.ts';
import { needsCode, readTrustedDevice, type TrustedDevice } from './trusted-device.ts';

export type SignInRequest = {
  username: string;
  password: string;
  deviceId: string;
  deviceInfo: string;
  code: GivenCode | null;
};

/** A session with its token, or the demand for a code, and the cookies that go with either. */
export type SignInOutcome = { accessToken: string | null; cookies: CookieChange[] };

const WRONG = 'Incorrect email or password.';
const NOT_FROM_HERE = 'Administrators cannot sign in from this address.';

function record(
  core: Core,
  request: SignInRequest,
  caller: Caller,
  entry: { action: string; subjectId: string | null },
): Promise<void> {
  return recordAlone(core, { ...entry, actorId: null, ...whence(caller, request.deviceId) });
}

/** Attempts beyond a limit are not looked at, and leave an entry all the same. */
async function recordLimited(core: Core, request: SignInRequest, caller: Caller): Promise<void> {
  await core.refusals.add(`sign-in.limited ${caller.address}`, {
    action: 'sign-in.limited',
    actorId: null,
    subjectId: null,
    ...whence(caller, request.deviceId),
  });
}

/** The account whose password was given; a locked one, a wrong password and an unknown address are one answer. */
async function provePassword(
  core: Core,
  request: SignInRequest,
  caller: Caller,
  attempt: Attempt,
): Promise<UserRow> {
  const user = await findUserByName(core.db, request.username);
  const isRight = await core.hasher.verify(request.password, user?.password_hash ?? null);
  if (user && isRight && attempt.isOpen) return user;
  const action = attempt.isOpen ? 'sign-in.refused' : 'sign-in.locked';
  await record(core, request, caller, { action, subjectId: user?.id ?? null });
  if (user && attempt.isFirstLock) core.mailLater(accountLockedMail(core, user));
  throw new AppError('INVALID_CREDENTIALS', WRONG);
}

/** A hash from before passwords became dearer is replaced while the password is known. */
async function upgradeHash(core: Core, user: UserRow, password: string): Promise<void> {
  if (!core.hasher.isOutdated(user.password_hash)) return;
  await changeUser(core.db, user.id, { password_hash: await core.hasher.hash(password) });
}

async function demandCode(
  core: Core,
  request: SignInRequest,
  caller: Caller,
  user: UserRow,
): Promise<SignInOutcome> {
  const { deviceId } = request;
  const challenge = await core.db.transaction().execute(async (trx) => {
    const start = { userId: user.id, deviceId, purpose: 'sign-in', phone: null } as const;
    const opened = await openChallenge(core, trx, start);
    const entry = { action: 'sign-in.code-asked', actorId: null, subjectId: user.id };
    await appendAudit({ trx, nowMs: core.clock.now() }, { ...entry, ...whence(caller, deviceId) });
    return opened;
  });
  return { accessToken: null, cookies: [challenge.cookie] };
}

async function proceed(
  core: Core,
  request: SignInRequest,
  caller: Caller,
  proven: { user: UserRow; device: TrustedDevice | null },
): Promise<SignInOutcome> {
  const { user, device } = proven;
  const problem = stateProblem(user, core.settings);
  if (problem) {
    const action = `sign-in.${problem.code.toLowerCase().replace('_', '-')}`;
    await record(core, request, caller, { action, subjectId: user.id });
    throw new AppError(problem.code, problem.message);
  }
  if (!isAllowedAddress(core, user, caller.address)) {
    await record(core, request, caller, { action: 'sign-in.address', subjectId: user.id });
    throw new AppError('FORBIDDEN', NOT_FROM_HERE);
  }
  await upgradeHash(core, user, request.password);
  if (!needsCode(user, device)) return enter(core, request, caller, user);
  if (request.code === null) return demandCode(core, request, caller, user);
  return enterWithCode(core, request, caller, { user, code: request.code });
}

/**
 * Signs in by password, and by a code where one is due: the first call opens a challenge, the second one carries its
 * code. What stands against an account is told only to who knows its password. Fails closed: without the limits'
 * store nobody gets in.
 */
export function signIn(core: Core, request: SignInRequest, caller: Caller): Promise<SignInOutcome> {
  return failClosed(async () => {
    const device = readTrustedDevice(core, caller, request);
    const who = {
      username: request.username,
      address: caller.address,
      trustedDeviceId: device?.deviceId ?? null,
    };
    const user = await guardAttempt(core, who, (attempt) =>
      provePassword(core, request, caller, attempt),
    ).catch(async (error: unknown) => {
      const isLimited = error instanceof AppError && error.code === 'RATE_LIMITED';
      if (isLimited) await recordLimited(core, request, caller);
      throw error;
    });
    return proceed(core, request, caller, { user, device });
  });
}
