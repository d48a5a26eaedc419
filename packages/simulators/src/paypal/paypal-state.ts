import type { PaymentState } from '../payments/payment-service.ts';
import type { SimulatedPlan } from '../payments/plans.ts';

/** The buyer's return addresses, and the token that opens the approval page. */
type Approval = { baToken: string; token: string; returnUrl: string; cancelUrl: string };

export type PayPalTransaction = {
  id: string;
  status: 'COMPLETED' | 'DECLINED' | 'REFUNDED' | 'REVERSED';
  amountCents: number;
  atMs: number;
};

export type PayPalSubscription = {
  id: string;
  status: 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';
  planId: string;
  customId: string | null;
  email: string | null;
  payerId: string | null;
  createdMs: number;
  updatedMs: number;
  startMs: number | null;
  nextBillingMs: number | null;
  /** The due time of the payment that is being retried; null if none failed. */
  unpaidSinceMs: number | null;
  failedPayments: number;
  approval: Approval;
  /** A change of plan that the buyer has not approved yet. */
  revision: (Approval & { planId: string }) | null;
  transactions: PayPalTransaction[];
};

export type PayPalState = PaymentState<PayPalSubscription> & {
  /** Subscription ids by `PayPal-Request-Id`. */
  requests: Record<string, string>;
};

export type PayPalContext = { now: () => number; plans: readonly SimulatedPlan[] };

export const emptyPayPalState = (): PayPalState => ({
  version: 1,
  subscriptions: [],
  requests: {},
  notices: [],
});
