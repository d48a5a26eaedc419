import { randomBytes } from 'node:crypto';
import { Refusal } from '../payments/payment-service.ts';
import { decimalAmount, type SimulatedPlan } from '../payments/plans.ts';
import type { PayPalSubscription, PayPalTransaction } from './paypal-state.ts';

const MESSAGES = {
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  AUTHENTICATION_FAILURE:
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  RATE_LIMIT_REACHED: 'Too many requests. Blocked due to rate limiting.',
  INTERNAL_SERVER_ERROR: 'An internal server error has occurred.',
};

function refusal(status: number, name: keyof typeof MESSAGES, issue?: string): Refusal {
  return new Refusal(status, {
    name,
    message: MESSAGES[name],
    debug_id: randomBytes(7).toString('hex').slice(0, 13),
    ...(issue && { details: [{ issue, description: `Simulated: ${issue}` }] }),
    links: [],
  });
}

export const notFound = () => refusal(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
export const invalidRequest = (issue: string) => refusal(400, 'INVALID_REQUEST', issue);
export const unprocessable = (issue: string) => refusal(422, 'UNPROCESSABLE_ENTITY', issue);
export const unauthenticated = () => refusal(401, 'AUTHENTICATION_FAILURE');

export const FAULTS = {
  '401': unauthenticated,
  '429': () => refusal(429, 'RATE_LIMIT_REACHED'),
  '500': () => refusal(500, 'INTERNAL_SERVER_ERROR'),
};

/** PayPal's format of a time, in whole seconds. */
export function payPalTime(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}

const PRODUCT_ID = 'PROD-1MONEYTRAIL00000';

/** All plans belong to this product. */
export const PRODUCT = {
  id: PRODUCT_ID,
  name: 'Moneytrail',
  description: 'Market charts and signals',
  type: 'SERVICE',
  create_time: '2026-01-01T00:00:00Z',
};

const money = (cents: number, currency: string) => ({
  currency_code: currency,
  value: decimalAmount(cents),
});

function cyclesOf({ trialDays, interval, amountCents, currency }: SimulatedPlan) {
  const regular = {
    frequency: { interval_unit: interval, interval_count: 1 },
    tenure_type: 'REGULAR',
    sequence: trialDays === null ? 1 : 2,
    total_cycles: 0,
    pricing_scheme: { version: 1, fixed_price: money(amountCents, currency) },
  };
  if (trialDays === null) return [regular];
  const trial = {
    frequency: { interval_unit: 'DAY', interval_count: trialDays },
    tenure_type: 'TRIAL',
    sequence: 1,
    total_cycles: 1,
    pricing_scheme: { version: 1, fixed_price: money(0, currency) },
  };
  return [trial, regular];
}

/** A plan in a list. */
export function planSummary(plan: SimulatedPlan) {
  return {
    id: plan.id,
    product_id: PRODUCT_ID,
    name: plan.name,
    status: plan.isActive ? 'ACTIVE' : 'INACTIVE',
    description: plan.description,
    usage_type: 'LICENSED',
    create_time: PRODUCT.create_time,
  };
}

/** A plan read by its id. */
export function planResource(plan: SimulatedPlan) {
  return {
    ...planSummary(plan),
    billing_cycles: cyclesOf(plan),
    payment_preferences: {
      service_type: 'PREPAID',
      auto_bill_outstanding: true,
      setup_fee: money(0, plan.currency),
      setup_fee_failure_action: 'CONTINUE',
      payment_failure_threshold: 3,
    },
    quantity_supported: false,
  };
}

/** The links of a subscription; one of them leads to the approval page while an approval is pending. */
export function linksOf(subscription: PayPalSubscription, baseUrl: string) {
  const self = `${baseUrl}/v1/billing/subscriptions/${subscription.id}`;
  const waiting =
    subscription.status === 'APPROVAL_PENDING' ? subscription.approval : subscription.revision;
  const page = `${baseUrl}/webapps/billing/subscriptions?ba_token=${waiting?.baToken}`;
  const approve = waiting ? [{ href: page, rel: 'approve', method: 'GET' }] : [];
  return [
    ...approve,
    { href: self, rel: 'edit', method: 'PATCH' },
    { href: self, rel: 'self', method: 'GET' },
  ];
}

function billingInfo(subscription: PayPalSubscription, plan: SimulatedPlan) {
  const { transactions, nextBillingMs, failedPayments } = subscription;
  const paid = transactions.filter(({ status }) => status === 'COMPLETED');
  const lastPayment = paid.at(-1);
  const executions = cyclesOf(plan).map(({ tenure_type, sequence, total_cycles }) => ({
    tenure_type,
    sequence,
    cycles_completed: tenure_type === 'TRIAL' ? 1 : paid.length,
    cycles_remaining: 0,
    total_cycles,
  }));
  const isRenewing = subscription.status === 'ACTIVE' || subscription.status === 'SUSPENDED';
  return {
    outstanding_balance: money(failedPayments > 0 ? plan.amountCents : 0, plan.currency),
    cycle_executions: executions,
    ...(lastPayment && {
      last_payment: {
        amount: money(lastPayment.amountCents, plan.currency),
        time: payPalTime(lastPayment.atMs),
      },
    }),
    ...(isRenewing && nextBillingMs !== null
      ? { next_billing_time: payPalTime(nextBillingMs) }
      : {}),
    failed_payments_count: failedPayments,
  };
}

/** A subscription read by its id; `fields=plan` in the request adds the plan. */
export function subscriptionResource(
  subscription: PayPalSubscription,
  plan: SimulatedPlan,
  withPlan = false,
) {
  const { id, status, planId, customId, email, payerId, startMs } = subscription;
  return {
    id,
    plan_id: planId,
    status,
    status_update_time: payPalTime(subscription.updatedMs),
    create_time: payPalTime(subscription.createdMs),
    update_time: payPalTime(subscription.updatedMs),
    start_time: payPalTime(startMs ?? subscription.createdMs),
    quantity: '1',
    plan_overridden: false,
    ...(customId === null ? {} : { custom_id: customId }),
    subscriber: {
      ...(email === null ? {} : { email_address: email }),
      ...(payerId === null ? {} : { payer_id: payerId }),
    },
    ...(startMs === null && subscription.failedPayments === 0
      ? {}
      : { billing_info: billingInfo(subscription, plan) }),
    ...(withPlan ? { plan: planResource(plan) } : {}),
  };
}

/** A payment in the list of transactions. */
export function transactionResource(
  transaction: PayPalTransaction,
  subscription: PayPalSubscription,
  plan: SimulatedPlan,
) {
  const gross = money(transaction.amountCents, plan.currency);
  return {
    id: transaction.id,
    status: transaction.status,
    payer_email: subscription.email,
    amount_with_breakdown: { gross_amount: gross },
    time: new Date(transaction.atMs).toISOString(),
  };
}

/** A dispute in a webhook; the payment stays as it is until the dispute is decided. */
export function disputeResource(
  transaction: PayPalTransaction,
  plan: SimulatedPlan,
  status: 'OPEN' | 'RESOLVED',
) {
  return {
    dispute_id: `PP-D-${transaction.id.slice(-5)}`,
    create_time: payPalTime(transaction.atMs),
    disputed_transactions: [{ seller_transaction_id: transaction.id, items: [] }],
    reason: 'UNAUTHORISED',
    status,
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_amount: money(transaction.amountCents, plan.currency),
  };
}

/** A payment in a webhook. */
export function saleResource(
  transaction: PayPalTransaction,
  subscription: PayPalSubscription,
  plan: SimulatedPlan,
) {
  return {
    id: transaction.id,
    state: transaction.status.toLowerCase(),
    amount: { total: decimalAmount(transaction.amountCents), currency: plan.currency },
    billing_agreement_id: subscription.id,
    ...(subscription.customId === null ? {} : { custom: subscription.customId }),
    create_time: payPalTime(transaction.atMs),
    update_time: payPalTime(transaction.atMs),
  };
}
