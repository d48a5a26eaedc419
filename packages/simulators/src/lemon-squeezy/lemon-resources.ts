import type { SimulatedPlan } from '../payments/default-plans.ts';
import {
  type LemonCheckout,
  type LemonContext,
  type LemonInvoice,
  type LemonSubscription,
  planOf,
} from './lemon-state.ts';

/** The one product; every plan is a variant of it. */
export const PRODUCT_ID = '100';
const CREATED_MS = Date.UTC(2026, 0, 1);

/** Moments as Lemon Squeezy writes them. */
function lemonTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('Z', '000Z');
}

const timeOrNull = (timeMs: number | null) => (timeMs === null ? null : lemonTime(timeMs));
const dates = (createdMs: number, updatedMs = createdMs) => ({
  created_at: lemonTime(createdMs),
  updated_at: lemonTime(updatedMs),
});

export function storeResource({ storeId, baseUrl }: LemonContext) {
  const attributes = { name: 'Moneytrail', slug: 'moneytrail', url: baseUrl(), currency: 'USD' };
  return { type: 'stores', id: storeId, attributes: { ...attributes, ...dates(CREATED_MS) } };
}

export function productResource({ storeId, plans }: LemonContext) {
  return {
    type: 'products',
    id: PRODUCT_ID,
    attributes: {
      store_id: Number(storeId),
      name: 'Moneytrail',
      slug: 'moneytrail',
      description: '<p>Market charts and signals</p>',
      status: 'published',
      price: plans[0]?.amountCents ?? 0,
      test_mode: true,
      ...dates(CREATED_MS),
    },
    relationships: { variants: { data: plans.map(({ id }) => ({ type: 'variants', id })) } },
  };
}

export function variantResource(plan: SimulatedPlan) {
  return {
    type: 'variants',
    id: plan.id,
    attributes: {
      product_id: Number(PRODUCT_ID),
      name: plan.name,
      slug: `variant-${plan.id}`,
      description: `<p>${plan.description}</p>`,
      status: plan.isActive ? 'published' : 'draft',
      sort: Number(plan.id),
      test_mode: true,
      ...dates(CREATED_MS),
    },
  };
}

const priceId = (variantId: string) => `${variantId}1`;

export function priceResource(plan: SimulatedPlan) {
  return {
    type: 'prices',
    id: priceId(plan.id),
    attributes: {
      variant_id: Number(plan.id),
      category: 'subscription',
      scheme: 'standard',
      unit_price: plan.amountCents,
      unit_price_decimal: null,
      package_size: 1,
      renewal_interval_unit: plan.interval.toLowerCase(),
      renewal_interval_quantity: 1,
      trial_interval_unit: plan.trialDays === null ? null : 'day',
      trial_interval_quantity: plan.trialDays,
      tax_code: 'saas',
      ...dates(CREATED_MS),
    },
  };
}

export function checkoutResource(checkout: LemonCheckout, { storeId, baseUrl }: LemonContext) {
  return {
    type: 'checkouts',
    id: checkout.id,
    attributes: {
      store_id: Number(storeId),
      variant_id: Number(checkout.variantId),
      product_options: { redirect_url: checkout.redirectUrl },
      checkout_data: { email: checkout.email, custom: checkout.custom },
      expires_at: null,
      test_mode: true,
      url: `${baseUrl()}/checkout/custom/${checkout.id}`,
      ...dates(checkout.createdMs),
    },
  };
}

const STATUS_WORDS: Record<LemonSubscription['status'], string> = {
  on_trial: 'On Trial',
  active: 'Active',
  past_due: 'Past Due',
  unpaid: 'Unpaid',
  cancelled: 'Cancelled',
  expired: 'Expired',
  paused: 'Paused',
};

export function subscriptionResource(subscription: LemonSubscription, context: LemonContext) {
  const { id, status, variantId, email, customerId, pause } = subscription;
  const page = `${context.baseUrl()}/subscription/${id}`;
  return {
    type: 'subscriptions',
    id,
    attributes: {
      store_id: Number(context.storeId),
      customer_id: customerId,
      order_id: Number(id),
      product_id: Number(PRODUCT_ID),
      variant_id: Number(variantId),
      product_name: 'Moneytrail',
      variant_name: planOf(context, variantId).name,
      user_name: email,
      user_email: email,
      status,
      status_formatted: STATUS_WORDS[status],
      card_brand: 'visa',
      card_last_four: '4242',
      pause,
      cancelled: status === 'cancelled' || status === 'expired',
      trial_ends_at: timeOrNull(subscription.trialEndsMs),
      billing_anchor: new Date(subscription.createdMs).getUTCDate(),
      first_subscription_item: {
        id: Number(id),
        price_id: Number(priceId(variantId)),
        quantity: 1,
      },
      urls: {
        update_payment_method: `${page}/payment-details`,
        customer_portal: `${page}/portal`,
        customer_portal_update_subscription: `${page}/portal`,
      },
      renews_at: lemonTime(subscription.renewsMs),
      ends_at: timeOrNull(subscription.endsMs),
      test_mode: true,
      ...dates(subscription.createdMs, subscription.updatedMs),
    },
  };
}

export function invoiceResource(
  invoice: LemonInvoice,
  subscription: LemonSubscription,
  context: LemonContext,
) {
  const { currency } = planOf(context, subscription.variantId);
  return {
    type: 'subscription-invoices',
    id: invoice.id,
    attributes: {
      store_id: Number(context.storeId),
      subscription_id: Number(subscription.id),
      customer_id: subscription.customerId,
      user_email: subscription.email,
      billing_reason: invoice.billingReason,
      currency,
      status: invoice.status,
      refunded: invoice.status === 'refunded',
      refunded_at: null,
      subtotal: invoice.totalCents,
      tax: 0,
      total: invoice.totalCents,
      test_mode: true,
      ...dates(invoice.createdMs, invoice.updatedMs),
    },
  };
}
