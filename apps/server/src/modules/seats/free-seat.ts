import { AppError } from '@moneytrail/contract';
import type { Reader } from '../../db/index.ts';
import { countTakenSeats, type MainUserRow, type TakenSeats } from './store.ts';

/** What an operator decides about seats. */
export type SeatSettings = {
  /** Seats of a main account that was given no number of its own. */
  defaultMaxSeats: number;
  /** Whether who registers by an invite needs no administrator's approval. */
  autoApproveInvites: boolean;
};

const NONE_FREE = 'All seats are in use.';

/** How many seats an account has. */
export function maxSeatsOf(
  { defaultMaxSeats }: SeatSettings,
  user: Pick<MainUserRow, 'max_seats'>,
): number {
  return user.max_seats ?? defaultMaxSeats;
}

/** Whether an account may share: a main one, commercial, and not revoked. */
export function maySeat(user: MainUserRow): boolean {
  return user.user_type === 'commercial' && user.parent_user_id === null && !user.access_revoked;
}

/** Whether somebody who holds an invite can be seated; the invite holds a seat, unless an administrator took seats away. */
export function hasSeatForInvite(
  settings: SeatSettings,
  user: MainUserRow,
  { seatsUsed }: TakenSeats,
): boolean {
  return seatsUsed < maxSeatsOf(settings, user);
}

/** The failure of who asks for a seat where all are taken. */
export function noSeatFree(): AppError {
  return new AppError('CONFLICT', NONE_FREE);
}

/** Throws 409 where every seat is promised or filled; call it with the account's row locked. */
export async function assertFreeSeat(
  trx: Reader,
  settings: SeatSettings,
  { user, nowMs }: { user: MainUserRow; nowMs: number },
): Promise<void> {
  const { seatsUsed, seatsPending } = await countTakenSeats(trx, user.id, nowMs);
  if (seatsUsed + seatsPending >= maxSeatsOf(settings, user)) throw noSeatFree();
}
