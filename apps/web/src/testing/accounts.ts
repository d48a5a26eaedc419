import type { Account } from '@moneytrail/contract';

/** Approved, without a plan. */
export const RETAIL: Account = {
  _id: '6f1d2c3b-0000-4000-8000-000000000001',
  username: 'thandi@example.com',
  firstName: 'Thandi',
  lastName: 'Nkosi',
  userType: 'retail',
  isSuperAdmin: false,
  permissions: { isDetailedSummaryAllowed: false, isSuffixAllowed: false },
  feedAccess: {
    isBVGAllowed: false,
    isFMPAllowed: false,
    isBitfinexAllowed: false,
    isTiingoAllowed: false,
  },
  phoneE164: '+27835123456',
  phoneCountry: 'ZA',
  tradingViewUsername: null,
  isApproved: true,
  isEmailConfirmed: true,
  accessRevoked: false,
  isSubUser: false,
  parentUserId: null,
  parentHasPaid: null,
  parentPaymentValidUntil: null,
  hasPaid: false,
  paymentValidUntil: null,
  paymentDetails: null,
  hasSubscriptionOverride: false,
  subscription: null,
};

/** Commercial and paid. */
export const COMMERCIAL: Account = {
  ...RETAIL,
  _id: '6f1d2c3b-0000-4000-8000-000000000002',
  username: 'broker@example.com',
  userType: 'commercial',
  hasPaid: true,
  paymentValidUntil: '2090-04-10',
};

export const SUPER_ADMIN: Account = {
  ...COMMERCIAL,
  _id: '6f1d2c3b-0000-4000-8000-000000000003',
  username: 'admin@example.com',
  isSuperAdmin: true,
};
