import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import type { Core } from '../core.ts';
import { endOpenSessions } from '../sessions/session-store.ts';
import { changeUser, suspendSubUsers } from './user-store.ts';

/** Suspends a sub-user, which ends their sessions, or gives them access again; in the caller's transaction. */
export async function setSeatSuspended(
  trx: Transaction<Database>,
  userId: string,
  { isSuspended, nowMs }: { isSuspended: boolean; nowMs: number },
): Promise<void> {
  await changeUser(trx, userId, { seat_suspended_by_parent: isSuspended });
  if (isSuspended) await endOpenSessions(trx, { userId }, { reason: 'seat suspended', nowMs });
}

/** What an account no longer shares. */
export type WithdrawnSeats = { suspendedUserIds: string[]; revokedInviteIds: string[] };

/**
 * Takes back everything that a main account shares, in the transaction that takes away its right to share: call it once
 * the account's row is locked, so that no invite of it is taken up meanwhile. Nothing comes back by itself.
 */
export async function withdrawSeats(
  core: Pick<Core, 'clock' | 'seats'>,
  trx: Transaction<Database>,
  parentUserId: string,
): Promise<WithdrawnSeats> {
  const nowMs = core.clock.now();
  const suspendedUserIds = await suspendSubUsers(trx, parentUserId);
  for (const userId of suspendedUserIds) {
    await endOpenSessions(trx, { userId }, { reason: 'seat suspended', nowMs });
  }
  return {
    suspendedUserIds,
    revokedInviteIds: await core.seats.revokeInvites(trx, parentUserId),
  };
}

/** What the record keeps of it; nothing where nothing was shared. */
export function recordedSeats(seats: WithdrawnSeats): Partial<WithdrawnSeats> {
  return Object.fromEntries(Object.entries(seats).filter(([, ids]) => ids.length > 0));
}
