import type { FastifyInstance } from 'fastify';
import { type JsonObject, jsonObject } from '../server/json-message.ts';
import { notFound, unprocessable } from './lemon-errors.ts';
import { type Change, cancel, pause, resume, tell, unpause } from './lemon-lifecycle.ts';
import { invoiceResource, subscriptionResource } from './lemon-resources.ts';
import { document, type LemonService, type ListQuery, pageOf } from './lemon-service.ts';
import { type LemonContext, subscriptionOf } from './lemon-state.ts';

type One = { Params: { id: string }; Querystring: ListQuery };

/** Stops payments for a while; null goes on. */
function pauseOf(asked: unknown): Change {
  return (state, subscription, context) => {
    if (asked === null) return unpause(state, subscription, context);
    const { mode, resumes_at } = jsonObject(asked);
    const resumesAt = typeof resumes_at === 'string' ? resumes_at : null;
    subscription.pause = { mode: String(mode), resumes_at: resumesAt };
    return pause(state, subscription, context);
  };
}

/** What a PATCH asks for. */
function changeOf(attributes: JsonObject, { plans }: LemonContext): Change {
  return (state, subscription, context) => {
    if (subscription.status === 'expired') throw unprocessable('The subscription has expired.');
    const { variant_id, cancelled, pause: asked } = attributes;
    if (variant_id !== undefined) {
      if (!plans.some(({ id }) => id === String(variant_id))) throw notFound();
      subscription.variantId = String(variant_id);
      tell('subscription_plan_changed')(state, subscription, context);
    }
    if (cancelled === true) cancel(state, subscription, context);
    if (cancelled === false && subscription.status === 'cancelled') {
      resume(state, subscription, context);
    }
    if (asked !== undefined) pauseOf(asked)(state, subscription, context);
  };
}

/** Serves subscriptions and their invoices. */
export function serveSubscriptions(app: FastifyInstance, service: LemonService): void {
  const { change, context } = service;
  /** Changes a subscription that exists and answers it. */
  const answerAfter = (id: string, act: Change) =>
    change((state) => {
      const subscription = state.subscriptions.find((one) => one.id === id);
      if (!subscription) throw notFound();
      act(state, subscription, context);
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
  app.get<One>('/v1/subscriptions/:id', ({ params }) => answerAfter(params.id, () => undefined));
  app.patch<One>('/v1/subscriptions/:id', ({ params, body }) => {
    const { attributes } = jsonObject(jsonObject(body).data);
    return answerAfter(params.id, changeOf(jsonObject(attributes), context));
  });
  app.delete<One>('/v1/subscriptions/:id', ({ params }) =>
    answerAfter(params.id, (state, subscription) => {
      if (subscription.status === 'expired') throw unprocessable('The subscription has expired.');
      if (subscription.status !== 'cancelled') cancel(state, subscription, context);
    }),
  );
  app.get<One>('/v1/subscription-invoices', ({ query }) =>
    change((state) => {
      const wanted = query['filter[subscription_id]'];
      const shown = state.invoices
        .filter(({ subscriptionId }) => wanted === undefined || subscriptionId === wanted)
        .toReversed()
        .map((one) => invoiceResource(one, subscriptionOf(state, one.subscriptionId), context));
      return pageOf(shown, query);
    }),
  );
}
