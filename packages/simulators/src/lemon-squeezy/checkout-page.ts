import { decimalAmount } from '../payments/billing-period.ts';
import type { SimulatedPlan } from '../payments/default-plans.ts';
import { renderSandboxPage, type SandboxPage } from '../payments/sandbox-page.ts';

const PROVIDER = 'Lemon Squeezy';
const PERIODS = { MONTH: 'month', YEAR: 'year' } as const;

/** What the buyer may decide. */
export type LemonDecision = 'pay' | 'cancel' | 'fail';

export function isDecision(value: unknown): value is LemonDecision {
  return value === 'pay' || value === 'cancel' || value === 'fail';
}

function factsOf(plan: SimulatedPlan): SandboxPage['facts'] {
  const price = `${plan.currency} ${decimalAmount(plan.amountCents)} per ${PERIODS[plan.interval]}`;
  const trial = plan.trialDays === null ? 'None' : `${plan.trialDays} days free`;
  return [
    { name: 'Plan', value: plan.name },
    { name: 'Price', value: price },
    { name: 'Trial', value: trial },
  ];
}

/** The page on which a plan is paid. */
export function checkoutPage(plan: SimulatedPlan, notice: string | null = null): string {
  return renderSandboxPage({
    provider: PROVIDER,
    title: `Buy ${plan.name}`,
    facts: factsOf(plan),
    notice,
    decisions: [
      { value: 'pay', label: 'Pay', isMain: true },
      { value: 'cancel', label: 'Cancel' },
      { value: 'fail', label: 'Fail the payment' },
    ],
    link: null,
  });
}

/** The page on which a card is changed after a failed payment. */
export function cardPage(plan: SimulatedPlan): string {
  return renderSandboxPage({
    provider: PROVIDER,
    title: 'Change your card',
    facts: factsOf(plan),
    notice: null,
    decisions: [{ value: 'pay', label: 'Use another card', isMain: true }],
    link: null,
  });
}

/** A page that only tells something; `href` leads back to the product. */
export function messagePage(title: string, notice: string, href: string | null): string {
  const link = href === null ? null : { href, label: 'Back to Moneytrail' };
  return renderSandboxPage({
    ...{ provider: PROVIDER, title, notice, link },
    facts: [],
    decisions: [],
  });
}
