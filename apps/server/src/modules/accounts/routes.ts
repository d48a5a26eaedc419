import {
  type CurrentUser,
  changePassword as changePasswordEndpoint,
  endAllSessions,
  endSession,
  getAccount,
  listSessions as listSessionsEndpoint,
  updateUser as updateUserEndpoint,
  verifyOtp,
} from '@moneytrail/contract';
import type { Router } from '../../http/route.ts';
import type { Accounts } from './accounts.ts';
import { adminRoutes } from './admin-routes.ts';
import { authRoutes } from './auth-routes.ts';
import { requestContextOf } from './core.ts';
import { changePassword } from './passwords/change-password.ts';
import { confirmPhone } from './profile/change-phone.ts';
import { assertOwn, notFound } from './profile/own.ts';
import { presentAccount } from './profile/present-account.ts';
import { updateUser } from './profile/update-user.ts';
import { findPerson } from './profile/user-store.ts';
import { recordRefusals } from './refusals.ts';
import { endSessions, listSessions } from './sessions/end-sessions.ts';
import type { LiveSession } from './sessions/session-cache.ts';

/** Registers every call about getting in, staying in and one's own account. */
export function accountRoutes(router: Router, { accounts }: { accounts: Accounts }): void {
  const { core } = accounts;
  const sessionOf = (user: CurrentUser | null): LiveSession =>
    user ? accounts.sessionOf(user) : notFound();
  recordRefusals(router.app, core, accounts);
  authRoutes(router, { core });
  adminRoutes(router, { core, sessionOf });

  router.route(getAccount, async ({ user }) => {
    const person = await findPerson(core.db, sessionOf(user).user._id);
    return presentAccount(person ?? notFound());
  });
  router.route(changePasswordEndpoint, async (call) => {
    const session = sessionOf(call.user);
    assertOwn(session, call.params.id);
    return changePassword(core, session, call.body, requestContextOf(call));
  });
  router.route(updateUserEndpoint, async (call) => {
    const request = { id: call.params.id, change: call.body };
    const context = requestContextOf(call);
    const { answer, cookies } = await updateUser(core, sessionOf(call.user), request, context);
    call.setCookies(cookies);
    return answer;
  });
  router.route(verifyOtp, async (call) => {
    const context = requestContextOf(call);
    const { answer, cookies } = await confirmPhone(core, sessionOf(call.user), call.body, context);
    call.setCookies(cookies);
    return answer;
  });
  router.route(listSessionsEndpoint, ({ user, params }) =>
    listSessions(core, sessionOf(user), params.id),
  );
  router.route(endSession, (call) => {
    const choice = { userId: call.params.id, sessionId: call.params.sessionId };
    return endSessions(core, sessionOf(call.user), choice, requestContextOf(call));
  });
  router.route(endAllSessions, (call) => {
    const choice = { userId: call.params.id, sessionId: null };
    return endSessions(core, sessionOf(call.user), choice, requestContextOf(call));
  });
}
