import type { IncomingHttpHeaders } from 'node:http';

export type PaymentProviderName = 'paypal' | 'lemon';

/** A plan as its provider sells it. Amounts are whole cents. */
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
  /** Whether it can be bought now. */
  isOffered: boolean;
};

/**
 * What every provider's states come down to.
 * - `pending`: asked for and not approved, or approved and not begun
 * - `active`: runs, also in its trial
 * - `past-due`: a payment failed; the provider tries again, or waits
 * - `paused`: stopped by whom it belongs to or who sells it, and may go on; what was paid lasts
 * - `cancelled`: does not renew; what was paid lasts
 * - `expired`: over
 */
export type ProviderState = 'pending' | 'active' | 'past-due' | 'paused' | 'cancelled' | 'expired';

/** A subscription as its provider tells it now. Moments are milliseconds, null where the provider names none. */
export type ProviderSubscription = {
  id: string;
  state: ProviderState;
  /** The provider's own word, as it was written. */
  status: string;
  planId: string;
  /** Whom we said it is for when it was asked for; null where the provider does not repeat it here. */
  userId: string | null;
  /** Who pays, as the provider knows them: the same for every subscription of one payer. */
  payerId: string | null;
  email: string | null;
  startMs: number | null;
  trialEndsMs: number | null;
  /** The next payment, which is the end of what has been paid. */
  renewsMs: number | null;
  /** The end of a subscription that does not renew, where the provider names it. */
  endsMs: number | null;
  /** Of the plan as it was bought; null where the provider does not repeat it. */
  price: { amountCents: number; currency: string } | null;
  failedPayments: number;
  /** When the provider last changed it; of two readings the later one counts. */
  updatedMs: number | null;
};

/** A subscription as it stands in a list: enough to tell whose it is. */
export type ProviderPurchase = Pick<ProviderSubscription, 'id' | 'planId' | 'email'> & {
  startMs: number;
};

/** A payment of a subscription. */
export type ProviderPayment = {
  id: string;
  /** What became of it. */
  state: 'paid' | 'pending' | 'failed' | 'refunded';
  amountCents: number;
  currency: string;
  atMs: number;
};

/** A notice that something changed, its signature verified. What changed is read from the provider. */
export type ProviderEvent = {
  /** The same for every delivery of one event: the provider's id, or a hash of the body where there is none. */
  key: string;
  type: string;
  /** Null where the event is of no subscription. */
  subscriptionId: string | null;
  /** Whom we said it is for, where the event carries it. */
  userId: string | null;
  /** When it happened there. */
  atMs: number | null;
};

export type ProviderRequest = { headers: IncomingHttpHeaders; body: Buffer };

/** One who takes payments. Every call ends within 10 s, or rejects with a `PaymentProviderError`. */
export type PaymentProvider = {
  name: PaymentProviderName;
  listPlans: () => Promise<ProviderPlan[]>;
  /**
   * Asks for a subscription; the buyer approves it at `approveUrl`. The same `requestId` asks once, however often it
   * is sent. `id` is null where the provider makes one only when the buyer has paid.
   */
  startSubscription: (request: {
    plan: Pick<ProviderPlan, 'id' | 'amountCents' | 'currency'>;
    userId: string;
    email: string;
    returnUrl: string;
    cancelUrl: string;
    requestId: string;
  }) => Promise<{ id: string | null; approveUrl: string }>;
  /** What began from a moment on, oldest first; null where every subscription has an id once it is asked for. */
  listPurchases: ((fromMs: number) => Promise<ProviderPurchase[]>) | null;
  /** Null where the provider knows no such subscription. */
  readSubscription: (id: string) => Promise<ProviderSubscription | null>;
  /** Ends the renewal. Cancelling what is cancelled already succeeds. */
  cancelSubscription: (id: string, reason: string) => Promise<void>;
  /** Another plan for a running subscription; `approveUrl` where the buyer has to agree first. */
  changePlan: (
    id: string,
    change: { planId: string; returnUrl: string; cancelUrl: string },
  ) => Promise<{ approveUrl: string | null }>;
  /** Payments of a subscription from a moment on, oldest first. */
  listPayments: (id: string, fromMs: number) => Promise<ProviderPayment[]>;
  /** Where a card can be changed after a failed payment; null where there is no such page. */
  updatePaymentUrl: (id: string) => Promise<string | null>;
  /** Verifies the signature over the bytes as they came; rejects with `BadSignatureError` where it does not fit. */
  readEvent: (request: ProviderRequest) => Promise<ProviderEvent>;
};

/** The provider was not reached, or did not answer as documented: nothing is known of what it did. */
export class PaymentProviderError extends Error {
  /** `refused`: it understood and said no; `unavailable`: worth trying again. */
  readonly kind: 'refused' | 'unavailable';
  /** The provider's word for why, such as `SUBSCRIPTION_STATUS_INVALID`; null where it gave none. */
  readonly issue: string | null;

  constructor(kind: PaymentProviderError['kind'], message: string, issue: string | null = null) {
    super(message);
    this.name = 'PaymentProviderError';
    this.kind = kind;
    this.issue = issue;
  }
}

/** Not from the provider, or not as it was sent. */
export class BadSignatureError extends Error {
  override name = 'BadSignatureError';
}
