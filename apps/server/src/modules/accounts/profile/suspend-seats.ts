import type { Trx } from '../../../db/index.ts';
import type { AccountServices } from '../account-services.ts';
import { endOpenSessions } from '../sessions/session-store.ts';
import { changeUser, suspendSubUsers } from './user-store.ts';

/** Suspends a sub-user, which ends their sessions, or restores their access; in the caller's transaction. */
export async function setSeatSuspended(
  trx: Trx,
  userId: string,
  { isSuspended, nowMs }: { isSuspended: boolean; nowMs: number },
): Promise<void> {
  await changeUser(trx, userId, { seat_suspended_by_parent: isSuspended });
  if (isSuspended) await endOpenSessions(trx, { userId }, { reason: 'seat suspended', nowMs });
}

export type WithdrawnSeats = { suspendedUserIds: string[]; revokedInviteIds: string[] };

/**
 * Suspends all sub-users and revokes all invites of a main account, in the transaction that ends its right to share.
 * Call it with the account's row locked, so that no invite is claimed in between. Nothing is restored automatically.
 */
export async function withdrawSeats(
  services: Pick<AccountServices, 'clock' | 'seats'>,
  trx: Trx,
  parentUserId: string,
): Promise<WithdrawnSeats> {
  const nowMs = services.clock.now();
  const suspendedUserIds = await suspendSubUsers(trx, parentUserId);
  for (const userId of suspendedUserIds) {
    await endOpenSessions(trx, { userId }, { reason: 'seat suspended', nowMs });
  }
  return {
    suspendedUserIds,
    revokedInviteIds: await services.seats.revokeInvites(trx, parentUserId),
  };
}

/** The fields for the audit entry; empty lists are omitted. */
export function recordedSeats(seats: WithdrawnSeats): Partial<WithdrawnSeats> {
  return Object.fromEntries(Object.entries(seats).filter(([, ids]) => ids.length > 0));
}
