import type { PaymentState } from '../payments/payment-service.ts';
import type { SimulatedPlan } from '../payments/plans.ts';

export type LemonCheckout = {
  id: string;
  variantId: string;
  email: string;
  custom: Record<string, string>;
  redirectUrl: string | null;
  createdMs: number;
  isPaid: boolean;
};

export type LemonSubscription = {
  id: string;
  status: 'on_trial' | 'active' | 'past_due' | 'unpaid' | 'cancelled' | 'expired' | 'paused';
  variantId: string;
  email: string;
  custom: Record<string, string>;
  customerId: number;
  createdMs: number;
  updatedMs: number;
  trialEndsMs: number | null;
  /** The next payment, or the next attempt at one that failed. */
  renewsMs: number;
  /** The due time of the payment that is being retried. */
  unpaidSinceMs: number | null;
  failedPayments: number;
  endsMs: number | null;
  pause: { mode: string; resumes_at: string | null } | null;
};

export type LemonInvoice = {
  id: string;
  subscriptionId: string;
  status: 'pending' | 'paid' | 'void' | 'refunded';
  billingReason: 'initial' | 'renewal';
  totalCents: number;
  createdMs: number;
  updatedMs: number;
};

export type LemonState = PaymentState<LemonSubscription> & {
  lastId: number;
  checkouts: LemonCheckout[];
  invoices: LemonInvoice[];
  /** Customer ids by email address. */
  customers: Record<string, number>;
};

export type LemonContext = {
  now: () => number;
  plans: readonly SimulatedPlan[];
  storeId: string;
  /** Known once the simulator listens. */
  baseUrl: () => string;
};

export const emptyLemonState = (): LemonState => ({
  version: 1,
  lastId: 0,
  checkouts: [],
  subscriptions: [],
  invoices: [],
  customers: {},
  notices: [],
});
