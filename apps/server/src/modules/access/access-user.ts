import type { CurrentUser, NotedPayment, SubscribedAccount } from '@moneytrail/contract';

type Rights = Pick<CurrentUser, 'permissions' | 'feedAccess'>;

/**
 * What is asked about a user to decide what they may see. The optional parts come with the account;
 * one that is absent gives nothing.
 */
export type AccessUser = Pick<CurrentUser, 'userType' | 'isSuperAdmin'> &
  Rights &
  Partial<NotedPayment> &
  SubscribedAccount & {
    isSubUser?: boolean;
    /** The main account of a sub-user. */
    parentUserId?: string | null;
    /** What counts of that main account: its payment, permissions and feeds are the sub-user's. */
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

/** The permissions and feeds that count for a user: the main account's for a sub-user. */
export function rightsOf(user: AccessUser): Rights {
  return user.isSubUser ? (user.parent ?? NO_RIGHTS) : user;
}

/** The payment that counts for a user: the main account's for a sub-user; null where none is known. */
export function paymentOf(user: AccessUser): NotedPayment | null {
  if (user.isSubUser) return user.parent ?? null;
  const { hasPaid = false, paymentValidUntil = null } = user;
  return { hasPaid, paymentValidUntil };
}
