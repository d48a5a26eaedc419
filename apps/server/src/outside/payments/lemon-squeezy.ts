import * as z from 'zod';
import { createLemonClient, type LemonAccess, type LemonClient } from './lemon-client.ts';
import { readLemonEvent } from './lemon-event.ts';
import { paymentOf, planOf, purchaseOf, subscriptionOf, variantsOf } from './lemon-map.ts';
import {
  checkout,
  invoices,
  price,
  prices,
  products,
  purchases,
  store,
  subscription,
  type WirePurchase,
  type WireSubscription,
} from './lemon-wire.ts';
import {
  type PaymentProvider,
  PaymentProviderError,
  type ProviderPlan,
  type ProviderSubscription,
} from './payment-provider.ts';
import { expectProviderUrl, isBelow, momentOf } from './provider-call.ts';

export const LEMON_SQUEEZY_URL = 'https://api.lemonsqueezy.com';
const NAME = 'Lemon Squeezy';

export type LemonSettings = LemonAccess & {
  storeId: string;
  webhookSecret: string;
  /** True if only test mode purchases count, which cost nothing; otherwise only real ones. */
  isTestMode: boolean;
};

const pathOf = (id: string) => `/subscriptions/${encodeURIComponent(id)}`;
const related = (type: string, id: string) => ({ data: { type, id } });

/** The plans of a store: variants with their newest prices. */
async function listPlans(client: LemonClient, storeId: string): Promise<ProviderPlan[]> {
  const signal = client.deadline();
  const query = { 'filter[store_id]': storeId, include: 'variants' };
  const [currency, listed] = await Promise.all([
    currencyOf(client, storeId, signal),
    client.askPages(products, { path: '/products', query, signal }),
  ]);
  const plans = await Promise.all(
    listed.flatMap(variantsOf).map(async (variant) => {
      const filter = { 'filter[variant_id]': variant.id };
      const pages = await client.askPages(prices, { path: '/prices', query: filter, signal });
      const own = pages.flatMap(({ data }) => data.map(({ attributes }) => attributes));
      return planOf(variant, own, currency);
    }),
  );
  return plans.flatMap((plan) => plan ?? []);
}

/** A checkout; its `custom` data is repeated in every notice. */
function checkoutOf(
  storeId: string,
  request: Parameters<PaymentProvider['startSubscription']>[0],
): object {
  const { plan, userId, email, returnUrl, requestId } = request;
  return {
    data: {
      type: 'checkouts',
      attributes: {
        product_options: { redirect_url: returnUrl, enabled_variants: [Number(plan.id)] },
        checkout_data: { email, custom: { user_id: userId, request_id: requestId } },
      },
      relationships: { store: related('stores', storeId), variant: related('variants', plan.id) },
    },
  };
}

type Shop = Pick<LemonSettings, 'storeId' | 'isTestMode'>;

/** True if a purchase belongs to our store and mode. */
const isOurs = ({ storeId, isTestMode }: Shop, { attributes }: Pick<WirePurchase, 'attributes'>) =>
  attributes.store_id === storeId && attributes.test_mode === isTestMode;

/** Null if Lemon Squeezy does not know the subscription, or it is not ours. */
async function read(client: LemonClient, shop: Shop, id: string, signal: AbortSignal) {
  const found = await client.find(subscription, { method: 'GET', path: pathOf(id), signal });
  return found && isOurs(shop, found.data) ? found.data : null;
}

/** The store's purchases since `fromMs`. Lemon Squeezy lists the newest first, without custom data. */
async function listPurchases(client: LemonClient, shop: Shop, fromMs: number) {
  const isBefore = ({ attributes }: WirePurchase) =>
    (momentOf(attributes.created_at) ?? fromMs) < fromMs;
  const query = { 'filter[store_id]': shop.storeId };
  const request = { path: '/subscriptions', query, signal: client.deadline() };
  const pages = await client.askPages(purchases, request, ({ data }) => data.some(isBefore));
  return pages
    .flatMap(({ data }) => data.filter((one) => isOurs(shop, one) && !isBefore(one)))
    .flatMap((one) => purchaseOf(one) ?? [])
    .toReversed();
}

/**
 * Subscriptions of Lemon Squeezy. A repeated checkout request creates a second page but no subscription, which exists
 * only once the buyer has paid. Only notices repeat our user id.
 * @see https://docs.lemonsqueezy.com/api
 */
export function createLemonSqueezy(settings: LemonSettings): PaymentProvider {
  const { baseUrl, storeId } = settings;
  const client = createLemonClient(settings);
  const priceOf = createPriceReader(client, storeId);
  const { origin } = new URL(baseUrl);
  const isLemons = isBelow('lemonsqueezy.com');
  const trusted = (href: string) =>
    expectProviderUrl(NAME, href, (url) => url.origin === origin || isLemons(url));
  const patch = async (id: string, attributes: object): Promise<void> => {
    await client.ask(z.unknown(), {
      method: 'PATCH',
      path: pathOf(id),
      body: { data: { type: 'subscriptions', id, attributes } },
      signal: client.deadline(),
    });
  };
  return {
    name: 'lemon',
    listPlans: () => listPlans(client, storeId),
    listPurchases: (fromMs) => listPurchases(client, settings, fromMs),
    startSubscription: async (request) => {
      const { data } = await client.ask(checkout, {
        method: 'POST',
        path: '/checkouts',
        body: checkoutOf(storeId, request),
        signal: client.deadline(),
      });
      return { id: null, approveUrl: trusted(data.attributes.url) };
    },
    readSubscription: async (id) => {
      const signal = client.deadline();
      const found = await read(client, settings, id, signal);
      return found && { ...subscriptionOf(found), price: await priceOf(found, signal) };
    },
    cancelSubscription: async (id) => {
      const signal = client.deadline();
      try {
        await client.ask(z.unknown(), { method: 'DELETE', path: pathOf(id), signal });
      } catch (error) {
        if (!(error instanceof PaymentProviderError) || error.kind !== 'refused') throw error;
        const found = await read(client, settings, id, signal);
        const state = found && subscriptionOf(found).state;
        if (state !== 'cancelled' && state !== 'expired') throw error;
      }
    },
    resumeSubscription: (id) => patch(id, { cancelled: false }),
    changePlan: async (id, { planId }) => {
      // Without prorations the new price is charged at the next renewal.
      await patch(id, { variant_id: Number(planId), disable_prorations: true });
      return { approveUrl: null };
    },
    listPayments: async (id, fromMs) => {
      const query = { 'filter[subscription_id]': id };
      const signal = client.deadline();
      const pages = await client.askPages(invoices, {
        path: '/subscription-invoices',
        query,
        signal,
      });
      return (
        pages
          .flatMap(({ data }) => data.flatMap((invoice) => paymentOf(invoice) ?? []))
          .filter(({ atMs }) => atMs >= fromMs)
          // They come newest first; reversing keeps the order of simultaneous ones.
          .toReversed()
          .toSorted((one, other) => one.atMs - other.atMs)
      );
    },
    updatePaymentUrl: async (id) => {
      const found = await read(client, settings, id, client.deadline());
      const url = found?.attributes.urls?.update_payment_method;
      return url ? trusted(url) : null;
    },
    readEvent: (request) => readLemonEvent(settings, request),
  };
}

/** The store's currency; prices have none. */
async function currencyOf(client: LemonClient, storeId: string, signal: AbortSignal) {
  const path = `/stores/${encodeURIComponent(storeId)}`;
  const { data } = await client.ask(store, { method: 'GET', path, signal });
  return data.attributes.currency;
}

/** Reads the price per period; prices and the store's currency never change, so they are cached. */
function createPriceReader(client: LemonClient, storeId: string) {
  const amounts = new Map<string, number | null>();
  let currency: string | null = null;

  async function amountOf(id: string, signal: AbortSignal): Promise<number | null> {
    const known = amounts.get(id);
    if (known !== undefined) return known;
    const path = `/prices/${encodeURIComponent(id)}`;
    const { data } = await client.ask(price, { method: 'GET', path, signal });
    const amount = data.attributes.unit_price ?? null;
    amounts.set(id, amount);
    return amount;
  }

  return async (
    { attributes: { first_subscription_item: item } }: WireSubscription,
    signal: AbortSignal,
  ): Promise<ProviderSubscription['price']> => {
    const amount = item ? await amountOf(item.price_id, signal) : null;
    if (!item || amount === null) return null;
    currency ??= await currencyOf(client, storeId, signal);
    return { amountCents: amount * item.quantity, currency };
  };
}
