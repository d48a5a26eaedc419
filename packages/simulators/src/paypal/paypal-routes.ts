import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ChangeState } from '../payments/payment-service.ts';
import { planOf } from '../payments/plans.ts';
import { type RunningTerms, sendSandboxPage } from '../payments/sandbox-page.ts';
import { type JsonObject, jsonObject } from '../server/json-message.ts';
import {
  approvalFails,
  approve,
  type Change,
  cancel,
  notify,
  payPalId,
  reactivate,
  suspend,
} from './paypal-lifecycle.ts';
import {
  invalidRequest,
  linksOf,
  notFound,
  PRODUCT,
  planResource,
  planSummary,
  subscriptionResource,
  transactionResource,
  unprocessable,
} from './paypal-resources.ts';
import type { PayPalContext, PayPalState, PayPalSubscription } from './paypal-state.ts';

export type PayPalService = {
  context: PayPalContext;
  change: ChangeState<PayPalState>;
  /** Known once the simulator listens. */
  baseUrl: () => string;
};

export type PayPalDecision = 'approve' | 'cancel' | 'fail';

const LARGEST_PAGE = 20;
const DEFAULT_PAGE = 10;
const SUBSCRIPTIONS = '/v1/billing/subscriptions';
const APPROVAL_PAGE = '/webapps/billing/subscriptions';
const LONGEST_CUSTOM_ID = 127;

type PageQuery = { page?: string; page_size?: string; total_required?: string };

/** One page of a list, with totals if the request asks for them. */
function pageOf<Item>(items: readonly Item[], query: PageQuery) {
  const size = Number(query.page_size ?? DEFAULT_PAGE);
  const page = Number(query.page ?? 1);
  if (!Number.isInteger(size) || size < 1 || size > LARGEST_PAGE) {
    throw invalidRequest('INVALID_PARAMETER_VALUE');
  }
  if (!Number.isInteger(page) || page < 1) throw invalidRequest('INVALID_PARAMETER_VALUE');
  const totals = { total_items: items.length, total_pages: Math.ceil(items.length / size) };
  const shown = items.slice((page - 1) * size, page * size);
  return { shown, totals: query.total_required === 'true' ? totals : {} };
}

/** Serves the product and its plans. */
export function serveCatalogue(app: FastifyInstance, { plans }: PayPalContext): void {
  app.get<{ Querystring: PageQuery }>('/v1/catalogs/products', async ({ query }) => {
    const { shown, totals } = pageOf([PRODUCT], query);
    return { products: shown, ...totals, links: [] };
  });
  app.get<{ Params: { id: string } }>('/v1/catalogs/products/:id', async ({ params }) => {
    if (params.id !== PRODUCT.id) throw notFound();
    return PRODUCT;
  });
  app.get<{ Querystring: PageQuery }>('/v1/billing/plans', async ({ query }) => {
    const { shown, totals } = pageOf(plans, query);
    return { plans: shown.map(planSummary), ...totals, links: [] };
  });
  app.get<{ Params: { id: string } }>('/v1/billing/plans/:id', async ({ params }) => {
    const plan = plans.find(({ id }) => id === params.id);
    if (!plan) throw notFound();
    return planResource(plan);
  });
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

function approvalOf(body: JsonObject): PayPalSubscription['approval'] {
  const { return_url, cancel_url } = jsonObject(body.application_context);
  const [returnUrl, cancelUrl] = [textOf(return_url), textOf(cancel_url)];
  if (!returnUrl || !cancelUrl || !URL.canParse(returnUrl) || !URL.canParse(cancelUrl)) {
    throw invalidRequest('MISSING_REQUIRED_PARAMETER');
  }
  const token = payPalId('', 17);
  return { baToken: `BA-${token}`, token, returnUrl, cancelUrl };
}

function planIdOf({ plans }: PayPalContext, body: JsonObject): string {
  if (typeof body.plan_id !== 'string') throw invalidRequest('MISSING_REQUIRED_PARAMETER');
  const plan = plans.find(({ id }) => id === body.plan_id);
  if (!plan) throw notFound();
  if (!plan.isActive) throw unprocessable('PLAN_STATUS_INVALID');
  return plan.id;
}

function newSubscription(context: PayPalContext, body: JsonObject): PayPalSubscription {
  const customId = textOf(body.custom_id);
  if ((customId?.length ?? 0) > LONGEST_CUSTOM_ID) throw invalidRequest('INVALID_STRING_LENGTH');
  const nowMs = context.now();
  return {
    id: payPalId('I-', 12),
    status: 'APPROVAL_PENDING',
    planId: planIdOf(context, body),
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

type OneRequest = {
  Params: { id: string };
  Querystring: { fields?: string; start_time?: string; end_time?: string };
};

/** Serves subscriptions: create, read, cancel, suspend, activate and revise. */
export function serveSubscriptions(app: FastifyInstance, service: PayPalService): void {
  const { context, baseUrl } = service;
  const changeOne = <Result>(
    id: string,
    act: (target: Parameters<Change>[0]) => Result,
  ): Promise<Result> =>
    service.change((state) => {
      const subscription = state.subscriptions.find((one) => one.id === id);
      if (!subscription) throw notFound();
      return act({ state, subscription, context });
    });

  app.post(SUBSCRIPTIONS, async (request, reply) => {
    const requestId = textOf(request.headers['paypal-request-id']);
    const { subscription, isNew } = await service.change((state) => {
      const knownId = requestId === null ? undefined : state.requests[requestId];
      const known = state.subscriptions.find(({ id }) => id === knownId);
      if (known) return { subscription: known, isNew: false };
      const created = newSubscription(context, jsonObject(request.body));
      state.subscriptions.push(created);
      if (requestId !== null) state.requests[requestId] = created.id;
      notify('BILLING.SUBSCRIPTION.CREATED', { state, subscription: created, context });
      return { subscription: created, isNew: true };
    });
    const { id, status, planId, createdMs } = subscription;
    return reply.code(isNew ? 201 : 200).send({
      id,
      status,
      plan_id: planId,
      create_time: new Date(createdMs).toISOString(),
      links: linksOf(subscription, baseUrl()),
    });
  });
  app.get<OneRequest>(`${SUBSCRIPTIONS}/:id`, ({ params, query }) =>
    changeOne(params.id, ({ subscription }) => {
      const withPlan = query.fields?.split(',').includes('plan') ?? false;
      const plan = planOf(context, subscription.planId);
      const links = linksOf(subscription, baseUrl());
      return { ...subscriptionResource(subscription, plan, withPlan), links };
    }),
  );
  app.get<OneRequest>(`${SUBSCRIPTIONS}/:id/transactions`, ({ params, query }) => {
    const fromMs = Date.parse(query.start_time ?? '');
    const toMs = Date.parse(query.end_time ?? '');
    if (Number.isNaN(fromMs) || Number.isNaN(toMs)) {
      throw invalidRequest('MISSING_REQUIRED_PARAMETER');
    }
    return changeOne(params.id, ({ subscription }) => {
      const plan = planOf(context, subscription.planId);
      const transactions = subscription.transactions
        .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
        .map((one) => transactionResource(one, subscription, plan));
      return { transactions, links: [] };
    });
  });

  const allow = (action: string, from: readonly PayPalSubscription['status'][], change: Change) =>
    app.post<OneRequest>(`${SUBSCRIPTIONS}/:id/${action}`, async ({ params }, reply) => {
      await changeOne(params.id, (target) => {
        if (!from.includes(target.subscription.status)) {
          throw unprocessable('SUBSCRIPTION_STATUS_INVALID');
        }
        change(target);
      });
      return reply.code(204).send();
    });
  allow('cancel', ['ACTIVE', 'SUSPENDED'], cancel);
  allow('suspend', ['ACTIVE'], suspend);
  allow('activate', ['SUSPENDED'], reactivate);
  app.post<OneRequest>(`${SUBSCRIPTIONS}/:id/revise`, ({ params, body }) =>
    changeOne(params.id, ({ subscription }) => {
      if (subscription.status !== 'ACTIVE') throw unprocessable('SUBSCRIPTION_STATUS_INVALID');
      const revision = jsonObject(body);
      const planId = planIdOf(context, revision);
      subscription.revision = { ...approvalOf(revision), planId };
      return { plan_id: planId, links: linksOf(subscription, baseUrl()) };
    }),
  );
}

/** The subscription or change of plan that a token approves; null if the token is unknown or used. */
function waitingFor(state: PayPalState, baToken: string) {
  for (const subscription of state.subscriptions) {
    const { revision, approval, status, planId } = subscription;
    if (revision?.baToken === baToken) {
      return { subscription, approval: revision, planId: revision.planId };
    }
    if (status === 'APPROVAL_PENDING' && approval.baToken === baToken) {
      return { subscription, approval, planId };
    }
  }
  return null;
}

function isDecision(value: unknown): value is PayPalDecision {
  return value === 'approve' || value === 'cancel' || value === 'fail';
}

/** Applies the buyer's decision; resolves with the product's address and PayPal's ids, or null for a dead token. */
export function decide(
  { change, context }: PayPalService,
  baToken: string,
  decision: PayPalDecision,
): Promise<string | null> {
  return change((state) => {
    const waiting = waitingFor(state, baToken);
    if (!waiting) return null;
    const { subscription, approval } = waiting;
    if (decision === 'approve') approve({ state, subscription, context });
    if (decision === 'fail') approvalFails({ state, subscription, context });
    const url = new URL(decision === 'cancel' ? approval.cancelUrl : approval.returnUrl);
    url.searchParams.set('subscription_id', subscription.id);
    url.searchParams.set('ba_token', approval.baToken);
    url.searchParams.set('token', approval.token);
    return url.href;
  });
}

/** A change of plan keeps the trial and the date of the next payment; null unless the subscription is running. */
function runningTerms(
  { now }: PayPalContext,
  { startMs, nextBillingMs, transactions }: PayPalSubscription,
): RunningTerms | null {
  if (startMs === null || nextBillingMs === null || nextBillingMs <= now()) return null;
  return { nextPaymentMs: nextBillingMs, isInTrial: transactions.length === 0 };
}

/** Serves the page on which the buyer approves a subscription or a change of plan. */
export function serveApproval(app: FastifyInstance, service: PayPalService): void {
  type Page = { Querystring: { ba_token?: string }; Body: { decision?: string } | undefined };
  const nothingToApprove = (reply: FastifyReply) => {
    const notice = 'This payment was decided already, or does not exist.';
    return sendSandboxPage(reply, { provider: 'PayPal', title: 'Nothing to approve', notice }, 404);
  };
  app.get<Page>(APPROVAL_PAGE, async ({ query }, reply) => {
    const asked = await service.change((state) => {
      const waiting = waitingFor(state, query.ba_token ?? '');
      if (!waiting) return null;
      const plan = planOf(service.context, waiting.planId);
      return { plan, running: runningTerms(service.context, waiting.subscription) };
    });
    if (!asked) return nothingToApprove(reply);
    const { plan, running } = asked;
    return sendSandboxPage(reply, {
      provider: 'PayPal',
      title: `${running ? 'Change' : 'Subscribe'} to ${plan.name}`,
      plan,
      running,
      decisions: [
        { value: 'approve', label: 'Approve', isMain: true },
        { value: 'cancel', label: 'Cancel' },
        { value: 'fail', label: 'Fail the payment' },
      ],
    });
  });
  app.post<Page>(APPROVAL_PAGE, async ({ query, body }, reply) => {
    const decision = body?.decision;
    const next = isDecision(decision)
      ? await decide(service, query.ba_token ?? '', decision)
      : null;
    return next === null ? nothingToApprove(reply) : reply.redirect(next, 303);
  });
}
