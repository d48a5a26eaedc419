import type {
  WireInvoice,
  WirePrice,
  WireProducts,
  WirePurchase,
  WireSubscription,
} from './lemon-wire.ts';
import type {
  ProviderPayment,
  ProviderPlan,
  ProviderPurchase,
  ProviderState,
  ProviderSubscription,
} from './payment-provider.ts';
import { momentOf } from './provider-call.ts';

const DAYS: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };
/** The variant name of a product without variants. */
const ONLY_VARIANT = 'Default';

/** A variant's plan fields that come from its product. */
export type LemonVariant = Pick<ProviderPlan, 'id' | 'name' | 'description' | 'isOffered'>;

/** Descriptions are HTML. */
const plainText = (html: string | null | undefined) =>
  (html ?? '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

export function variantsOf({ data, included }: WireProducts): LemonVariant[] {
  return included.flatMap(({ type, id, attributes }) => {
    const product = data.find((one) => one.id === attributes.product_id)?.attributes;
    if (type !== 'variants' || !product) return [];
    const { name = ONLY_VARIANT, description, status } = attributes;
    // The only variant of a product stays `pending`.
    const isPublished = status === 'published' || status === 'pending';
    return {
      id,
      name: name === ONLY_VARIANT ? product.name : name,
      description: plainText(description),
      isOffered: isPublished && product.status === 'published',
    };
  });
}

function intervalOf({ renewal_interval_unit: unit, renewal_interval_quantity: count }: WirePrice) {
  if ((unit === 'year' && count === 1) || (unit === 'month' && count === 12)) return 'YEAR';
  return unit === 'month' && count === 1 ? 'MONTH' : null;
}

/** A variant with its newest price; null unless it is a subscription with one price a month or year. */
export function planOf(
  variant: LemonVariant,
  listed: readonly WirePrice[],
  currency: string,
): ProviderPlan | null {
  const [price] = listed.toSorted((one, other) => other.created_at.localeCompare(one.created_at));
  if (price?.category !== 'subscription' || price.scheme !== 'standard') return null;
  const { unit_price: amountCents, trial_interval_unit, trial_interval_quantity } = price;
  const interval = intervalOf(price);
  if (typeof amountCents !== 'number' || !interval) return null;
  const trialDays = (DAYS[trial_interval_unit ?? ''] ?? 0) * (trial_interval_quantity ?? 0);
  return { ...variant, interval, amountCents, currency, trialDays: trialDays || null };
}

const STATES: Record<string, ProviderState> = {
  on_trial: 'active',
  active: 'active',
  paused: 'paused',
  past_due: 'past-due',
  unpaid: 'past-due',
  cancelled: 'cancelled',
  expired: 'expired',
};

/** Lemon Squeezy reports the user only in notices. */
export function subscriptionOf({ id, attributes }: WireSubscription): ProviderSubscription {
  const { status } = attributes;
  // Unknown statuses give no access.
  const state = STATES[status] ?? 'pending';
  const isFailing = status === 'past_due' || status === 'unpaid';
  return {
    id,
    state,
    status,
    planId: attributes.variant_id,
    userId: null,
    payerId: attributes.customer_id,
    email: attributes.user_email ?? null,
    startMs: momentOf(attributes.created_at),
    trialEndsMs: momentOf(attributes.trial_ends_at),
    renewsMs: state === 'cancelled' || state === 'expired' ? null : momentOf(attributes.renews_at),
    endsMs: momentOf(attributes.ends_at),
    price: null,
    failedPayments: isFailing ? 1 : 0, // Lemon Squeezy gives no number: at least one.
    updatedMs: momentOf(attributes.updated_at),
  };
}

/** Null if the start cannot be parsed. */
export function purchaseOf({ id, attributes }: WirePurchase): ProviderPurchase | null {
  const { variant_id: planId, user_email, created_at } = attributes;
  const startMs = momentOf(created_at);
  return startMs === null ? null : { id, planId, email: user_email ?? null, startMs };
}

const PAYMENT_STATES: Record<string, ProviderPayment['state']> = {
  paid: 'paid',
  partial_refund: 'paid',
  pending: 'pending',
  void: 'failed',
  refunded: 'refunded',
};

/** Null for an unknown state. */
export function paymentOf({ id, attributes }: WireInvoice): ProviderPayment | null {
  const { status, currency, total: amountCents, created_at } = attributes;
  const [state, atMs] = [PAYMENT_STATES[status], momentOf(created_at)];
  return state && atMs !== null ? { id, state, amountCents, currency, atMs } : null;
}
