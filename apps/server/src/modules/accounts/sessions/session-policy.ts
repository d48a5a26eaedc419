import { DAY_MS, HOUR_MS, MINUTE_MS } from '@moneytrail/calendar';
import type { UserRow } from '../profile/user-store.ts';
import type { SessionRow } from './session-store.ts';

/** How long the secret before the present one is still understood. */
export const GRACE_MS = 30_000;
/** Phone, seats and payment are changed within this time after a full sign-in. */
const REAUTHENTICATION_MS = 15 * MINUTE_MS;

type Life = { idleMs: number; absoluteMs: number };

/** Super admins are signed out sooner. */
export function lifeOf(user: Pick<UserRow, 'is_super_admin'>): Life {
  return user.is_super_admin
    ? { idleMs: 30 * MINUTE_MS, absoluteMs: 8 * HOUR_MS }
    : { idleMs: 14 * DAY_MS, absoluteMs: 30 * DAY_MS };
}

/** Whether a session lives: neither ended, nor left alone, nor too old. */
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

/** Whether the full sign-in is young enough for a change that needs it. */
export function isRecentSignIn(signedInAtMs: number, nowMs: number): boolean {
  return nowMs - signedInAtMs <= REAUTHENTICATION_MS;
}
