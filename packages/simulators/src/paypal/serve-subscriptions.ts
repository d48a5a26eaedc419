import type { FastifyInstance } from 'fastify';
import { type JsonObject, jsonObject } from '../server/json-message.ts';
import { invalidRequest, notFound, PayPalRefusal, wrongStatus } from './paypal-errors.ts';
import { type Change, cancel, reactivate, suspend, tell } from './paypal-lifecycle.ts';
import { linksOf, subscriptionResource, transactionResource } from './paypal-resources.ts';
import { type PayPalService, type PayPalSubscription, payPalId, planOf } from './paypal-state.ts';

const PATH = '/v1/billing/subscriptions';
const LONGEST_CUSTOM_ID = 127;

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value);
}

/** Where the buyer is sent back to; PayPal asks for both addresses. */
function approvalOf(body: JsonObject): PayPalSubscription['approval'] {
  const { return_url, cancel_url } = jsonObject(body.application_context);
  if (!isAddress(return_url) || !isAddress(cancel_url)) {
    throw invalidRequest('MISSING_REQUIRED_PARAMETER');
  }
  const token = payPalId('', 17);
  return { baToken: `BA-${token}`, token, returnUrl: return_url, cancelUrl: cancel_url };
}

/** The plan a body asks for. */
function boughtPlan({ context }: PayPalService, body: JsonObject) {
  if (typeof body.plan_id !== 'string') throw invalidRequest('MISSING_REQUIRED_PARAMETER');
  const plan = context.plans.find(({ id }) => id === body.plan_id);
  if (!plan) throw notFound();
  if (!plan.isActive) throw new PayPalRefusal(422, 'UNPROCESSABLE_ENTITY', 'PLAN_STATUS_INVALID');
  return plan;
}

function newSubscription(service: PayPalService, body: JsonObject): PayPalSubscription {
  const customId = textOf(body.custom_id);
  if ((customId?.length ?? 0) > LONGEST_CUSTOM_ID) throw invalidRequest('INVALID_STRING_LENGTH');
  const nowMs = service.context.now();
  return {
    id: payPalId('I-', 12),
    status: 'APPROVAL_PENDING',
    planId: boughtPlan(service, body).id,
    customId,
    email: textOf(jsonObject(body.subscriber).email_address),
    payerId: null,
    createdMs: nowMs,
    updatedMs: nowMs,
    startMs: null,
    nextBillingMs: null,
    unpaidSinceMs: null,
    failedPayments: 0,
    approval: approvalOf(body),
    revision: null,
    transactions: [],
  };
}

function serveCreation(app: FastifyInstance, service: PayPalService): void {
  app.post(PATH, async (request, reply) => {
    const requestId = textOf(request.headers['paypal-request-id']);
    const { subscription, isNew } = await service.change((state) => {
      const former = requestId === null ? undefined : state.requests[requestId];
      const known = state.subscriptions.find(({ id }) => id === former);
      if (known) return { subscription: known, isNew: false };
      const made = newSubscription(service, jsonObject(request.body));
      state.subscriptions.push(made);
      if (requestId !== null) state.requests[requestId] = made.id;
      tell('BILLING.SUBSCRIPTION.CREATED')(state, made, service.context);
      return { subscription: made, isNew: true };
    });
    const { id, status, planId, createdMs } = subscription;
    return reply.code(isNew ? 201 : 200).send({
      id,
      status,
      plan_id: planId,
      create_time: new Date(createdMs).toISOString(),
      links: linksOf(subscription, service.baseUrl()),
    });
  });
}

type OneRequest = {
  Params: { id: string };
  Querystring: { fields?: string; start_time?: string; end_time?: string };
};

/** Changes a subscription that exists. */
function changeOne<Result>(
  service: PayPalService,
  id: string,
  act: (...change: Parameters<Change>) => Result,
): Promise<Result> {
  return service.change((state) => {
    const subscription = state.subscriptions.find((one) => one.id === id);
    if (!subscription) throw notFound();
    return act(state, subscription, service.context);
  });
}

function serveReading(app: FastifyInstance, service: PayPalService): void {
  app.get<OneRequest>(`${PATH}/:id`, ({ params, query }) =>
    changeOne(service, params.id, (_state, subscription, context) => {
      const plan = planOf(context, subscription.planId);
      const withPlan = query.fields?.split(',').includes('plan') ?? false;
      const links = linksOf(subscription, service.baseUrl());
      return { ...subscriptionResource(subscription, plan, withPlan), links };
    }),
  );
  app.get<OneRequest>(`${PATH}/:id/transactions`, ({ params, query }) => {
    const fromMs = Date.parse(query.start_time ?? '');
    const toMs = Date.parse(query.end_time ?? '');
    if (Number.isNaN(fromMs) || Number.isNaN(toMs)) {
      throw invalidRequest('MISSING_REQUIRED_PARAMETER');
    }
    return changeOne(service, params.id, (_state, subscription, context) => {
      const plan = planOf(context, subscription.planId);
      const shown = subscription.transactions.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
      return {
        transactions: shown.map((one) => transactionResource(one, subscription, plan)),
        links: [],
      };
    });
  });
}

function serveChanges(app: FastifyInstance, service: PayPalService): void {
  const allow = (action: string, from: readonly PayPalSubscription['status'][], change: Change) =>
    app.post<OneRequest>(`${PATH}/:id/${action}`, async ({ params }, reply) => {
      await changeOne(service, params.id, (state, subscription, context) => {
        if (!from.includes(subscription.status)) throw wrongStatus();
        change(state, subscription, context);
      });
      return reply.code(204).send();
    });
  allow('cancel', ['ACTIVE', 'SUSPENDED'], cancel);
  allow('suspend', ['ACTIVE'], suspend);
  allow('activate', ['SUSPENDED'], reactivate);
  app.post<OneRequest>(`${PATH}/:id/revise`, async ({ params, body }) =>
    changeOne(service, params.id, (_state, subscription) => {
      if (subscription.status !== 'ACTIVE') throw wrongStatus();
      const asked = jsonObject(body);
      const plan = boughtPlan(service, asked);
      subscription.revision = { ...approvalOf(asked), planId: plan.id };
      return { plan_id: plan.id, links: linksOf(subscription, service.baseUrl()) };
    }),
  );
}

/** Serves subscriptions: made, read, cancelled, suspended, activated, revised. */
export function serveSubscriptions(app: FastifyInstance, service: PayPalService): void {
  serveCreation(app, service);
  serveReading(app, service);
  serveChanges(app, service);
}
