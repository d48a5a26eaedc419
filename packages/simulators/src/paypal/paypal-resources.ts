import { decimalAmount } from '../payments/billing-period.ts';
import type { SimulatedPlan } from '../payments/default-plans.ts';
import { type PayPalSubscription, type PayPalTransaction, payPalTime } from './paypal-state.ts';

const PRODUCT_ID = 'PROD-1MONEYTRAIL00000';

/** The one product that every plan is of. */
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

/** A plan as lists hold it. */
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

/** A plan as it is read by its id. */
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

function approvalUrl(baseUrl: string, baToken: string): string {
  return `${baseUrl}/webapps/billing/subscriptions?ba_token=${baToken}`;
}

/** The links of a subscription, to be approved while it waits for that. */
export function linksOf(subscription: PayPalSubscription, baseUrl: string) {
  const self = `${baseUrl}/v1/billing/subscriptions/${subscription.id}`;
  const waiting =
    subscription.status === 'APPROVAL_PENDING' ? subscription.approval : subscription.revision;
  const approve = waiting
    ? [{ href: approvalUrl(baseUrl, waiting.baToken), rel: 'approve', method: 'GET' }]
    : [];
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

/** A subscription as it is read by its id; `withPlan` as `fields=plan` asks for it. */
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

/** A payment as the list of transactions holds it. */
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

/** A payment as webhooks tell it. */
export function saleResource(
  transaction: PayPalTransaction,
  subscription: PayPalSubscription,
  plan: SimulatedPlan,
) {
  return {
    id: transaction.id,
    state: transaction.status === 'COMPLETED' ? 'completed' : 'refunded',
    amount: { total: decimalAmount(transaction.amountCents), currency: plan.currency },
    billing_agreement_id: subscription.id,
    ...(subscription.customId === null ? {} : { custom: subscription.customId }),
    create_time: payPalTime(transaction.atMs),
    update_time: payPalTime(transaction.atMs),
  };
}
