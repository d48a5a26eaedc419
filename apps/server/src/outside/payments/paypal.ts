import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import {
  type PaymentProvider,
  PaymentProviderError,
  type ProviderPlan,
  type ProviderSubscription,
} from './payment-provider.ts';
import { createPayPalClient, type PayPalAccess, type PayPalClient } from './paypal-client.ts';
import { createPayPalEvents } from './paypal-event.ts';
import { paymentsOf, planOf, subscriptionOf } from './paypal-map.ts';
import { linked, plan, planPage, subscription, transactions } from './paypal-wire.ts';
import { expectProviderUrl, isBelow } from './provider-call.ts';

export const PAYPAL_URL = 'https://api-m.paypal.com';
const NAME = 'PayPal';
const LARGEST_PAGE = 20;
const SUBSCRIPTIONS = '/v1/billing/subscriptions';

export type PayPalSettings = PayPalAccess & {
  webhookId: string;
  /** Origins of signing certificates; by default PayPal's for `baseUrl`. */
  certificateOrigins?: readonly string[];
};

type Dependencies = { clock: { now: () => number } };

/** `https://api-m.sandbox.paypal.com` has its certificates at `https://api.sandbox.paypal.com`. */
function certificateOriginsOf(baseUrl: string): string[] {
  return [new URL(baseUrl).origin.replace('//api-m.', '//api.')];
}

const pathOf = (id: string) => `${SUBSCRIPTIONS}/${encodeURIComponent(id)}`;

function isMissing(error: unknown): boolean {
  return (
    error instanceof PaymentProviderError &&
    error.kind === 'refused' &&
    (error.issue === 'INVALID_RESOURCE_ID' || error.issue === 'RESOURCE_NOT_FOUND')
  );
}

/** Reads every plan in full, because lists contain only names. */
async function listPlans(client: PayPalClient): Promise<ProviderPlan[]> {
  const signal = client.deadline();
  const found: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const path = `/v1/billing/plans?page_size=${LARGEST_PAGE}&page=${page}&total_required=true`;
    const listed = await client.ask(planPage, { method: 'GET', path, signal });
    found.push(...listed.plans.filter(({ status }) => status !== 'CREATED').map(({ id }) => id));
    pages = listed.total_pages ?? 1;
  }
  const plans = await Promise.all(
    found.map((id) =>
      client.ask(plan, {
        method: 'GET',
        path: `/v1/billing/plans/${encodeURIComponent(id)}`,
        signal,
      }),
    ),
  );
  return plans.flatMap((one) => planOf(one) ?? []);
}

/** Makes a request idempotent, as when it is repeated with a new token. */
const underId = (id: string) => ({ 'paypal-request-id': id });

/** Null if PayPal does not know the subscription. */
async function read(
  client: PayPalClient,
  id: string,
  signal: AbortSignal,
): Promise<ProviderSubscription | null> {
  const request = { method: 'GET', path: `${pathOf(id)}?fields=plan` } as const;
  try {
    return subscriptionOf(await client.ask(subscription, { ...request, signal }));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Settings of the approval page. */
function applicationContext(urls: { returnUrl: string; cancelUrl: string }) {
  return {
    brand_name: 'Moneytrail',
    shipping_preference: 'NO_SHIPPING',
    user_action: 'SUBSCRIBE_NOW',
    return_url: urls.returnUrl,
    cancel_url: urls.cancelUrl,
  };
}

/**
 * Subscriptions of PayPal.
 * @see https://developer.paypal.com/docs/api/subscriptions/v1/
 */
export function createPayPal(settings: PayPalSettings, { clock }: Dependencies): PaymentProvider {
  const { baseUrl, webhookId } = settings;
  const client = createPayPalClient(settings, clock);
  const certificateOrigins = settings.certificateOrigins ?? certificateOriginsOf(baseUrl);
  const { origin } = new URL(baseUrl);
  const isPayPals = isBelow('paypal.com');
  const approveUrlOf = (links: z.infer<typeof linked>['links']) => {
    const href = links.find(({ rel }) => rel === 'approve')?.href;
    if (href === undefined) return null;
    return expectProviderUrl(NAME, href, (url) => url.origin === origin || isPayPals(url));
  };

  return {
    name: 'paypal',
    listPlans: () => listPlans(client),
    listPurchases: null,
    readSubscription: (id) => read(client, id, client.deadline()),
    startSubscription: async ({ plan: { id: plan_id }, userId, email, requestId, ...urls }) => {
      const { id, links } = await client.ask(linked, {
        method: 'POST',
        path: SUBSCRIPTIONS,
        headers: { ...underId(requestId), prefer: 'return=representation' },
        body: {
          plan_id,
          custom_id: userId,
          subscriber: { email_address: email },
          application_context: applicationContext(urls),
        },
        signal: client.deadline(),
      });
      const approveUrl = approveUrlOf(links);
      if (id !== undefined && approveUrl !== null) return { id, approveUrl };
      throw new PaymentProviderError('unavailable', 'PayPal named no page to approve at');
    },
    cancelSubscription: async (id, reason) => {
      const path = `${pathOf(id)}/cancel`;
      const headers = underId(randomUUID());
      const signal = client.deadline();
      try {
        await client.ask(z.unknown(), { method: 'POST', path, headers, body: { reason }, signal });
      } catch (error) {
        const isOther = !(error instanceof PaymentProviderError) || error.kind !== 'refused';
        if (isOther || error.issue !== 'SUBSCRIPTION_STATUS_INVALID') throw error;
        const state = (await read(client, id, signal))?.state;
        if (state !== 'cancelled' && state !== 'expired') throw error;
      }
    },
    // PayPal ends a cancelled subscription for good.
    resumeSubscription: null,
    changePlan: async (id, { planId: plan_id, ...urls }) => {
      const { links } = await client.ask(linked, {
        method: 'POST',
        path: `${pathOf(id)}/revise`,
        headers: underId(randomUUID()),
        body: { plan_id, application_context: applicationContext(urls) },
        signal: client.deadline(),
      });
      return { approveUrl: approveUrlOf(links) };
    },
    listPayments: async (id, fromMs) => {
      const times = new URLSearchParams({
        start_time: new Date(fromMs).toISOString(),
        end_time: new Date(clock.now()).toISOString(),
      });
      const path = `${pathOf(id)}/transactions?${times}`;
      const signal = client.deadline();
      return paymentsOf(await client.ask(transactions, { method: 'GET', path, signal }));
    },
    // PayPal has no page per subscription; buyers change payment methods in their list of automatic payments.
    updatePaymentUrl: async () =>
      isPayPals(new URL(baseUrl))
        ? `${origin.replace('//api-m.', '//www.')}/myaccount/autopay/`
        : null,
    readEvent: createPayPalEvents({ webhookId, certificateOrigins }, { client, now: clock.now }),
  };
}
