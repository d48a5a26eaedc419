import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PAGE_HEADERS } from '../payments/sandbox-page.ts';
import { type JsonObject, jsonObject } from '../server/json-message.ts';
import {
  cardPage,
  checkoutPage,
  isDecision,
  type LemonDecision,
  messagePage,
} from './checkout-page.ts';
import { notFound, unprocessable } from './lemon-errors.ts';
import { pay, paySucceeds } from './lemon-lifecycle.ts';
import { checkoutResource } from './lemon-resources.ts';
import { document, type LemonService } from './lemon-service.ts';
import { type LemonCheckout, type LemonContext, planOf } from './lemon-state.ts';

const relatedId = (relationships: JsonObject, name: string) =>
  String(jsonObject(jsonObject(relationships[name]).data).id ?? '');

/** The texts that come back with every notice; Lemon Squeezy takes nothing but texts. */
function customOf(checkoutData: JsonObject): Record<string, string> {
  const custom: Record<string, string> = {};
  for (const [name, value] of Object.entries(jsonObject(checkoutData.custom))) {
    if (typeof value !== 'string') {
      throw unprocessable(`The checkout_data.custom.${name} field must be a string.`);
    }
    custom[name] = value;
  }
  return custom;
}

function newCheckout({ plans, storeId, now }: LemonContext, body: unknown): LemonCheckout {
  const { attributes, relationships } = jsonObject(jsonObject(body).data);
  const related = jsonObject(relationships);
  const variantId = relatedId(related, 'variant');
  const isSold = plans.some(({ id, isActive }) => id === variantId && isActive);
  if (relatedId(related, 'store') !== storeId || !isSold) throw notFound();
  const { product_options, checkout_data } = jsonObject(attributes);
  const { redirect_url } = jsonObject(product_options);
  const { email } = jsonObject(checkout_data);
  return {
    id: randomUUID(),
    variantId,
    email: typeof email === 'string' ? email : '',
    custom: customOf(jsonObject(checkout_data)),
    redirectUrl: typeof redirect_url === 'string' ? redirect_url : null,
    createdMs: now(),
    isPaid: false,
  };
}

/** Decides an open checkout, where the buyer may write another address; null where there is none. */
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

const originOf = (url: string | null) => (url === null ? null : new URL(url).origin);
const showPage = (reply: FastifyReply, html: string, status = 200) =>
  reply.code(status).headers(PAGE_HEADERS).send(html);
const nothingToPay = (reply: FastifyReply) =>
  showPage(
    reply,
    messagePage('Nothing to pay', 'This payment was made already, or does not exist.', null),
    404,
  );

type Page = { Params: { id: string }; Body: { decision?: string } | undefined };

function servePage(app: FastifyInstance, service: LemonService): void {
  const { change, context } = service;
  const path = '/checkout/custom/:id';
  app.get<Page>(path, async ({ params }, reply) => {
    const checkout = await change(({ checkouts }) =>
      checkouts.find(({ id, isPaid }) => id === params.id && !isPaid),
    );
    if (!checkout) return nothingToPay(reply);
    return showPage(reply, checkoutPage(planOf(context, checkout.variantId)));
  });
  app.post<Page>(path, async ({ params, body }, reply) => {
    const decision = body?.decision;
    const checkout = isDecision(decision) ? await decide(service, params.id, decision) : null;
    if (!checkout) return nothingToPay(reply);
    const { redirectUrl, variantId } = checkout;
    if (decision === 'fail') {
      const notice = 'The card was refused. You have not been charged.';
      return showPage(reply, checkoutPage(planOf(context, variantId), notice));
    }
    if (decision === 'cancel') {
      const notice = 'You have not been charged.';
      return showPage(reply, messagePage('Payment cancelled', notice, originOf(redirectUrl)));
    }
    if (redirectUrl !== null) return reply.redirect(redirectUrl, 303);
    return showPage(reply, messagePage('Thank you', 'The payment was made.', null));
  });
}

function serveCardPage(app: FastifyInstance, { change, context }: LemonService): void {
  const path = '/subscription/:id/payment-details';
  app.get<Page>(path, async ({ params }, reply) => {
    const found = await change(({ subscriptions }) =>
      subscriptions.find(({ id }) => id === params.id),
    );
    if (!found) return nothingToPay(reply);
    return showPage(reply, cardPage(planOf(context, found.variantId)));
  });
  app.post<Page>(path, async ({ params }, reply) => {
    await change((state) => {
      const found = state.subscriptions.find(({ id }) => id === params.id);
      if (found && found.failedPayments > 0) paySucceeds(state, found, context);
    });
    return showPage(reply, messagePage('Card changed', 'What was open has been paid.', null));
  });
}

/** Serves checkouts, the page of each, and the page on which a card is changed. */
export function serveCheckouts(app: FastifyInstance, service: LemonService): void {
  const { change, context } = service;
  app.post('/v1/checkouts', async ({ body }, reply) => {
    const made = await change((state) => {
      const checkout = newCheckout(context, body);
      state.checkouts.push(checkout);
      return checkout;
    });
    return reply.code(201).send(document(checkoutResource(made, context)));
  });
  app.get<Page>('/v1/checkouts/:id', async ({ params }) => {
    const found = await change(({ checkouts }) => checkouts.find(({ id }) => id === params.id));
    if (!found) throw notFound();
    return document(checkoutResource(found, context));
  });
  servePage(app, service);
  serveCardPage(app, service);
}
