import { setTimeout as wait } from 'node:timers/promises';
import {
  confirmEmail as confirmEmailEndpoint,
  forgotPassword as forgotPasswordEndpoint,
  type LoginAnswer,
  login,
  logout,
  refreshSession as refreshSessionEndpoint,
  register as registerEndpoint,
  requestRecovery,
  resetPassword as resetPasswordEndpoint,
  sendOtp,
} from '@moneytrail/contract';
import type { ReadyAnswer, Router } from '../../http/route.ts';
import { type Core, requestContextOf } from './core.ts';
import { forgotPassword } from './passwords/forgot-password.ts';
import { resetPassword } from './passwords/reset-password.ts';
import { confirmEmail } from './registration/confirm-email.ts';
import { register } from './registration/register.ts';
import type { Factor } from './secrets/one-time-code.ts';
import { bearerOf } from './sessions/read-user.ts';
import { refreshSession } from './sessions/refresh-session.ts';
import { signOut } from './sessions/sign-out.ts';
import type { GivenCode } from './sign-in/check-code.ts';
import { requestCode } from './sign-in/send-code.ts';
import { signIn } from './sign-in/sign-in.ts';

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

/** Answers, or fails, no sooner than after a time, so that how long the work took tells nothing about it. */
async function takeAtLeast<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), wait(leastMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** The calls of a visitor who is not signed in yet, or not any more. */
export function authRoutes(router: Router, { core }: { core: Core }): void {
  const leastMs = core.minimumAnswerMs;

  router.route(login, async (call) => {
    const { username, password, deviceId, deviceInfo = '' } = call.body;
    const request = { username, password, deviceId, deviceInfo, code: givenCode(call.body) };
    const outcome = await signIn(core, request, requestContextOf(call));
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
    call.setCookies(await signOut(core, request, requestContextOf(call)));
    return undefined;
  });
  router.route(registerEndpoint, (call) =>
    takeAtLeast(leastMs, async () =>
      created(await register(core, call.body, requestContextOf(call))),
    ),
  );
  router.route(refreshSessionEndpoint, async (call) => {
    const refreshed = await refreshSession(core, call.body, requestContextOf(call));
    call.setCookies(refreshed.cookies);
    return { accessToken: refreshed.accessToken };
  });
  router.route(forgotPasswordEndpoint, (call) =>
    takeAtLeast(leastMs, () => forgotPassword(core, call.body, requestContextOf(call))),
  );
  router.route(resetPasswordEndpoint, (call) =>
    resetPassword(core, call.body, requestContextOf(call)),
  );
  router.route(confirmEmailEndpoint, (call) =>
    confirmEmail(core, call.body, requestContextOf(call)),
  );
  const send = (factor: Factor) => (call: Parameters<typeof requestContextOf>[0] & Named) =>
    takeAtLeast(leastMs, () =>
      requestCode(core, { username: call.body.username, factor }, requestContextOf(call)),
    );
  router.route(sendOtp, send('sms'));
  router.route(requestRecovery, send('recovery'));
}
