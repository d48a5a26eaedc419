import type { AccessUser } from '../entitlement.ts';

/** A retail user without a plan, all feeds allowed, as registration makes them; `changes` replace parts. */
export function makeAccessUser(changes: Partial<AccessUser> = {}): AccessUser {
  return {
    userType: 'retail',
    isSuperAdmin: false,
    permissions: { isDetailedSummaryAllowed: false, isSuffixAllowed: false },
    feedAccess: {
      isBVGAllowed: true,
      isFMPAllowed: true,
      isBitfinexAllowed: true,
      isTiingoAllowed: true,
    },
    hasPaid: false,
    paymentValidUntil: null,
    hasSubscriptionOverride: false,
    subscription: null,
    isSubUser: false,
    parent: null,
    ...changes,
  };
}
