import {
  approveUser as approveUserEndpoint,
  type CurrentUser,
  changePassword as changePasswordEndpoint,
  endAllSessions,
  endSession,
  getAccount,
  listSessions as listSessionsEndpoint,
  setUserAccess,
  updateUser as updateUserEndpoint,
  verifyOtp,
} from '@moneytrail/contract';
import type { Router } from '../../http/route.ts';
import { approveUser, setAccess } from './admin/decide-on-user.ts';
import { authRoutes } from './auth-routes.ts';
import type { Core } from './core.ts';
import { createAnswerCookies } from './http/answer-cookies.ts';
import { callerOf } from './http/caller.ts';
import { recordRefusals } from './http/refusals.ts';
import { changePassword } from './passwords/change-password.ts';
import { confirmPhone } from './profile/change-phone.ts';
import { assertOwn, notFound } from './profile/own.ts';
import { presentAccount } from './profile/present-account.ts';
import { updateUser } from './profile/update-user.ts';
import { findPerson } from './profile/user-store.ts';
import { endSessions, listSessions } from './sessions/end-sessions.ts';
import type { SessionReader } from './sessions/read-user.ts';
import type { LiveSession } from './sessions/session-cache.ts';

export type AccountRouteDeps = { core: Core; reader: SessionReader };

/** Every call about getting in, staying in and one's own account. */
export function registerAccountRoutes(router: Router, deps: AccountRouteDeps): void {
  const { core, reader } = deps;
  const { isHttps } = core.settings;
  const setCookies = createAnswerCookies(router.app, isHttps);
  const sessionOf = (user: CurrentUser | null): LiveSession =>
    user ? reader.sessionOf(user) : notFound();
  recordRefusals(router.app, core, reader.readUser);
  authRoutes(router, { core, setCookies });

  router.route(getAccount, async ({ user }) => {
    const person = await findPerson(core.db, sessionOf(user).user._id);
    return presentAccount(person ?? notFound());
  });
  router.route(changePasswordEndpoint, async (call) => {
    const session = sessionOf(call.user);
    assertOwn(session, call.params.id);
    return changePassword(core, session, call.body, callerOf(call, isHttps));
  });
  router.route(updateUserEndpoint, async (call) => {
    const request = { id: call.params.id, change: call.body };
    const caller = callerOf(call, isHttps);
    const { answer, cookies } = await updateUser(core, sessionOf(call.user), request, caller);
    setCookies(call.requestId, cookies);
    return answer;
  });
  router.route(verifyOtp, async (call) => {
    const caller = callerOf(call, isHttps);
    const { answer, cookies } = await confirmPhone(core, sessionOf(call.user), call.body, caller);
    setCookies(call.requestId, cookies);
    return answer;
  });
  router.route(listSessionsEndpoint, ({ user, params }) =>
    listSessions(core, sessionOf(user), params.id),
  );
  router.route(endSession, (call) => {
    const choice = { userId: call.params.id, sessionId: call.params.sessionId };
    return endSessions(core, sessionOf(call.user), choice, callerOf(call, isHttps));
  });
  router.route(endAllSessions, (call) => {
    const choice = { userId: call.params.id, sessionId: null };
    return endSessions(core, sessionOf(call.user), choice, callerOf(call, isHttps));
  });
  router.route(approveUserEndpoint, (call) =>
    approveUser(core, sessionOf(call.user), call.params.id, callerOf(call, isHttps)),
  );
  router.route(setUserAccess, (call) => {
    const { accessRevoked: isRevoked, reason } = call.body;
    const decision = { userId: call.params.id, isRevoked, reason: reason || null };
    return setAccess(core, sessionOf(call.user), decision, callerOf(call, isHttps));
  });
}
