import { DAY_MS } from '@moneytrail/calendar';
import type {
  ProviderEvent,
  ProviderPayment,
  ProviderPlan,
  ProviderState,
  ProviderSubscription,
} from './payment-provider.ts';
import type {
  WireCycle,
  WireEvent,
  WirePlan,
  WireSubscription,
  WireTransactions,
} from './paypal-wire.ts';
import { centsOf, momentOf } from './provider-call.ts';

const DAYS = { DAY: 1, WEEK: 7 } as const;
const MONTHS = { MONTH: 1, YEAR: 12 } as const;

function priceOf(cycles: readonly WireCycle[]): ProviderSubscription['price'] {
  const regular = cycles.find(({ tenure_type }) => tenure_type === 'REGULAR');
  const fixed = regular?.pricing_scheme?.fixed_price;
  const amountCents = fixed ? centsOf(fixed.value) : null;
  return fixed && amountCents !== null ? { amountCents, currency: fixed.currency_code } : null;
}

function intervalOf(cycles: readonly WireCycle[]): ProviderPlan['interval'] | null {
  const frequency = cycles.find(({ tenure_type }) => tenure_type === 'REGULAR')?.frequency;
  if (!frequency) return null;
  const { interval_unit: unit, interval_count: count } = frequency;
  if ((unit === 'YEAR' && count === 1) || (unit === 'MONTH' && count === 12)) return 'YEAR';
  return unit === 'MONTH' && count === 1 ? 'MONTH' : null;
}

/** The end of a trial that begins at `startMs`; null without one. */
function trialEnd(cycles: readonly WireCycle[], startMs: number): number | null {
  const end = new Date(startMs);
  for (const { tenure_type, total_cycles, frequency } of cycles) {
    if (tenure_type !== 'TRIAL') continue;
    const { interval_unit: unit, interval_count } = frequency;
    const count = interval_count * total_cycles;
    if (unit === 'DAY' || unit === 'WEEK') end.setTime(end.getTime() + count * DAYS[unit] * DAY_MS);
    else end.setUTCMonth(end.getUTCMonth() + count * MONTHS[unit]);
  }
  return end.getTime() > startMs ? end.getTime() : null;
}

/** Null for plans with another billing period, or an amount that is not in cents. */
export function planOf({ id, name, description, ...plan }: WirePlan): ProviderPlan | null {
  const interval = intervalOf(plan.billing_cycles);
  const price = priceOf(plan.billing_cycles);
  if (!interval || !price) return null;
  const trialMs = trialEnd(plan.billing_cycles, 0);
  const trialDays = trialMs === null ? null : Math.round(trialMs / DAY_MS);
  return {
    id,
    name,
    description,
    interval,
    ...price,
    trialDays,
    isOffered: plan.status === 'ACTIVE',
  };
}

function stateOf(status: string, failedPayments: number): ProviderState {
  switch (status) {
    case 'ACTIVE':
      return failedPayments > 0 ? 'past-due' : 'active';
    case 'SUSPENDED':
      return failedPayments > 0 ? 'past-due' : 'paused';
    case 'CANCELLED':
      return 'cancelled';
    case 'EXPIRED':
      return 'expired';
    default:
      // Requested, approved or unknown: no access yet.
      return 'pending';
  }
}

/** A subscription read with `fields=plan`. */
export function subscriptionOf(wire: WireSubscription): ProviderSubscription {
  const failedPayments = wire.billing_info?.failed_payments_count ?? 0;
  const state = stateOf(wire.status, failedPayments);
  const startMs = state === 'pending' ? null : momentOf(wire.start_time);
  const cycles = wire.plan?.billing_cycles ?? [];
  return {
    id: wire.id,
    state,
    status: wire.status,
    planId: wire.plan_id,
    userId: wire.custom_id ?? null,
    payerId: wire.subscriber?.payer_id ?? null,
    email: wire.subscriber?.email_address ?? null,
    startMs,
    trialEndsMs: startMs === null ? null : trialEnd(cycles, startMs),
    renewsMs: momentOf(wire.billing_info?.next_billing_time),
    endsMs: null, // PayPal does not report the end of the paid period.
    price: priceOf(cycles),
    failedPayments,
    updatedMs: momentOf(wire.update_time ?? wire.status_update_time),
  };
}

const PAYMENT_STATES: Record<string, ProviderPayment['state']> = {
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  PENDING: 'pending',
  DECLINED: 'failed',
  REFUNDED: 'refunded',
  REVERSED: 'refunded',
};

/** Payments, oldest first; those in an unknown state are left out. */
export function paymentsOf(wire: WireTransactions): ProviderPayment[] {
  const payments = wire.transactions.flatMap(({ id, status, time, amount_with_breakdown }) => {
    const { value, currency_code: currency } = amount_with_breakdown.gross_amount;
    const [state, amountCents, atMs] = [PAYMENT_STATES[status], centsOf(value), momentOf(time)];
    if (!state || amountCents === null || atMs === null) return [];
    return [{ id, state, amountCents, currency, atMs }];
  });
  return payments.toSorted((one, other) => one.atMs - other.atMs);
}

const MEANINGS: Record<string, ProviderEvent['meaning']> = {
  'CUSTOMER.DISPUTE.CREATED': 'disputed',
  'CUSTOMER.DISPUTE.RESOLVED': 'dispute-closed',
  'PAYMENT.SALE.REVERSED': 'reversed',
};

/** A notice about a subscription, about one of its payments, or about a dispute of payments. */
export function eventOf({
  id,
  event_type,
  create_time,
  resource,
  ...event
}: WireEvent): ProviderEvent {
  const isSubscription = event.resource_type === 'subscription';
  return {
    key: id,
    type: event_type,
    meaning: MEANINGS[event_type] ?? 'changed',
    subscriptionId: (isSubscription ? resource.id : resource.billing_agreement_id) ?? null,
    disputedPaymentIds: (resource.disputed_transactions ?? []).flatMap(
      ({ seller_transaction_id: id }) => id ?? [],
    ),
    userId: resource.custom_id ?? resource.custom ?? null,
    atMs: momentOf(create_time),
  };
}
