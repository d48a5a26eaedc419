import type { IncomingHttpHeaders } from 'node:http';

export type PaymentProviderName = 'paypal' | 'lemon';

/** A provider's plan. Amounts are whole cents. */
export type ProviderPlan = {
  /** PayPal's plan, Lemon Squeezy's variant. */
  id: string;
  name: string;
  description: string;
  interval: 'MONTH' | 'YEAR';
  amountCents: number;
  currency: string;
  /** Null: the plan begins with its first payment. */
  trialDays: number | null;
  /** True if it can be bought now. */
  isOffered: boolean;
};

/**
 * The common states of all providers.
 * - `pending`: requested and not approved, or approved and not begun
 * - `active`: running, including its trial
 * - `past-due`: a payment failed; the provider retries, or waits
 * - `paused`: stopped by its owner or the seller, and may resume; the paid period lasts
 * - `cancelled`: does not renew; the paid period lasts
 * - `expired`: over
 */
export type ProviderState = 'pending' | 'active' | 'past-due' | 'paused' | 'cancelled' | 'expired';

/** A subscription as its provider reports it now. Times are milliseconds, null if the provider reports none. */
export type ProviderSubscription = {
  id: string;
  state: ProviderState;
  /** The provider's status, verbatim. */
  status: string;
  planId: string;
  /** Our user id from the request; null if the provider does not repeat it here. */
  userId: string | null;
  /** The provider's id of the payer, the same for all of their subscriptions. */
  payerId: string | null;
  email: string | null;
  startMs: number | null;
  trialEndsMs: number | null;
  /** The next payment, which is the end of the paid period. */
  renewsMs: number | null;
  /** The end of a subscription that does not renew, if reported. */
  endsMs: number | null;
  /** The price at purchase; null if the provider does not repeat it. */
  price: { amountCents: number; currency: string } | null;
  failedPayments: number;
  /** The provider's last change; of two readings the later one counts. */
  updatedMs: number | null;
};

/** A subscription in a list, with the fields that identify its owner. */
export type ProviderPurchase = Pick<ProviderSubscription, 'id' | 'planId' | 'email'> & {
  startMs: number;
};

/** A payment of a subscription. */
export type ProviderPayment = {
  id: string;
  state: 'paid' | 'pending' | 'failed' | 'refunded';
  amountCents: number;
  currency: string;
  atMs: number;
};

/** A verified notice of a change. The change itself is read from the provider. */
export type ProviderEvent = {
  /** Identical for every delivery of one event: the provider's id, or a hash of the body. */
  key: string;
  type: string;
  /**
   * - `disputed`, `dispute-closed`: a buyer disputes a payment, or the dispute is decided
   * - `reversed`: the buyer's bank has taken a payment back
   */
  meaning: 'changed' | 'disputed' | 'dispute-closed' | 'reversed';
  /** Null if the event concerns no subscription, or names only payments. */
  subscriptionId: string | null;
  /** Ids of payments; empty unless the event is about a dispute. */
  disputedPaymentIds: readonly string[];
  /** Our user id, if the event carries it. */
  userId: string | null;
  /** Time of the event at the provider. */
  atMs: number | null;
};

export type ProviderRequest = { headers: IncomingHttpHeaders; body: Buffer };

/** A payment provider. Every call ends within 10 s, or rejects with a `PaymentProviderError`. */
export type PaymentProvider = {
  name: PaymentProviderName;
  listPlans: () => Promise<ProviderPlan[]>;
  /**
   * Requests a subscription, which the buyer approves at `approveUrl`; idempotent by `requestId`. `id` is null if the
   * provider assigns one only after the payment.
   */
  startSubscription: (request: {
    plan: Pick<ProviderPlan, 'id' | 'amountCents' | 'currency'>;
    userId: string;
    email: string;
    returnUrl: string;
    cancelUrl: string;
    requestId: string;
  }) => Promise<{ id: string | null; approveUrl: string }>;
  /** Subscriptions started since `fromMs`, oldest first; null if every subscription has an id from its request on. */
  listPurchases: ((fromMs: number) => Promise<ProviderPurchase[]>) | null;
  /** Null if the provider does not know the subscription. */
  readSubscription: (id: string) => Promise<ProviderSubscription | null>;
  /** Ends the renewal; idempotent. */
  cancelSubscription: (id: string, reason: string) => Promise<void>;
  /** Takes a cancellation back before the subscription has ended; null if the provider cannot. */
  resumeSubscription: ((id: string) => Promise<void>) | null;
  /**
   * Changes the plan of a running subscription, at the new price from the next renewal on: nothing is charged now, and
   * paid and free days stay. `approveUrl` is set if the buyer must approve first.
   */
  changePlan: (
    id: string,
    change: { planId: string; returnUrl: string; cancelUrl: string },
  ) => Promise<{ approveUrl: string | null }>;
  /** Payments of a subscription since `fromMs`, oldest first. */
  listPayments: (id: string, fromMs: number) => Promise<ProviderPayment[]>;
  /** The page to change the card after a failed payment; null if there is none. */
  updatePaymentUrl: (id: string) => Promise<string | null>;
  /** Verifies the signature over the raw bytes; rejects with `BadSignatureError` if it is invalid. */
  readEvent: (request: ProviderRequest) => Promise<ProviderEvent>;
};

/** The provider was not reached, or did not answer as documented: the effect of the request is unknown. */
export class PaymentProviderError extends Error {
  /** `refused`: understood and declined; `unavailable`: may be retried. */
  readonly kind: 'refused' | 'unavailable';
  /** The provider's error code, such as `SUBSCRIPTION_STATUS_INVALID`; null if it gave none. */
  readonly issue: string | null;

  constructor(kind: PaymentProviderError['kind'], message: string, issue: string | null = null) {
    super(message);
    this.name = 'PaymentProviderError';
    this.kind = kind;
    this.issue = issue;
  }
}

/** Not from the provider, or altered on the way. */
export class BadSignatureError extends Error {
  override name = 'BadSignatureError';
}
