import type { Generated } from 'kysely';

type Provider = 'paypal' | 'lemon';

export type PlansTable = {
  /** The id in the API, unique across all providers. */
  id: string;
  provider: Provider;
  provider_plan_id: string;
  name: string;
  description: string;
  billing_interval: 'MONTH' | 'YEAR';
  amount_cents: number;
  currency: string;
  /** Null: the plan begins with its first payment. */
  trial_days: number | null;
  is_offered: boolean;
  /** The rights that come with the plan, by configuration. */
  gives_summary: Generated<boolean>;
  gives_suffix: Generated<boolean>;
};

/** One subscription at one provider, as last read. */
export type ProviderSubscriptionsTable = {
  /** Our id; it makes requests to the provider idempotent. */
  id: string;
  user_id: string;
  plan_id: string;
  provider: Provider;
  /** Null until the provider has assigned it. */
  provider_id: string | null;
  /** The requested price, and no other is accepted; once it has begun, the price of the next payment. */
  amount_cents: number;
  currency: string;
  state: 'pending' | 'active' | 'past-due' | 'paused' | 'cancelled' | 'expired';
  status: string;
  asked_at_ms: number;
  /** Time at which the buyer returned from the provider; null before. */
  returned_at_ms: number | null;
  /** Null until it gave access for the first time. */
  start_ms: number | null;
  trial_ends_ms: number | null;
  /** End of the paid period, which providers drop when a subscription is cancelled. */
  paid_until_ms: number | null;
  /** End of access, if the subscription does not renew. */
  ends_ms: number | null;
  /** Start of payment failures; null without one. */
  failed_since_ms: number | null;
  /** Reminders of a failed payment that have been sent. */
  reminders: Generated<number>;
  /** The end of a trial or period that its owner has been notified of. */
  end_noticed_ms: number | null;
  /** Start of the provider's not knowing it; null while it does. */
  missing_since_ms: number | null;
  /** The reason if it was cancelled instead of granted. */
  refusal: 'not-as-asked' | 'second' | 'trial-used' | 'no-use' | null;
  read_at_ms: number | null;
  /** The last failed attempt to end a useless subscription. */
  end_tried_ms: number | null;
  /** Incremented with every change: a reading that began before one is repeated. */
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
  /** The receipt number, without gaps. */
  receipt: number;
  subscription_id: string;
  provider: Provider;
  provider_id: string;
  /** The plan's name at the time of payment. */
  plan_name: string;
  state: 'paid' | 'pending' | 'failed' | 'refunded';
  amount_cents: number;
  currency: string;
  paid_at_ms: number;
  /** End of the period it pays for. */
  paid_through_ms: number;
};

/** Notices from providers; the change itself is read from the provider. */
export type WebhookEventsTable = {
  provider: Provider;
  key: string;
  type: string;
  meaning: Generated<'changed' | 'disputed' | 'dispute-closed' | 'reversed'>;
  /** The provider's id; null if the event concerns no subscription. */
  subscription_id: string | null;
  /** Our user id, if the event repeats it. */
  user_id: string | null;
  received_at_ms: number;
  applied_at_ms: number | null;
};

/** Used trials, as an HMAC of the address or the payer; they outlive the account. */
export type UsedTrialsTable = { who: string; used_at_ms: number; subscription_id: string };

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
