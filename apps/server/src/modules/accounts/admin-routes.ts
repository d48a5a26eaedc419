import {
  approveUser as approveUserEndpoint,
  type CurrentUser,
  deleteUser as deleteUserEndpoint,
  getUser,
  listUsers as listUsersEndpoint,
  setUserAccess,
  setUserFeedAccess,
  setUserOverride,
  setUserPayment,
  setUserPermission,
} from '@moneytrail/contract';
import type { Router } from '../../http/route.ts';
import { setFlag, setOverride, setPayment } from './admin/change-rights.ts';
import { approveUser, setAccess } from './admin/decide-on-user.ts';
import { deleteUser } from './admin/delete-user.ts';
import { listUsers, readUser } from './admin/managed-user.ts';
import { type Core, requestContextOf } from './core.ts';
import type { LiveSession } from './sessions/session-cache.ts';

type Deps = { core: Core; sessionOf: (user: CurrentUser | null) => LiveSession };

/** Registers what super admins do to accounts. */
export function adminRoutes(router: Router, { core, sessionOf }: Deps): void {
  router.route(listUsersEndpoint, ({ query }) => listUsers(core, query));
  router.route(getUser, ({ params }) => readUser(core, params.id));
  router.route(approveUserEndpoint, (call) =>
    approveUser(core, sessionOf(call.user), call.params.id, requestContextOf(call)),
  );
  router.route(setUserAccess, (call) => {
    const { accessRevoked: isRevoked, reason } = call.body;
    const decision = { userId: call.params.id, isRevoked, reason: reason || null };
    return setAccess(core, sessionOf(call.user), decision, requestContextOf(call));
  });
  router.route(deleteUserEndpoint, (call) => {
    const deletion = { userId: call.params.id, reason: call.body.reason || null };
    return deleteUser(core, sessionOf(call.user), deletion, requestContextOf(call));
  });
  router.route(setUserPayment, (call) => {
    const change = { userId: call.params.id, payment: call.body };
    return setPayment(core, sessionOf(call.user), change, requestContextOf(call));
  });
  router.route(setUserOverride, (call) => {
    const change = { userId: call.params.id, hasOverride: call.body.hasSubscriptionOverride };
    return setOverride(core, sessionOf(call.user), change, requestContextOf(call));
  });
  router.route(setUserPermission, (call) => {
    const change = { userId: call.params.id, flag: call.body, kind: 'permissions' } as const;
    return setFlag(core, sessionOf(call.user), change, requestContextOf(call));
  });
  router.route(setUserFeedAccess, (call) => {
    const change = { userId: call.params.id, flag: call.body, kind: 'feed-access' } as const;
    return setFlag(core, sessionOf(call.user), change, requestContextOf(call));
  });
}
