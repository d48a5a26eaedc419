import type { SeatInvite, SeatInviteStatus, SubUser } from '@moneytrail/contract';
import type { InviteRow, SubUserRow } from './store.ts';

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** Where an invite stands at a moment. */
export function statusOf(invite: InviteRow, nowMs: number): SeatInviteStatus {
  if (invite.accepted_at_ms !== null) return 'accepted';
  if (invite.revoked_at_ms !== null) return 'revoked';
  return invite.expires_at_ms > nowMs ? 'pending' : 'expired';
}

export function presentInvite(invite: InviteRow, nowMs: number): SeatInvite {
  return {
    _id: invite.id,
    createdAt: iso(invite.created_at_ms),
    expiresAt: iso(invite.expires_at_ms),
    status: statusOf(invite, nowMs),
  };
}

export function presentSubUser(user: SubUserRow): SubUser {
  return {
    _id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    username: user.username,
    seatSuspendedByParent: user.seat_suspended_by_parent,
  };
}
