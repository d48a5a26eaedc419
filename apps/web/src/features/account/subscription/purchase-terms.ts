import { type Plan, periodAfter, type Subscription } from '@moneytrail/contract';
import { dayText } from '../../../lib/subscription-dates.ts';
import { priceText } from './plan-offers.ts';

/** The question before an order or a change: nothing is ordered until it is answered. */
export type PurchaseTerms = {
  title: string;
  facts: readonly (readonly [name: string, value: string])[];
  /** The fate of paid and free days, and the way out. */
  note: string;
  confirm: string;
};

const PERIODS = { MONTH: 'month', YEAR: 'year' } as const;
const DAY_MS = 86_400_000;

const day = (timeMs: number) => dayText(new Date(timeMs).toISOString());

/** The page on which the buyer approves. */
const goOn = ({ provider }: Plan) =>
  provider === 'paypal' ? 'Continue to PayPal' : 'Continue to payment';

/**
 * The terms of a new subscription ordered at `nowMs`. `runsUntil` is the end of a cancelled one that still gives access,
 * null without one.
 */
export function orderTerms(plan: Plan, nowMs: number, runsUntil: string | null): PurchaseTerms {
  const price = priceText(plan.amount);
  const period = PERIODS[plan.billingInterval];
  const until = 'until you cancel, in this tab, at any time.';
  if (plan.trialDays !== null) {
    const end = day(nowMs + plan.trialDays * DAY_MS);
    return {
      title: 'Start your free trial?',
      facts: [
        ['Plan', plan.name],
        ['To pay today', 'Nothing'],
        ['Free until', end],
        ['First payment', `${price} on ${end}`],
      ],
      note: `Cancel before ${end} and you pay nothing. Otherwise ${price} is charged on that day and every ${period} after it, ${until}`,
      confirm: goOn(plan),
    };
  }
  const kept =
    runsUntil === null
      ? ''
      : ` Your cancelled plan runs until ${dayText(runsUntil)}; its remaining days are not added to the new one.`;
  return {
    title: `Subscribe to ${plan.name}?`,
    facts: [
      ['Plan', plan.name],
      ['To pay today', price],
      ['Next payment', `${price} on ${day(periodAfter(nowMs, plan.billingInterval))}`],
    ],
    note: `${price} is charged today and every ${period} after that, ${until}${kept}`,
    confirm: goOn(plan),
  };
}

/** The terms of a change of plan, which the provider charges from the next payment on. */
export function changeTerms(
  plan: Plan,
  { displayName, isInTrial, renewsAt }: Subscription,
): PurchaseTerms {
  const price = priceText(plan.amount);
  const due = renewsAt === null ? 'at the next renewal' : `on ${dayText(renewsAt)}`;
  const until = renewsAt === null ? '' : ` until ${dayText(renewsAt)}`;
  const days = isInTrial
    ? `Your free trial stays${renewsAt === null ? '' : `: it ends on ${dayText(renewsAt)}`}.`
    : `The days that you have paid for${until} stay yours.`;
  return {
    title: `Change to ${plan.name}?`,
    facts: [
      ['Plan now', displayName],
      ['New plan', plan.name],
      ['To pay today', 'Nothing'],
      [isInTrial ? 'First payment' : 'Next payment', `${price} ${due}`],
    ],
    note: `${days} Then ${price} is charged every ${PERIODS[plan.billingInterval]}, until you cancel.`,
    confirm: plan.provider === 'paypal' ? goOn(plan) : 'Change my plan',
  };
}

/** The terms of taking a cancellation back. */
export function resumeTerms({
  displayName,
  plan,
  amount,
  currency,
  isInTrial,
  endDate,
}: Subscription): PurchaseTerms {
  const due = dayText(endDate);
  const price = amount === null ? null : priceText(amount, currency ?? undefined);
  const every = plan === 'YEARLY' ? 'year' : 'month';
  return {
    title: 'Take back the cancellation?',
    facts: [
      ['Plan', displayName],
      ['To pay today', 'Nothing'],
      [isInTrial ? 'First payment' : 'Next payment', price === null ? due : `${price} on ${due}`],
    ],
    note: `${displayName} goes on as before: ${isInTrial ? 'the free trial' : 'the paid time'} lasts until ${due}, and ${price ?? 'its price'} is charged on that day and every ${every} after it, until you cancel.`,
    confirm: 'Take back',
  };
}

/** Providers with plans, none of which is among those shown. */
export function unshownProviders(
  plans: readonly Plan[],
  shown: readonly Plan[],
): Plan['provider'][] {
  const names = new Set(plans.map(({ provider }) => provider));
  return [...names].filter((name) => shown.every(({ provider }) => provider !== name));
}
