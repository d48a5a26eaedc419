import {
  AppError,
  type CurrentUser,
  type ExchangeName,
  exchangeSuffixOf,
  isFreeInstrument,
} from '@moneytrail/contract';
import { type AccessUser, rightsOf } from './access-user.ts';
import { fullTier } from './full-tier.ts';

/** What an instrument is known by where access to it is decided. */
export type AccessInstrument = {
  exchange: ExchangeName;
  code: string;
  listedExchange: { value: string };
};

/** Why an instrument is locked: no paid tier, the feed is not in the account, an international listing. */
type LockReason = 'tier' | 'feed' | 'suffix';
export type Entitlement = { allowed: true } | { allowed: false; reason: LockReason };

const ALLOWED: Entitlement = { allowed: true };

const FEED_FLAGS: Record<ExchangeName, keyof CurrentUser['feedAccess']> = {
  BVG: 'isBVGAllowed',
  FMP: 'isFMPAllowed',
  Bitfinex: 'isBitfinexAllowed',
  Tiingo: 'isTiingoAllowed',
};

/** The one decision about who sees which instrument; `user` is null for an anonymous visitor. */
export function entitlement(
  user: AccessUser | null,
  instrument: AccessInstrument,
  nowMs: number,
): Entitlement {
  if (user?.isSuperAdmin || isFreeInstrument(instrument)) return ALLOWED;
  if (!user || !fullTier(user, nowMs)) return { allowed: false, reason: 'tier' };
  const { feedAccess, permissions } = rightsOf(user);
  if (!feedAccess[FEED_FLAGS[instrument.exchange]]) return { allowed: false, reason: 'feed' };
  const suffix = exchangeSuffixOf(instrument.code, instrument.listedExchange.value);
  if (suffix !== null && !permissions.isSuffixAllowed) return { allowed: false, reason: 'suffix' };
  return ALLOWED;
}

/** Throws the same failure for every locked instrument, whatever the reason. */
export function assertEntitled(
  user: AccessUser | null,
  instrument: AccessInstrument,
  nowMs: number,
): void {
  if (!entitlement(user, instrument, nowMs).allowed) {
    throw new AppError('SOURCE_LOCKED', 'Source locked');
  }
}

/** Whether a permission counts for a user: the main account's for a sub-user, every one for a super admin. */
export function hasPermission(
  user: AccessUser,
  permission: keyof CurrentUser['permissions'],
): boolean {
  return user.isSuperAdmin || rightsOf(user).permissions[permission];
}
