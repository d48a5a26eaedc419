import { Refusal } from '../payments/payment-service.ts';
import { planOf, type SimulatedPlan } from '../payments/plans.ts';
import type {
  LemonCheckout,
  LemonContext,
  LemonInvoice,
  LemonSubscription,
} from './lemon-state.ts';

const JSON_API = { jsonapi: { version: '1.0' } };
const DEFAULT_PAGE = 10;
const LARGEST_PAGE = 100;

function refusal(status: number, title: string, detail: string): Refusal {
  return new Refusal(status, { ...JSON_API, errors: [{ status: String(status), title, detail }] });
}

export const notFound = () => refusal(404, 'Not Found', 'The related resource does not exist.');
export const unauthenticated = () => refusal(401, 'Unauthenticated', 'Unauthenticated.');
export const unprocessable = (detail: string) => refusal(422, 'Unprocessable Entity', detail);
export const malformedJson = () => refusal(400, 'Bad Request', 'The request is not JSON.');

export const FAULTS = {
  '401': unauthenticated,
  '429': () => refusal(429, 'Too Many Requests', 'Too Many Attempts.'),
  '500': () => refusal(500, 'Internal Server Error', 'Server Error'),
};

/** Filters and pages in JSON:API: `filter[store_id]`, `page[size]`. */
export type ListQuery = Readonly<Record<string, string | undefined>>;

/** One page of a list in JSON:API. */
export function pageOf(items: readonly object[], query: ListQuery) {
  const perPage = Math.min(
    Number(query['page[size]'] ?? DEFAULT_PAGE) || DEFAULT_PAGE,
    LARGEST_PAGE,
  );
  const currentPage = Math.max(1, Number(query['page[number]'] ?? 1) || 1);
  const from = (currentPage - 1) * perPage;
  const data = items.slice(from, from + perPage);
  const lastPage = Math.max(1, Math.ceil(items.length / perPage));
  const page = { currentPage, lastPage, perPage, total: items.length };
  return { meta: { page }, ...JSON_API, links: {}, data };
}

/** One resource in JSON:API. */
export function document(data: object) {
  return { ...JSON_API, links: {}, data };
}

/** The only product; every plan is a variant of it. */
export const PRODUCT_ID = '100';
const CREATED_MS = Date.UTC(2026, 0, 1);

/** Lemon Squeezy writes times with microseconds. */
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
