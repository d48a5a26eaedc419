import { AppError } from '@moneytrail/contract';
import { subscriberOf } from '../../../http/network.ts';
import { auditContext, type CookieChange, type Core, type RequestContext } from '../core.ts';
import { failClosed } from '../limits/limiter.ts';
import { sendNotice } from '../limits/sending.ts';
import { type Attempt, guardAttempt } from '../limits/sign-in-guard.ts';
import { accountLockedMail } from '../messages/messages.ts';
import { findUserByName, type UserRow } from '../profile/user-store.ts';
import { isAllowedAddress, stateProblem } from './account-state.ts';
import { openChallenge } from './challenge.ts';
import type { GivenCode } from './check-code.ts';
import { enter, enterWithCode } from './enter.ts';
import { lockProvenUser, upgradeHash, WRONG_PASSWORD } from './proven-user.ts';
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

const NOT_FROM_HERE = 'Administrators cannot sign in from this address.';

function record(
  core: Core,
  request: SignInRequest,
  context: RequestContext,
  entry: { action: string; subjectId: string | null },
): Promise<void> {
  return core.audit.record({ ...entry, actorId: null, ...auditContext(context, request.deviceId) });
}

/** Attempts beyond a limit are not looked at, and leave an entry all the same. */
async function recordLimited(
  core: Core,
  request: SignInRequest,
  context: RequestContext,
): Promise<void> {
  await core.audit.repeated.add(`sign-in.limited ${subscriberOf(context.address)}`, {
    action: 'sign-in.limited',
    actorId: null,
    subjectId: null,
    ...auditContext(context, request.deviceId),
  });
}

/** The account whose password was given; a locked one, a wrong password and an unknown address are one answer. */
async function provePassword(
  core: Core,
  request: SignInRequest,
  context: RequestContext,
  attempt: Attempt,
): Promise<UserRow> {
  const user = await findUserByName(core.db, request.username);
  const isRight = await core.hasher.verify(request.password, user?.password_hash ?? null);
  if (user && isRight && attempt.isOpen) return user;
  const action = attempt.isOpen ? 'sign-in.refused' : 'sign-in.locked';
  await core.db.transaction().execute(async (trx) => {
    if (user && attempt.isFirstLock) await sendNotice(core, trx, accountLockedMail(core, user));
    const entry = { action, actorId: null, subjectId: user?.id ?? null };
    await core.audit.append(trx, { ...entry, ...auditContext(context, request.deviceId) });
  });
  throw new AppError('INVALID_CREDENTIALS', WRONG_PASSWORD);
}

async function demandCode(
  core: Core,
  request: SignInRequest,
  context: RequestContext,
  user: UserRow,
): Promise<SignInOutcome> {
  const { deviceId } = request;
  const challenge = await core.db.transaction().execute(async (trx) => {
    await lockProvenUser(core, trx, user);
    const start = { userId: user.id, deviceId, purpose: 'sign-in', phone: null } as const;
    const opened = await openChallenge(core, trx, start);
    const entry = { action: 'sign-in.code-asked', actorId: null, subjectId: user.id };
    await core.audit.append(trx, { ...entry, ...auditContext(context, deviceId) });
    return opened;
  });
  return { accessToken: null, cookies: [challenge.cookie] };
}

async function proceed(
  core: Core,
  request: SignInRequest,
  context: RequestContext,
  proven: { user: UserRow; device: TrustedDevice | null },
): Promise<SignInOutcome> {
  const { device } = proven;
  const problem = stateProblem(proven.user, core.settings);
  if (problem) {
    const action = `sign-in.${problem.code.toLowerCase().replace('_', '-')}`;
    await record(core, request, context, { action, subjectId: proven.user.id });
    throw new AppError(problem.code, problem.message);
  }
  if (!isAllowedAddress(core, proven.user, context.address)) {
    await record(core, request, context, { action: 'sign-in.address', subjectId: proven.user.id });
    throw new AppError('FORBIDDEN', NOT_FROM_HERE);
  }
  const user = await upgradeHash(core, proven.user, request.password);
  if (!needsCode(user, device)) return enter(core, request, context, user);
  if (request.code === null) return demandCode(core, request, context, user);
  return enterWithCode(core, request, context, { user, code: request.code });
}

/**
 * Signs in by password, and by a code where one is due: the first call opens a challenge, the second one carries its
 * code. What stands against an account is told only to who knows its password. Fails closed: without the limits'
 * store nobody gets in.
 */
export function signIn(
  core: Core,
  request: SignInRequest,
  context: RequestContext,
): Promise<SignInOutcome> {
  return failClosed(async () => {
    const device = readTrustedDevice(core, context, request);
    const who = {
      username: request.username,
      address: context.address,
      trustedDeviceId: device?.deviceId ?? null,
    };
    const user = await guardAttempt(core, who, (attempt) =>
      provePassword(core, request, context, attempt),
    ).catch(async (error: unknown) => {
      const isLimited = error instanceof AppError && error.code === 'RATE_LIMITED';
      if (isLimited) await recordLimited(core, request, context);
      throw error;
    });
    return proceed(core, request, context, { user, device });
  });
}
