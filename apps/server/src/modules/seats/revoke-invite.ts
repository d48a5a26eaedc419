import { AppError, type SeatInvite } from '@moneytrail/contract';
import { notFound } from '../accounts/index.ts';
import { assertMayChangeSeats, type Caller, changeSeats, type SeatDeps } from './main-user.ts';
import { presentInvite, statusOf } from './present.ts';
import { findInvite, revokePendingInvites } from './store.ts';

const ENDED = 'This invite cannot be revoked any more.';

/** Takes a pending invite back, which frees its seat; revoking twice is recorded once. */
export async function revokeInvite(
  deps: SeatDeps,
  caller: Caller,
  id: string,
): Promise<SeatInvite> {
  assertMayChangeSeats(deps, caller.user);
  const nowMs = deps.accounts.services.clock.now();
  return changeSeats(deps, caller, async (trx, main) => {
    const invite = (await findInvite(trx, id, main.id)) ?? notFound();
    const status = statusOf(invite, nowMs);
    if (status === 'revoked') return { answer: presentInvite(invite, nowMs), entry: null };
    if (status !== 'pending') throw new AppError('CONFLICT', ENDED);
    await revokePendingInvites(trx, { parentUserId: main.id, id }, nowMs);
    return {
      answer: presentInvite({ ...invite, revoked_at_ms: nowMs }, nowMs),
      entry: { action: 'seat-invite.revoked', subjectId: main.id, after: { inviteId: id } },
    };
  });
}
