import { setTimeout as wait } from 'node:timers/promises';
import {
  AppError,
  approveUser,
  type CurrentUser,
  changePassword as changePasswordEndpoint,
  confirmEmail as confirmEmailEndpoint,
  correctPhone as correctPhoneEndpoint,
  deleteUser as deleteUserEndpoint,
  type ErrorCode,
  endAllSessions,
  endSession,
  forgotPassword as forgotPasswordEndpoint,
  getAccount,
  getUser,
  getUserDetails,
  type LoginAnswer,
  listSessions as listSessionsEndpoint,
  listUsers as listUsersEndpoint,
  login,
  logout,
  refreshSession as refreshSessionEndpoint,
  register as registerEndpoint,
  rejectUser as rejectUserEndpoint,
  requestRecovery,
  resendConfirmation as resendConfirmationEndpoint,
  resetPassword as resetPasswordEndpoint,
  restoreUser as restoreUserEndpoint,
  sendOtp,
  sendUserConfirmation as sendUserConfirmationEndpoint,
  sendUserPasswordReset as sendUserPasswordResetEndpoint,
  setUserAccess,
  setUserFeedAccess,
  setUserOverride,
  setUserPayment,
  setUserPermission,
  updateUser as updateUserEndpoint,
  verifyOtp,
} from '@moneytrail/contract';
import type { FastifyInstance } from 'fastify';
import { callerOf, type ReadyAnswer, type Router } from '../../http/route.ts';
import {
  type AccountServices,
  type Call,
  requestContextOf,
  type UserCall,
} from './account-services.ts';
import type { Accounts } from './accounts.ts';
import { deleteUser, rejectUser, restoreUser, setAccess, setApproval } from './admin/decisions.ts';
import { sendUserConfirmation, sendUserPasswordReset } from './admin/letters.ts';
import { setFlag, setOverride, setPayment } from './admin/rights.ts';
import { readUserDetails } from './admin/user-details.ts';
import { listUsers, readUser } from './admin/user-list.ts';
import { changePassword } from './passwords/passwords.ts';
import { forgotPassword, resetPassword } from './passwords/reset.ts';
import { assertOwn, assertReauthenticated, NotTheirsError, notFound } from './profile/guards.ts';
import { presentOwnAccount } from './profile/present-account.ts';
import { confirmPhone, updateUser } from './profile/update-user.ts';
import { findPerson } from './profile/user-store.ts';
import { correctPhone } from './registration/correct-phone.ts';
import { confirmEmail, register, resendConfirmation } from './registration/register.ts';
import type { Factor } from './secrets/tokens.ts';
import { refreshSession } from './sessions/session.ts';
import { bearerOf, type SessionReader } from './sessions/session-reader.ts';
import { endSessions, listSessions, signOut } from './sessions/sign-out.ts';
import type { GivenCode } from './sign-in/challenge.ts';
import { requestCode } from './sign-in/send-code.ts';
import { signIn } from './sign-in/sign-in.ts';

type HttpCall = Parameters<typeof requestContextOf>[0] & { user: CurrentUser | null };
type CallOf = (request: Omit<HttpCall, 'user'>) => Call;
type UserCallOf = (request: HttpCall) => UserCall;

/** Registers the endpoints of authentication, the caller's account and its administration. */
export function accountRoutes(router: Router, { accounts }: { accounts: Accounts }): void {
  const { services } = accounts;
  const sessionOf = (user: CurrentUser | null) => (user ? accounts.sessionOf(user) : notFound());
  const callOf: CallOf = (request) => ({ ...services, ...requestContextOf(request) });
  const userCallOf: UserCallOf = (request) => ({
    ...callOf(request),
    session: sessionOf(request.user),
  });
  recordRefusals(router.app, services, accounts);
  authRoutes(router, callOf, services.minimumAnswerMs);
  adminRoutes(router, services, userCallOf);

  router.route(getAccount, async ({ user }) => {
    const person = await findPerson(services.db, sessionOf(user).user._id);
    return presentOwnAccount(person ?? notFound(), services.clock.now());
  });
  router.route(changePasswordEndpoint, async (call) => {
    const own = userCallOf(call);
    assertOwn(own.session, call.params.id);
    return changePassword(own, call.body);
  });
  router.route(updateUserEndpoint, async (call) => {
    const request = { id: call.params.id, change: call.body };
    const { answer, cookies } = await updateUser(userCallOf(call), request);
    call.setCookies(cookies);
    return answer;
  });
  router.route(verifyOtp, async (call) => {
    const { answer, cookies } = await confirmPhone(userCallOf(call), call.body);
    call.setCookies(cookies);
    return answer;
  });
  router.route(listSessionsEndpoint, ({ user, params }) =>
    listSessions(services, sessionOf(user), params.id),
  );
  router.route(endSession, (call) => {
    const choice = { userId: call.params.id, sessionId: call.params.sessionId };
    return endSessions(userCallOf(call), choice);
  });
  router.route(endAllSessions, (call) => {
    const choice = { userId: call.params.id, sessionId: null };
    return endSessions(userCallOf(call), choice);
  });
}

function created(answer: unknown): ReadyAnswer {
  return {
    kind: 'ready',
    status: 201,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(answer)),
  };
}

function givenCode(body: {
  otpCode?: string | undefined;
  recoveryCode?: string | undefined;
}): GivenCode | null {
  if (body.otpCode !== undefined) return { factor: 'sms', code: body.otpCode };
  if (body.recoveryCode !== undefined) return { factor: 'recovery', code: body.recoveryCode };
  return null;
}

type Named = { body: { username: string } };

/** Settles no sooner than after `leastMs`, so that the duration of the work reveals nothing. */
async function takeAtLeast<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), wait(leastMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** The endpoints that need no session. */
function authRoutes(router: Router, callOf: CallOf, leastMs: number): void {
  router.route(login, async (call) => {
    const { username, password, deviceId, deviceInfo = '' } = call.body;
    const request = { username, password, deviceId, deviceInfo, code: givenCode(call.body) };
    const outcome = await signIn(callOf(call), request);
    call.setCookies(outcome.cookies);
    const answer: LoginAnswer =
      outcome.accessToken === null
        ? { needOtp: true }
        : { accessToken: outcome.accessToken, needOtp: false };
    return answer;
  });
  router.route(logout, async (call) => {
    const { deviceId, hard: isHard, sessionId = null } = call.body;
    const bearer = bearerOf(call.headers.authorization);
    const request = { deviceId, isHard, sessionId, bearer };
    call.setCookies(await signOut(callOf(call), request));
    return undefined;
  });
  router.route(registerEndpoint, (call) =>
    takeAtLeast(leastMs, async () => created(await register(callOf(call), call.body))),
  );
  router.route(refreshSessionEndpoint, async (call) => {
    const refreshed = await refreshSession(callOf(call), call.body);
    call.setCookies(refreshed.cookies);
    return { accessToken: refreshed.accessToken };
  });
  router.route(forgotPasswordEndpoint, (call) =>
    takeAtLeast(leastMs, () => forgotPassword(callOf(call), call.body)),
  );
  router.route(resetPasswordEndpoint, (call) => resetPassword(callOf(call), call.body));
  router.route(confirmEmailEndpoint, (call) => confirmEmail(callOf(call), call.body));
  router.route(resendConfirmationEndpoint, (call) =>
    takeAtLeast(leastMs, () => resendConfirmation(callOf(call), call.body)),
  );
  router.route(correctPhoneEndpoint, (call) =>
    takeAtLeast(leastMs, () => correctPhone(callOf(call), call.body)),
  );
  const send = (factor: Factor) => (call: Omit<HttpCall, 'user'> & Named) =>
    takeAtLeast(leastMs, () => requestCode(callOf(call), { username: call.body.username, factor }));
  router.route(sendOtp, send('sms'));
  router.route(requestRecovery, send('recovery'));
}

/**
 * Every change that an administrator makes to an account needs a recent sign-in, so that nobody changes accounts at an
 * unattended screen.
 */
function adminRoutes(router: Router, services: AccountServices, callOf: UserCallOf): void {
  const changeOf: UserCallOf = (request) => {
    const call = callOf(request);
    assertReauthenticated(call, call.session);
    return call;
  };
  router.route(listUsersEndpoint, ({ query }) => listUsers(services, query));
  router.route(getUser, ({ params }) => readUser(services, params.id));
  router.route(getUserDetails, ({ params }) => readUserDetails(services, params.id));
  router.route(approveUser, (call) =>
    setApproval(changeOf(call), { userId: call.params.id, ...call.body }),
  );
  router.route(rejectUserEndpoint, (call) =>
    rejectUser(changeOf(call), { userId: call.params.id, ...call.body }),
  );
  router.route(setUserAccess, (call) => {
    const { accessRevoked: isRevoked, reason, revision } = call.body;
    const decision = { userId: call.params.id, revision, isRevoked, reason: reason || null };
    return setAccess(changeOf(call), decision);
  });
  router.route(deleteUserEndpoint, (call) => {
    const { reason, revision } = call.body;
    return deleteUser(changeOf(call), { userId: call.params.id, revision, reason: reason || null });
  });
  router.route(restoreUserEndpoint, (call) =>
    restoreUser(changeOf(call), { userId: call.params.id, ...call.body }),
  );
  router.route(setUserPayment, (call) => {
    const { revision, ...payment } = call.body;
    return setPayment(changeOf(call), { userId: call.params.id, revision, payment });
  });
  router.route(setUserOverride, (call) => {
    const { revision, hasSubscriptionOverride: hasOverride } = call.body;
    return setOverride(changeOf(call), { userId: call.params.id, revision, hasOverride });
  });
  router.route(setUserPermission, (call) => {
    const { revision } = call.body;
    const change = { userId: call.params.id, revision, flag: call.body } as const;
    return setFlag(changeOf(call), { ...change, kind: 'permissions' });
  });
  router.route(setUserFeedAccess, (call) => {
    const { revision } = call.body;
    const change = { userId: call.params.id, revision, flag: call.body } as const;
    return setFlag(changeOf(call), { ...change, kind: 'feed-access' });
  });
  router.route(sendUserConfirmationEndpoint, (call) =>
    sendUserConfirmation(changeOf(call), call.params.id),
  );
  router.route(sendUserPasswordResetEndpoint, (call) =>
    sendUserPasswordReset(changeOf(call), call.params.id),
  );
}

const REFUSALS: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'SOURCE_LOCKED', 'REAUTH_REQUIRED']);

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && (REFUSALS.has(error.code) || error instanceof NotTheirsError);
}

/**
 * Audits the refusal of a signed-in user before it is answered. Identical refusals within a minute are counted, so that
 * a page that keeps asking does not flood the audit log.
 */
function recordRefusals(
  app: FastifyInstance,
  services: AccountServices,
  { readUser }: Pick<SessionReader, 'readUser'>,
): void {
  app.addHook('onError', async (request, _reply, error) => {
    if (!isRefusal(error) || !request.headers.authorization) return;
    try {
      // Users whose session has ended in the meantime are included.
      const user = callerOf(request) ?? (await readUser(request));
      if (!user) return;
      const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
      const code = error instanceof NotTheirsError ? 'NOT_THEIRS' : error.code;
      await services.audit.repeated.add(`${user._id} ${route} ${code}`, {
        action: 'access.refused',
        actorId: user._id,
        subjectId: user._id,
        after: { route, code, asked: request.params },
        address: request.ip,
        requestId: request.id,
      });
    } catch (cause) {
      services.log.error({ err: cause }, 'a refusal could not be recorded');
    }
  });
}
