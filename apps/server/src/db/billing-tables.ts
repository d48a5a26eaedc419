import type { Generated } from 'kysely';

type Provider = 'paypal' | 'lemon';

/** What can be subscribed to, as its provider sells it. */
export type PlansTable = {
  /** What the interface calls it: unique over all providers. */
  id: string;
  provider: Provider;
  provider_plan_id: string;
  name: string;
  description: string;
  billing_interval: 'MONTH' | 'YEAR';
  amount_cents: number;
  currency: string;
  /** Null: it begins with its first payment. */
  trial_days: number | null;
  is_offered: boolean;
};

/** One subscription at one provider, as it was read last. */
export type ProviderSubscriptionsTable = {
  /** Ours; it keeps a request at the provider from being made twice. */
  id: string;
  user_id: string;
  plan_id: string;
  provider: Provider;
  /** Null until the provider has named it. */
  provider_id: string | null;
  /** What was asked for: nothing else is granted. */
  amount_cents: number;
  currency: string;
  state: 'pending' | 'active' | 'past-due' | 'paused' | 'cancelled' | 'expired';
  /** The provider's own word. */
  status: string;
  asked_at_ms: number;
  /** When the buyer came back from the provider; null before. */
  returned_at_ms: number | null;
  /** Null until it gave access for the first time. */
  start_ms: number | null;
  trial_ends_ms: number | null;
  /** The end of what is paid; providers forget it when a subscription is cancelled. */
  paid_until_ms: number | null;
  /** The end of access, where it does not renew. */
  ends_ms: number | null;
  /** Since when payments fail; null while they do not. */
  failed_since_ms: number | null;
  /** Reminders of a failed payment that have been sent. */
  reminders: Generated<number>;
  /** The end of a trial or period of which its owner has been told. */
  end_noticed_ms: number | null;
  /** Since when its provider does not know it; null while it does. */
  missing_since_ms: number | null;
  /** Why it was cancelled instead of granted; null where it was not. */
  refusal: 'not-as-asked' | 'second' | 'trial-used' | 'no-use' | null;
  read_at_ms: number | null;
  /** When it was tried last, without success, to end what its owner cannot use; null where never. */
  end_tried_ms: number | null;
  /** Grows with every change: a reading that began before one is made again. */
  version: Generated<number>;
};

/** Every state a subscription has been in; rows are only added. */
export type SubscriptionStatesTable = {
  id: Generated<number>;
  subscription_id: string;
  at_ms: number;
  state: ProviderSubscriptionsTable['state'];
  status: string;
  plan_id: string;
  ends_ms: number | null;
};

export type PaymentsTable = {
  /** The number of the receipt: none is left out. */
  receipt: number;
  subscription_id: string;
  provider: Provider;
  provider_id: string;
  /** As it was called when it was paid. */
  plan_name: string;
  state: 'paid' | 'pending' | 'failed' | 'refunded';
  amount_cents: number;
  currency: string;
  paid_at_ms: number;
  /** The end of the period that it paid for. */
  paid_through_ms: number;
};

/** Notices of providers; what changed is read from them. */
export type WebhookEventsTable = {
  provider: Provider;
  key: string;
  type: string;
  /** The provider's; null where the event is of none. */
  subscription_id: string | null;
  /** Whom we said the subscription is for, where the event repeats it. */
  user_id: string | null;
  received_at_ms: number;
  applied_at_ms: number | null;
};

/** Who has used a trial, as an HMAC of the address or of who pays: it outlives the account. */
export type UsedTrialsTable = { who: string; used_at_ms: number; subscription_id: string };

/** What the simulator of a provider of payments knows. */
type DemoPaymentsTable = { provider: 'paypal' | 'lemon'; state: string };

export type BillingTables = {
  plans: PlansTable;
  provider_subscriptions: ProviderSubscriptionsTable;
  subscription_states: SubscriptionStatesTable;
  payments: PaymentsTable;
  webhook_events: WebhookEventsTable;
  used_trials: UsedTrialsTable;
  demo_payments: DemoPaymentsTable;
};
