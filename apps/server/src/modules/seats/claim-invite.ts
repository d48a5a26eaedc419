import { AppError } from '@moneytrail/contract';
import type { Reader } from '../../db/index.ts';
import type { SeatPort } from '../accounts/index.ts';
import { hasSeatForInvite, maySeat, noSeatFree, type SeatSettings } from './free-seat.ts';
import { inviteHash } from './invite-token.ts';
import { statusOf } from './present.ts';
import {
  acceptInvite,
  countTakenSeats,
  findInvite,
  findInviteByHash,
  findMainUser,
  revokePendingInvites,
} from './store.ts';

const USED = 'This invite has already been used.';

type Deps = { clock: { now: () => number }; settings: SeatSettings };

/** An invite that would be taken up, and the failure where it is not dead but cannot be. */
type Verdict = { id: string; parentUserId: string; problem: AppError | null };

/** Null for an invite that is dead. With `for update` what was found stays so until the transaction ends. */
async function judgeInvite(
  db: Reader,
  { clock, settings }: Deps,
  token: string,
  lock?: 'for update',
): Promise<Verdict | null> {
  const named = await findInviteByHash(db, inviteHash(token));
  const parent = named && (await findMainUser(db, named.parent_user_id, lock));
  // What ends an invite locks its main account first: only what is read from here on counts.
  const invite = parent && (await findInvite(db, named.id, parent.id));
  if (!invite || !maySeat(parent)) return null;
  const nowMs = clock.now();
  const status = statusOf(invite, nowMs);
  const verdict = { id: invite.id, parentUserId: parent.id };
  if (status === 'accepted') return { ...verdict, problem: new AppError('CONFLICT', USED) };
  if (status !== 'pending') return null;
  const taken = await countTakenSeats(db, parent.id, nowMs);
  return {
    ...verdict,
    problem: hasSeatForInvite(settings, parent, taken) ? null : noSeatFree(),
  };
}

/** Whether somebody could register by an invite now. */
export async function isUsableInvite(db: Reader, deps: Deps, token: string): Promise<boolean> {
  return (await judgeInvite(db, deps, token))?.problem === null;
}

/** What accounts ask of seats; one of two who take up the same invite at once waits for the other and is refused. */
export function createSeatPort(deps: Deps): SeatPort {
  const { clock, settings } = deps;
  return {
    claimInvite: async (trx, { token, userId }) => {
      const verdict = await judgeInvite(trx, deps, token, 'for update');
      if (!verdict) return null;
      if (verdict.problem) throw verdict.problem;
      if (userId !== null) await acceptInvite(trx, verdict.id, { userId, nowMs: clock.now() });
      return { parentUserId: verdict.parentUserId, isApproved: settings.autoApproveInvites };
    },
    revokeInvites: (trx, parentUserId) => revokePendingInvites(trx, { parentUserId }, clock.now()),
  };
}
