import {
  AppError,
  type CurrentUser,
  type ExchangeName,
  exchangeSuffixOf,
  type FeedExchange,
  type ImportAccess,
  isFreeInstrument,
  isPaid,
  isSubscribed,
  type NotedPayment,
  type SubscribedAccount,
} from '@moneytrail/contract';
import type { AccessRules } from '../../http/check-access.ts';

type Rights = Pick<CurrentUser, 'permissions' | 'feedAccess'>;

/**
 * The fields of a user that decide about access. The optional fields come from the account; an absent one grants
 * nothing.
 */
export type AccessUser = Pick<CurrentUser, 'userType' | 'isSuperAdmin'> &
  Rights &
  Partial<NotedPayment> &
  SubscribedAccount & {
    isSubUser?: boolean;
    parentUserId?: string | null;
    /** Payment, permissions and feeds of the main account, which apply to the sub-user. */
    parent?: (NotedPayment & Rights) | null;
  };

const NO_RIGHTS: Rights = {
  permissions: { isDetailedSummaryAllowed: false, isSuffixAllowed: false },
  feedAccess: {
    isBVGAllowed: false,
    isFMPAllowed: false,
    isBitfinexAllowed: false,
    isTiingoAllowed: false,
  },
};

function rightsOf(user: AccessUser): Rights {
  return user.isSubUser ? (user.parent ?? NO_RIGHTS) : user;
}

/** The user's payment; a sub-user has the main account's. Null if unknown. */
function paymentOf(user: AccessUser): NotedPayment | null {
  if (user.isSubUser) return user.parent ?? null;
  const { hasPaid = false, paymentValidUntil = null } = user;
  return { hasPaid, paymentValidUntil };
}

/**
 * True if a user has access beyond the free instrument: super admins, paid commercial users and their sub-users, retail
 * users with a running subscription or an override. A payment has no effect for retail users, an override none for
 * commercial ones.
 */
export function fullTier(user: AccessUser, nowMs: number): boolean {
  if (user.isSuperAdmin) return true;
  if (user.isSubUser || user.userType === 'commercial') {
    const payment = paymentOf(user);
    return payment !== null && isPaid(payment, nowMs);
  }
  return isSubscribed(user, nowMs);
}

/** The fields of an instrument that decide about access. */
export type AccessInstrument = {
  exchange: ExchangeName;
  code: string;
  listedExchange: { value: string };
  /** The access rule of an instrument made from files; null for a vendor's. */
  importAccess?: ImportAccess | null;
};

/** The reason of a lock: no paid tier, a feed outside the account, or an international listing. */
type LockReason = 'tier' | 'feed' | 'suffix';
export type Entitlement = { allowed: true } | { allowed: false; reason: LockReason };

const ALLOWED: Entitlement = { allowed: true };

const FEED_FLAGS: Record<FeedExchange, keyof CurrentUser['feedAccess']> = {
  BVG: 'isBVGAllowed',
  FMP: 'isFMPAllowed',
  Bitfinex: 'isBitfinexAllowed',
  Tiingo: 'isTiingoAllowed',
};

/** Decides whether a user may see an instrument; `user` is null for an anonymous visitor. */
export function entitlement(
  user: AccessUser | null,
  instrument: AccessInstrument,
  nowMs: number,
): Entitlement {
  if (user?.isSuperAdmin || isFreeInstrument(instrument)) return ALLOWED;
  const { exchange, importAccess } = instrument;
  if (exchange === 'Imported') return importEntitlement(user, importAccess, nowMs);
  if (!user || !fullTier(user, nowMs)) return { allowed: false, reason: 'tier' };
  const { feedAccess, permissions } = rightsOf(user);
  if (!feedAccess[FEED_FLAGS[exchange]]) return { allowed: false, reason: 'feed' };
  const suffix = exchangeSuffixOf(instrument.code, instrument.listedExchange.value);
  if (suffix !== null && !permissions.isSuffixAllowed) return { allowed: false, reason: 'suffix' };
  return ALLOWED;
}

/** An instrument made from files is seen by the rule that its administrator chose. */
function importEntitlement(
  user: AccessUser | null,
  rule: ImportAccess | null | undefined,
  nowMs: number,
): Entitlement {
  if (user && rule === 'signedIn') return ALLOWED;
  if (!user || !rule || !fullTier(user, nowMs)) return { allowed: false, reason: 'tier' };
  if (rule === 'fullAccess' || rule === 'signedIn') return ALLOWED;
  return rightsOf(user).feedAccess[FEED_FLAGS[rule]] ? ALLOWED : { allowed: false, reason: 'feed' };
}

/** Throws the same error for every locked instrument, whatever the reason. */
export function assertEntitled(
  user: AccessUser | null,
  instrument: AccessInstrument,
  nowMs: number,
): void {
  if (!entitlement(user, instrument, nowMs).allowed) {
    throw new AppError('SOURCE_LOCKED', 'Source locked');
  }
}

/** Sub-users have the main account's permissions, super admins all. */
export function hasPermission(
  user: AccessUser,
  permission: keyof CurrentUser['permissions'],
): boolean {
  return user.isSuperAdmin || rightsOf(user).permissions[permission];
}

/**
 * A fingerprint of a user's rights: a different text means that some instrument is now locked, unlocked, or locked for
 * another reason.
 */
export function rightsVersion(user: AccessUser, nowMs: number): string {
  const { userType, isSuperAdmin, isSubUser = false } = user;
  const { permissions, feedAccess } = rightsOf(user);
  const tier = { userType, isSuperAdmin, isSubUser, hasFullTier: fullTier(user, nowMs) };
  return JSON.stringify({ ...tier, permissions, feedAccess });
}

/** The rules behind the access declarations of endpoints. */
export function createAccessRules<Instrument extends AccessInstrument>(deps: {
  catalogue: { resolve: AccessRules<Instrument>['resolve'] };
  clock: { now: () => number };
}): AccessRules<Instrument> {
  const { catalogue, clock } = deps;
  return {
    resolve: catalogue.resolve,
    hasFullAccess: (user) => fullTier(user, clock.now()),
    hasPermission,
    isEntitled: (user, instrument) => entitlement(user, instrument, clock.now()).allowed,
  };
}
