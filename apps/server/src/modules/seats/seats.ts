import {
  AppError,
  type CurrentUser,
  isPaid,
  type SeatInvite,
  type SeatInviteStatus,
  type SubUser,
} from '@moneytrail/contract';
import type { Reader, Trx } from '../../db/index.ts';
import {
  type Accounts,
  notFound,
  type RequestContext,
  setSeatSuspended,
} from '../accounts/index.ts';
import {
  countTakenSeats,
  findMainUser,
  findSubUser,
  type InviteRow,
  type MainUserRow,
  type SubUserRow,
  type TakenSeats,
} from './store.ts';

export type SeatDeps = {
  accounts: Pick<Accounts, 'services' | 'sessionOf' | 'assertReauthenticated' | 'limitInvites'>;
  settings: SeatSettings;
};

export type Caller = { user: CurrentUser; context: RequestContext };

/** Audit entry of a change. */
type Recorded = { action: string; subjectId: string; after?: Record<string, unknown> };

const NOT_COMMERCIAL = 'Forbidden. You do not have the required permissions.';
const NOT_PAID =
  "You don't have access to this functionality as you don't have an active plan/ you have not paid yet. If you believe this is a problem, please contact us.";

/** Throws 403 unless the caller is a commercial user and not a sub-user. */
export function assertMainUser({ accounts }: SeatDeps, user: CurrentUser): void {
  const { userType, isSubUser } = accounts.sessionOf(user).user;
  if (userType !== 'commercial' || isSubUser) throw new AppError('FORBIDDEN', NOT_COMMERCIAL);
}

/** Throws 403 unless the caller is a main user who has paid and re-authenticated. */
export function assertMayChangeSeats(deps: SeatDeps, user: CurrentUser): void {
  assertMainUser(deps, user);
  const { accounts } = deps;
  const { hasPaid, paymentValidUntil } = accounts.sessionOf(user).user;
  if (!isPaid({ hasPaid, paymentValidUntil }, accounts.services.clock.now())) {
    throw new AppError('FORBIDDEN', NOT_PAID);
  }
  accounts.assertReauthenticated(user);
}

/**
 * Changes seats of a main account in one transaction with its row locked, and audits the entry that `change` returns, if
 * any.
 */
export async function changeSeats<T>(
  { accounts }: SeatDeps,
  { user, context }: Caller,
  change: (trx: Trx, main: MainUserRow) => Promise<{ answer: T; entry: Recorded | null }>,
): Promise<T> {
  const { services } = accounts;
  const { deviceId } = accounts.sessionOf(user);
  return services.db.transaction().execute(async (trx) => {
    const main = await findMainUser(trx, user._id, 'for update');
    // The right may have been revoked since the session was read.
    if (!main || !maySeat(main)) throw new AppError('FORBIDDEN', NOT_COMMERCIAL);
    const { answer, entry } = await change(trx, main);
    if (entry) {
      const { address, requestId } = context;
      const where = { address, requestId, deviceId };
      await services.audit.append(trx, { actorId: user._id, ...entry, ...where });
    }
    return answer;
  });
}

/** The operator's settings. */
export type SeatSettings = {
  /** Seats of a main account without an individual number. */
  defaultMaxSeats: number;
  /** True if invited users need no approval by an administrator. */
  autoApproveInvites: boolean;
};

const NONE_FREE = 'All seats are in use.';

export function maxSeatsOf(
  { defaultMaxSeats }: SeatSettings,
  user: Pick<MainUserRow, 'max_seats'>,
): number {
  return user.max_seats ?? defaultMaxSeats;
}

/** True if an account may have seats: a commercial main account that is not revoked. */
export function maySeat(user: MainUserRow): boolean {
  return user.user_type === 'commercial' && user.parent_user_id === null && !user.access_revoked;
}

/** True if an invite can still be claimed: it holds a seat, unless an administrator has reduced the number. */
export function hasSeatForInvite(
  settings: SeatSettings,
  user: MainUserRow,
  { seatsUsed }: TakenSeats,
): boolean {
  return seatsUsed < maxSeatsOf(settings, user);
}

export function noSeatFree(): AppError {
  return new AppError('CONFLICT', NONE_FREE);
}

/** Throws 409 if every seat is promised or filled; call it with the account's row locked. */
export async function assertFreeSeat(
  trx: Reader,
  settings: SeatSettings,
  { user, nowMs }: { user: MainUserRow; nowMs: number },
): Promise<void> {
  const { seatsUsed, seatsPending } = await countTakenSeats(trx, user.id, nowMs);
  if (seatsUsed + seatsPending >= maxSeatsOf(settings, user)) throw noSeatFree();
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();

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

/**
 * Suspends a sub-user, which ends their sessions and streams and frees their seat, or restores them to a free seat.
 * Repeating either is audited once.
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
