import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ChangeState } from '../payments/payment-service.ts';
import { planOf } from '../payments/plans.ts';
import { sendSandboxPage } from '../payments/sandbox-page.ts';
import { type JsonObject, jsonObject } from '../server/json-message.ts';
import {
  type Change,
  cancel,
  notify,
  pause,
  pay,
  paySucceeds,
  resume,
  unpause,
} from './lemon-lifecycle.ts';
import {
  checkoutResource,
  document,
  invoiceResource,
  type ListQuery,
  notFound,
  PRODUCT_ID,
  pageOf,
  priceResource,
  productResource,
  storeResource,
  subscriptionResource,
  unprocessable,
  variantResource,
} from './lemon-resources.ts';
import type { LemonCheckout, LemonContext, LemonState } from './lemon-state.ts';

export type LemonService = { context: LemonContext; change: ChangeState<LemonState> };

export type LemonDecision = 'pay' | 'cancel' | 'fail';

type One = { Params: { id: string }; Querystring: ListQuery };

/** Serves the store with its product, variants and prices. */
export function serveStore(app: FastifyInstance, { context }: LemonService): void {
  const { plans, storeId } = context;
  const matches = (filter: string | undefined, id: string) => filter === undefined || filter === id;
  const variants = () => plans.map(variantResource);
  const withVariants = (query: ListQuery) =>
    query.include?.split(',').includes('variants') ? { included: variants() } : {};

  app.get<One>('/v1/stores/:id', async ({ params }) => {
    if (params.id !== storeId) throw notFound();
    return document(storeResource(context));
  });
  app.get<One>('/v1/products', async ({ query }) => {
    if (!matches(query['filter[store_id]'], storeId)) return pageOf([], query);
    return { ...pageOf([productResource(context)], query), ...withVariants(query) };
  });
  app.get<One>('/v1/products/:id', async ({ params, query }) => {
    if (params.id !== PRODUCT_ID) throw notFound();
    return { ...document(productResource(context)), ...withVariants(query) };
  });
  app.get<One>('/v1/variants', async ({ query }) =>
    pageOf(matches(query['filter[product_id]'], PRODUCT_ID) ? variants() : [], query),
  );
  app.get<One>('/v1/variants/:id', async ({ params }) => {
    const plan = plans.find(({ id }) => id === params.id);
    if (!plan) throw notFound();
    return document(variantResource(plan));
  });
  app.get<One>('/v1/prices/:id', async ({ params }) => {
    const found = plans.map(priceResource).find(({ id }) => id === params.id);
    if (!found) throw notFound();
    return document(found);
  });
  app.get<One>('/v1/prices', async ({ query }) => {
    const shown = plans.filter(({ id }) => matches(query['filter[variant_id]'], id));
    return pageOf(shown.map(priceResource), query);
  });
}

/** Applies a PATCH: another variant, a cancellation or its reversal, a pause or its end. */
function patchWith(attributes: JsonObject): Change {
  return (target) => {
    const { subscription, context } = target;
    if (subscription.status === 'expired') throw unprocessable('The subscription has expired.');
    const { variant_id, cancelled, pause: asked } = attributes;
    if (variant_id !== undefined) {
      if (!context.plans.some(({ id }) => id === String(variant_id))) throw notFound();
      subscription.variantId = String(variant_id);
      notify('subscription_plan_changed', target);
    }
    if (cancelled === true) cancel(target);
    if (cancelled === false && subscription.status === 'cancelled') resume(target);
    if (asked === null) unpause(target);
    if (asked !== undefined && asked !== null) {
      const { mode, resumes_at } = jsonObject(asked);
      const resumesAt = typeof resumes_at === 'string' ? resumes_at : null;
      subscription.pause = { mode: String(mode), resumes_at: resumesAt };
      pause(target);
    }
  };
}

/** Serves subscriptions and their invoices. */
export function serveSubscriptions(app: FastifyInstance, { change, context }: LemonService): void {
  const changeOne = (id: string, act: Change) =>
    change((state) => {
      const subscription = state.subscriptions.find((one) => one.id === id);
      if (!subscription) throw notFound();
      act({ state, subscription, context });
      return document(subscriptionResource(subscription, context));
    });

  app.get<One>('/v1/subscriptions', ({ query }) =>
    change(({ subscriptions }) => {
      const { 'filter[store_id]': store = context.storeId, 'filter[user_email]': email } = query;
      const shown = subscriptions
        .filter((one) => store === context.storeId && (email ?? one.email) === one.email)
        .toReversed()
        .map((one) => subscriptionResource(one, context));
      return pageOf(shown, query);
    }),
  );
  app.get<One>('/v1/subscriptions/:id', ({ params }) => changeOne(params.id, () => undefined));
  app.patch<One>('/v1/subscriptions/:id', ({ params, body }) => {
    const { attributes } = jsonObject(jsonObject(body).data);
    return changeOne(params.id, patchWith(jsonObject(attributes)));
  });
  app.delete<One>('/v1/subscriptions/:id', ({ params }) =>
    changeOne(params.id, (target) => {
      const { status } = target.subscription;
      if (status === 'expired') throw unprocessable('The subscription has expired.');
      if (status !== 'cancelled') cancel(target);
    }),
  );
  app.get<One>('/v1/subscription-invoices', ({ query }) =>
    change(({ invoices, subscriptions }) => {
      const wanted = query['filter[subscription_id]'];
      const byId = new Map(subscriptions.map((one) => [one.id, one]));
      const shown = invoices
        .filter(({ subscriptionId }) => wanted === undefined || subscriptionId === wanted)
        .toReversed()
        .flatMap((invoice) => {
          const subscription = byId.get(invoice.subscriptionId);
          return subscription ? [invoiceResource(invoice, subscription, context)] : [];
        });
      return pageOf(shown, query);
    }),
  );
}

const relatedId = (relationships: JsonObject, name: string) =>
  String(jsonObject(jsonObject(relationships[name]).data).id ?? '');

function newCheckout({ plans, storeId, now }: LemonContext, body: unknown): LemonCheckout {
  const { attributes, relationships } = jsonObject(jsonObject(body).data);
  const related = jsonObject(relationships);
  const variantId = relatedId(related, 'variant');
  const isSold = plans.some(({ id, isActive }) => id === variantId && isActive);
  if (relatedId(related, 'store') !== storeId || !isSold) throw notFound();
  const { product_options, checkout_data } = jsonObject(attributes);
  const { redirect_url } = jsonObject(product_options);
  const { email, custom: given } = jsonObject(checkout_data);
  const custom: Record<string, string> = {};
  for (const [name, value] of Object.entries(jsonObject(given))) {
    if (typeof value !== 'string') {
      throw unprocessable(`The checkout_data.custom.${name} field must be a string.`);
    }
    custom[name] = value;
  }
  return {
    id: randomUUID(),
    variantId,
    email: typeof email === 'string' ? email : '',
    custom,
    redirectUrl: typeof redirect_url === 'string' ? redirect_url : null,
    createdMs: now(),
    isPaid: false,
  };
}

/** Applies the buyer's decision, optionally with another email address; null if the checkout is not open. */
export function decide(
  { change, context }: LemonService,
  id: string,
  decision: LemonDecision,
  email?: string,
): Promise<LemonCheckout | null> {
  return change((state) => {
    const checkout = state.checkouts.find((one) => one.id === id && !one.isPaid);
    if (!checkout) return null;
    checkout.email = email ?? checkout.email;
    if (decision === 'pay') pay(state, checkout, context);
    return checkout;
  });
}

function isDecision(value: unknown): value is LemonDecision {
  return value === 'pay' || value === 'cancel' || value === 'fail';
}

type Page = { Params: { id: string }; Body: { decision?: string } | undefined };
const PROVIDER = { provider: 'Lemon Squeezy' };

function nothingToPay(reply: FastifyReply) {
  const notice = 'This payment was made already, or does not exist.';
  return sendSandboxPage(reply, { ...PROVIDER, title: 'Nothing to pay', notice }, 404);
}

function serveCheckoutPage(app: FastifyInstance, service: LemonService): void {
  const { change, context } = service;
  const path = '/checkout/custom/:id';
  const sendCheckout = (reply: FastifyReply, variantId: string, notice?: string) => {
    const plan = planOf(context, variantId);
    return sendSandboxPage(reply, {
      ...PROVIDER,
      title: `Buy ${plan.name}`,
      plan,
      notice: notice ?? null,
      decisions: [
        { value: 'pay', label: 'Pay', isMain: true },
        { value: 'cancel', label: 'Cancel' },
        { value: 'fail', label: 'Fail the payment' },
      ],
    });
  };
  app.get<Page>(path, async ({ params }, reply) => {
    const checkout = await change(({ checkouts }) =>
      checkouts.find(({ id, isPaid }) => id === params.id && !isPaid),
    );
    return checkout ? sendCheckout(reply, checkout.variantId) : nothingToPay(reply);
  });
  app.post<Page>(path, async ({ params, body }, reply) => {
    const decision = body?.decision;
    const checkout = isDecision(decision) ? await decide(service, params.id, decision) : null;
    if (!checkout) return nothingToPay(reply);
    const { redirectUrl, variantId } = checkout;
    if (decision === 'fail') {
      return sendCheckout(reply, variantId, 'The card was refused. You have not been charged.');
    }
    if (decision === 'cancel') {
      return sendSandboxPage(reply, {
        ...PROVIDER,
        title: 'Payment cancelled',
        notice: 'You have not been charged.',
        link:
          redirectUrl === null
            ? null
            : { href: new URL(redirectUrl).origin, label: 'Back to Moneytrail' },
      });
    }
    if (redirectUrl !== null) return reply.redirect(redirectUrl, 303);
    const notice = 'The payment was made.';
    return sendSandboxPage(reply, { ...PROVIDER, title: 'Thank you', notice });
  });
}

/** Serves the page on which the buyer changes the card, which pays an open invoice. */
function serveCardPage(app: FastifyInstance, { change, context }: LemonService): void {
  const path = '/subscription/:id/payment-details';
  app.get<Page>(path, async ({ params }, reply) => {
    const found = await change(({ subscriptions }) =>
      subscriptions.find(({ id }) => id === params.id),
    );
    if (!found) return nothingToPay(reply);
    return sendSandboxPage(reply, {
      ...PROVIDER,
      title: 'Change your card',
      plan: planOf(context, found.variantId),
      decisions: [{ value: 'pay', label: 'Use another card', isMain: true }],
    });
  });
  app.post<Page>(path, async ({ params }, reply) => {
    await change((state) => {
      const subscription = state.subscriptions.find(({ id }) => id === params.id);
      if (!subscription || subscription.failedPayments === 0) return;
      paySucceeds({ state, subscription, context });
    });
    const notice = 'What was open has been paid.';
    return sendSandboxPage(reply, { ...PROVIDER, title: 'Card changed', notice });
  });
}

/** Serves checkouts and the buyer's pages. */
export function serveCheckouts(app: FastifyInstance, service: LemonService): void {
  const { change, context } = service;
  app.post('/v1/checkouts', async ({ body }, reply) => {
    const created = await change((state) => {
      const checkout = newCheckout(context, body);
      state.checkouts.push(checkout);
      return checkout;
    });
    return reply.code(201).send(document(checkoutResource(created, context)));
  });
  app.get<Page>('/v1/checkouts/:id', async ({ params }) => {
    const found = await change(({ checkouts }) => checkouts.find(({ id }) => id === params.id));
    if (!found) throw notFound();
    return document(checkoutResource(found, context));
  });
  serveCheckoutPage(app, service);
  serveCardPage(app, service);
}
