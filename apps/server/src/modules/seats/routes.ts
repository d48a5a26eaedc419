import {
  type CurrentUser,
  checkSeatInvite,
  createSeatInvite,
  getSeatSummary,
  getUserSeats,
  listSeatInvites,
  listSubUsers,
  restoreSubUser,
  revokeSeatInvite,
  revokeSubUser,
} from '@moneytrail/contract';
import { signedIn } from '../../http/check-access.ts';
import type { Router } from '../../http/route.ts';
import { notFound, requestContextOf } from '../accounts/index.ts';
import { createInvite, isUsableInvite, revokeInvite } from './invites.ts';
import {
  assertMainUser,
  type Caller,
  changeSubUser,
  maxSeatsOf,
  presentInvite,
  presentSubUser,
  type SeatDeps,
} from './seats.ts';
import { countTakenSeats, findMainUser, listInvites, listSubUserRows } from './store.ts';

type Call = Parameters<typeof requestContextOf>[0] & { user: CurrentUser | null };

/** Registers the endpoints by which a commercial main user shares their account, and its view for super admins. */
export function seatRoutes(router: Router, deps: SeatDeps): void {
  const { services } = deps.accounts;
  const { db, clock } = services;
  const callerOf = (call: Call): Caller => {
    const user = signedIn(call.user);
    assertMainUser(deps, user);
    return { user, context: requestContextOf(call) };
  };

  router.route(createSeatInvite, (call) => createInvite(deps, callerOf(call)));
  router.route(listSeatInvites, async (call) => {
    const nowMs = clock.now();
    const invites = await listInvites(db, callerOf(call).user._id);
    return invites.map((invite) => presentInvite(invite, nowMs));
  });
  router.route(revokeSeatInvite, (call) => revokeInvite(deps, callerOf(call), call.params.id));
  router.route(checkSeatInvite, async ({ query }) => ({
    isUsable: await isUsableInvite(db, { clock, settings: deps.settings }, query.token),
  }));
  router.route(getSeatSummary, async (call) => {
    const { _id } = callerOf(call).user;
    const main = await findMainUser(db, _id);
    const taken = await countTakenSeats(db, _id, clock.now());
    return { maxSeats: maxSeatsOf(deps.settings, main ?? { max_seats: 0 }), ...taken };
  });
  router.route(listSubUsers, async (call) => {
    const users = await listSubUserRows(db, callerOf(call).user._id);
    return users.map(presentSubUser);
  });
  router.route(getUserSeats, async ({ params: { id } }) => {
    const main = (await findMainUser(db, id)) ?? notFound();
    if (main.user_type !== 'commercial' || main.parent_user_id !== null) return null;
    const nowMs = clock.now();
    const [taken, invites, subUsers] = await Promise.all([
      countTakenSeats(db, id, nowMs),
      listInvites(db, id),
      listSubUserRows(db, id),
    ]);
    return {
      summary: { maxSeats: maxSeatsOf(deps.settings, main), ...taken },
      invites: invites.map((invite) => presentInvite(invite, nowMs)),
      subUsers: subUsers.map(presentSubUser),
    };
  });
  router.route(revokeSubUser, (call) =>
    changeSubUser(deps, callerOf(call), { id: call.params.id, isSuspended: true }),
  );
  router.route(restoreSubUser, (call) =>
    changeSubUser(deps, callerOf(call), { id: call.params.id, isSuspended: false }),
  );
}
