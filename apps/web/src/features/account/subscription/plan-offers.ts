import type { Plan } from '@moneytrail/contract';

/** A plan with every provider that sells it, at least one. */
export type PlanOffer = { plan: Plan; ways: readonly Plan[] };

/** Whole cents, so that sums are exact. */
const centsOf = ({ amount }: Plan) => Math.round(amount * 100);

/** After a trial only plans without one are offered, before it only plans with one; all plans if that leaves none. */
export function plansFor(plans: readonly Plan[], hasUsedTrial: boolean): readonly Plan[] {
  const fitting = plans.filter(({ hasTrial }) => hasTrial !== hasUsedTrial);
  return fitting.length > 0 ? fitting : plans;
}

/** Plans of another period from the same provider, without a trial. */
export function plansToChangeTo(
  plans: readonly Plan[],
  present: { provider: Plan['provider']; plan: 'YEARLY' | 'MONTHLY' },
): readonly Plan[] {
  const interval = present.plan === 'YEARLY' ? 'YEAR' : 'MONTH';
  return plans.filter(
    (plan) =>
      plan.provider === present.provider && !plan.hasTrial && plan.billingInterval !== interval,
  );
}

/** Groups equal plans of several providers, keeping their order. */
export function offersOf(plans: readonly Plan[]): PlanOffer[] {
  const offers = new Map<string, Plan[]>();
  for (const plan of plans) {
    const key = `${plan.billingInterval} ${centsOf(plan)} ${plan.trialDays}`;
    const ways = offers.get(key);
    if (ways && !ways.some(({ provider }) => provider === plan.provider)) ways.push(plan);
    else offers.set(ways ? plan.planId : key, [plan]);
  }
  return [...offers.values()].flatMap((ways) => {
    const plan = ways[0];
    return plan ? [{ plan, ways }] : [];
  });
}

/** `USD 29.90` */
export function priceText(amount: number, currency = 'USD'): string {
  const text = amount.toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `${currency} ${text}`;
}

/** The saving of a yearly plan over twelve payments of the cheapest monthly one; null if there is none. */
export function savingText(plan: Plan, plans: readonly Plan[]): string | null {
  if (plan.billingInterval !== 'YEAR') return null;
  const monthly = plans.filter(({ billingInterval }) => billingInterval === 'MONTH').map(centsOf);
  const yearCents = 12 * Math.min(...monthly);
  const savedCents = yearCents - centsOf(plan);
  if (monthly.length === 0 || savedCents <= 0) return null;
  const percent = Math.round((savedCents / yearCents) * 100);
  return `You save ${priceText(savedCents / 100)} a year (${percent}\u00a0%) compared with monthly billing.`;
}
