import { decimalAmount } from '../payments/billing-period.ts';
import type { SimulatedPlan } from '../payments/default-plans.ts';
import { renderSandboxPage } from '../payments/sandbox-page.ts';
import type { PayPalState, PayPalSubscription } from './paypal-state.ts';

/** What the buyer may decide. */
export type PayPalDecision = 'approve' | 'cancel' | 'fail';

export function isDecision(value: unknown): value is PayPalDecision {
  return value === 'approve' || value === 'cancel' || value === 'fail';
}

const PERIODS = { MONTH: 'month', YEAR: 'year' } as const;

/** What waits for approval under a token; null where nothing does. */
export function waitingFor(state: PayPalState, baToken: string) {
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

/** Where the buyer goes next: back to the product, with the ids that PayPal adds. */
export function returnAddress(
  { id }: PayPalSubscription,
  approval: PayPalSubscription['approval'],
  decision: PayPalDecision,
): string {
  const url = new URL(decision === 'cancel' ? approval.cancelUrl : approval.returnUrl);
  url.searchParams.set('subscription_id', id);
  url.searchParams.set('ba_token', approval.baToken);
  url.searchParams.set('token', approval.token);
  return url.href;
}

/** The page on which a plan is approved. */
export function approvalPage(plan: SimulatedPlan): string {
  const period = PERIODS[plan.interval];
  const price = `${plan.currency} ${decimalAmount(plan.amountCents)} per ${period}`;
  const trial = plan.trialDays === null ? 'None' : `${plan.trialDays} days free`;
  return renderSandboxPage({
    provider: 'PayPal',
    title: `Subscribe to ${plan.name}`,
    facts: [
      { name: 'Plan', value: plan.name },
      { name: 'Price', value: price },
      { name: 'Trial', value: trial },
    ],
    notice: null,
    decisions: [
      { value: 'approve', label: 'Approve', isMain: true },
      { value: 'cancel', label: 'Cancel' },
      { value: 'fail', label: 'Fail the payment' },
    ],
    link: null,
  });
}

/** The page of a token that was used or never given out. */
export function nothingToApprove(): string {
  return renderSandboxPage({
    provider: 'PayPal',
    title: 'Nothing to approve',
    facts: [],
    notice: 'This payment was decided already, or does not exist.',
    decisions: [],
    link: null,
  });
}
