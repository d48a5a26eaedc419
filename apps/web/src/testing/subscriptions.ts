import type { Subscription } from '@moneytrail/contract';

/** A paid monthly plan of PayPal without a trial and without dates. */
export const PAID_MONTHLY: Subscription = {
  displayName: 'Moneytrail Monthly',
  plan: 'MONTHLY',
  isActive: true,
  isInTrial: false,
  trialEnds: null,
  isProcessing: false,
  isPastDue: false,
  isPaused: false,
  hasUsedTrial: true,
  provider: 'paypal',
  startDate: null,
  endDate: null,
  renewsAt: null,
  amount: 29.99,
  currency: 'USD',
  canResume: false,
  permissions: { isDetailedSummaryAllowed: false, isSuffixAllowed: false },
  paypalStatus: 'ACTIVE',
  lemonStatus: null,
};
