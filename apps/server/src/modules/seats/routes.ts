import {
  type CurrentUser,
  checkSeatInvite,
  createSeatInvite,
  getSeatSummary,
  listSeatInvites,
  listSubUsers,
  restoreSubUser,
  revokeSeatInvite,
  revokeSubUser,
} from '@moneytrail/contract';
import { signedIn } from '../../http/check-access.ts';
import type { Router } from '../../http/route.ts';
import { requestContextOf } from '../accounts/index.ts';
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

/** Registers the endpoints by which a commercial main user shares their account. */
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
  router.route(revokeSubUser, (call) =>
    changeSubUser(deps, callerOf(call), { id: call.params.id, isSuspended: true }),
  );
  router.route(restoreSubUser, (call) =>
    changeSubUser(deps, callerOf(call), { id: call.params.id, isSuspended: false }),
  );
}
