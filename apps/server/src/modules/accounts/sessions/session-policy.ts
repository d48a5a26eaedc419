import { DAY_MS, HOUR_MS, MINUTE_MS } from '@moneytrail/calendar';
import type { ErrorCode } from '@moneytrail/contract';
import { isSameAddress } from '../../../http/network.ts';
import type { UserRow } from '../profile/user-store.ts';
import type { SessionRow } from './session-store.ts';

/** The cookie of a refresh token. */
export const REFRESH_COOKIE = 'rt';

/** Grace period in which the previous refresh token is still accepted. */
export const GRACE_MS = 30_000;
/** Changes of phone, seats and payment require a full sign-in within this time. */
const REAUTHENTICATION_MS = 15 * MINUTE_MS;

type Life = { idleMs: number; absoluteMs: number };

/** Super admins get shorter sessions. */
export function lifeOf(user: Pick<UserRow, 'is_super_admin'>): Life {
  return user.is_super_admin
    ? { idleMs: 30 * MINUTE_MS, absoluteMs: 8 * HOUR_MS }
    : { idleMs: 14 * DAY_MS, absoluteMs: 30 * DAY_MS };
}

/** Neither ended, nor idle for too long, nor too old. */
export function isAlive(
  session: Pick<SessionRow, 'ended_at_ms' | 'last_used_at_ms' | 'signed_in_at_ms'>,
  user: Pick<UserRow, 'is_super_admin'>,
  nowMs: number,
): boolean {
  const life = lifeOf(user);
  return (
    session.ended_at_ms === null &&
    nowMs - session.last_used_at_ms <= life.idleMs &&
    nowMs - session.signed_in_at_ms <= life.absoluteMs
  );
}

export function isRecentSignIn(signedInAtMs: number, nowMs: number): boolean {
  return nowMs - signedInAtMs <= REAUTHENTICATION_MS;
}

/** The reason why an account with the right password is refused. */
type StateProblem = { code: ErrorCode; message: string };

const PENDING = 'Your account is awaiting admin approval.';
const REVOKED = 'Your access has been revoked. Please contact us.';
const SUSPENDED = 'Your access has been suspended by your main user. Please contact them.';

type State = Pick<
  UserRow,
  'is_approved' | 'access_revoked' | 'seat_suspended_by_parent' | 'is_demo'
>;

/** Super admins may be restricted to certain addresses; other users may sign in from anywhere. */
export function isAllowedAddress(
  settings: { adminAddresses: readonly string[] | null },
  user: Pick<UserRow, 'is_super_admin'>,
  address: string,
): boolean {
  if (!user.is_super_admin || settings.adminAddresses === null) return true;
  return settings.adminAddresses.some((each) => isSameAddress(each, address));
}

/** The reason that keeps an account out, or null. Disclosed only after the password has been verified. */
export function stateProblem(user: State, settings: { isDemo: boolean }): StateProblem | null {
  if (user.access_revoked) return { code: 'ACCESS_REVOKED', message: REVOKED };
  if (user.is_demo && !settings.isDemo) return { code: 'ACCESS_REVOKED', message: REVOKED };
  if (!user.is_approved) return { code: 'PENDING_APPROVAL', message: PENDING };
  if (user.seat_suspended_by_parent) return { code: 'SEAT_SUSPENDED', message: SUSPENDED };
  return null;
}
