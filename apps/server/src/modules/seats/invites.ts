import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@moneytrail/calendar';
import { AppError, type NewSeatInvite, type SeatInvite } from '@moneytrail/contract';
import type { Reader } from '../../db/index.ts';
import { newToken, notFound, type SeatPort, tokenHash } from '../accounts/index.ts';
import {
  assertFreeSeat,
  assertMayChangeSeats,
  type Caller,
  changeSeats,
  hasSeatForInvite,
  maySeat,
  noSeatFree,
  presentInvite,
  type SeatDeps,
  type SeatSettings,
  statusOf,
} from './seats.ts';
import {
  acceptInvite,
  countTakenSeats,
  findInvite,
  findInviteByHash,
  findMainUser,
  insertInvite,
  revokePendingInvites,
} from './store.ts';

const LIFE_MS = 7 * DAY_MS;

/** Promises a seat for seven days. The link is returned only here: just the token's hash is stored. */
export async function createInvite(deps: SeatDeps, caller: Caller): Promise<NewSeatInvite> {
  assertMayChangeSeats(deps, caller.user);
  await deps.accounts.limitInvites(caller.user);
  const { clock, settings } = deps.accounts.services;
  const token = newToken();
  const invite = await changeSeats(deps, caller, async (trx, main) => {
    const nowMs = clock.now();
    await assertFreeSeat(trx, deps.settings, { user: main, nowMs });
    const row = {
      id: randomUUID(),
      parent_user_id: main.id,
      created_at_ms: nowMs,
      expires_at_ms: nowMs + LIFE_MS,
    };
    await insertInvite(trx, { ...row, token_hash: tokenHash(token) });
    return {
      answer: presentInvite({ ...row, accepted_at_ms: null, revoked_at_ms: null }, nowMs),
      entry: { action: 'seat-invite.created', subjectId: main.id, after: { inviteId: row.id } },
    };
  });
  return { ...invite, url: `${settings.publicUrl}/register?invite=${token}` };
}

const ENDED = 'This invite cannot be revoked any more.';

/** Revokes a pending invite, which frees its seat; revoking twice is audited once. */
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

const USED = 'This invite has already been used.';

type Deps = { clock: { now: () => number }; settings: SeatSettings };

/** A valid invite, with the error if it cannot be claimed. */
type Verdict = { id: string; parentUserId: string; problem: AppError | null };

/** Null for an invalid invite. With `for update` the result holds until the transaction ends. */
async function judgeInvite(
  db: Reader,
  { clock, settings }: Deps,
  token: string,
  lock?: 'for update',
): Promise<Verdict | null> {
  const named = await findInviteByHash(db, tokenHash(token));
  const parent = named && (await findMainUser(db, named.parent_user_id, lock));
  // Revocation locks the main account first, so the invite must be read again after the lock.
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

/** True if an invite could be claimed now. */
export async function isUsableInvite(db: Reader, deps: Deps, token: string): Promise<boolean> {
  return (await judgeInvite(db, deps, token))?.problem === null;
}

/** Concurrent claims of one invite are serialised: the first succeeds, the others are refused. */
export function createSeatPort(deps: Deps): SeatPort {
  const { clock, settings } = deps;
  return {
    claimInvite: async (trx, { token, userId }) => {
      const verdict = await judgeInvite(trx, deps, token, 'for update');
      if (!verdict) return null;
      if (verdict.problem) throw verdict.problem;
      await acceptInvite(trx, verdict.id, { userId, nowMs: clock.now() });
      return { parentUserId: verdict.parentUserId, isApproved: settings.autoApproveInvites };
    },
    revokeInvites: (trx, parentUserId) => revokePendingInvites(trx, { parentUserId }, clock.now()),
    countUsedSeats: async (trx, parentUserId) =>
      (await countTakenSeats(trx, parentUserId, clock.now())).seatsUsed,
  };
}
