import type { CurrentUser } from '@moneytrail/contract';
import type { AccessUser } from './access-user.ts';

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

/** A super admin, who sees everything. */
export const SUPER_ADMIN: CurrentUser = {
  _id: 'super-admin',
  username: 'admin@example.test',
  firstName: 'Test',
  lastName: 'Admin',
  userType: 'commercial',
  isSuperAdmin: true,
  permissions: { isDetailedSummaryAllowed: true, isSuffixAllowed: true },
  feedAccess: {
    isBVGAllowed: true,
    isFMPAllowed: true,
    isBitfinexAllowed: true,
    isTiingoAllowed: true,
  },
};
