import type { SubUser } from '@moneytrail/contract';
import { notFound, setSeatSuspended } from '../accounts/index.ts';
import { assertFreeSeat } from './free-seat.ts';
import { assertMayChangeSeats, type Caller, changeSeats, type SeatDeps } from './main-user.ts';
import { presentSubUser } from './present.ts';
import { findSubUser } from './store.ts';

/**
 * Suspends a sub-user, which ends their sessions and streams and frees their seat, or gives them a free seat again.
 * Doing either twice is recorded once.
 */
export async function changeSubUser(
  deps: SeatDeps,
  caller: Caller,
  { id, isSuspended }: { id: string; isSuspended: boolean },
): Promise<SubUser> {
  assertMayChangeSeats(deps, caller.user);
  const { services } = deps.accounts;
  const nowMs = services.clock.now();
  const changed = await changeSeats(deps, caller, async (trx, main) => {
    const user = (await findSubUser(trx, id, main.id)) ?? notFound();
    if (user.seat_suspended_by_parent === isSuspended) {
      return { answer: presentSubUser(user), entry: null };
    }
    if (!isSuspended) await assertFreeSeat(trx, deps.settings, { user: main, nowMs });
    await setSeatSuspended(trx, id, { isSuspended, nowMs });
    return {
      answer: presentSubUser({ ...user, seat_suspended_by_parent: isSuspended }),
      entry: { action: isSuspended ? 'seat.suspended' : 'seat.restored', subjectId: id },
    };
  });
  services.accessChanged([id]);
  return changed;
}
