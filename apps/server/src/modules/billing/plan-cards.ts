import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { GIVEN_FREE, GIVEN_TO_VISITORS, type Given, givenByPlan } from '@moneytrail/contract';
import { escapeHtml } from '../../escape-html.ts';
import { createPagePart } from '../../page-part.ts';
import type { Billing } from './billing.ts';
import { amountText, PERIODS, PROVIDERS } from './messages.ts';
import { listOffered } from './payments-store.ts';
import type { PlanRow } from './policy.ts';

/** Plans of one price and interval, from all providers and with and without a trial; at least one. */
type Offer = readonly [PlanRow, ...PlanRow[]];

function offersOf(plans: readonly PlanRow[]): Offer[] {
  const offers = new Map<string, Offer>();
  for (const plan of plans) {
    const key = `${plan.billing_interval} ${plan.amount_cents} ${plan.currency}`;
    const known = offers.get(key);
    offers.set(key, known ? [...known, plan] : [plan]);
  }
  return [...offers.values()];
}

/** `PayPal: 14 days free`: what a provider asks for at first. */
function wayOf(provider: PlanRow['provider'], offer: Offer): string {
  const days = offer
    .filter((plan) => plan.provider === provider)
    .reduce((most, { trial_days }) => Math.max(most, trial_days ?? 0), 0);
  const name = provider === 'lemon' ? `Card, by ${PROVIDERS[provider]}` : PROVIDERS[provider];
  return `${name}: ${days > 0 ? `${days} days free, once for each person` : 'no free trial'}`;
}

type Card = { name: string; price: string; lines: readonly string[]; given: readonly Given[] };

function cardOf(offer: Offer): Card {
  const [plan] = offer;
  const providers = [...new Set(offer.map(({ provider }) => provider))].toSorted();
  return {
    name: plan.name,
    price: `<strong>${escapeHtml(amountText(plan))}</strong> / ${PERIODS[plan.billing_interval]}`,
    lines: providers.toReversed().map((provider) => wayOf(provider, offer)),
    // One of several plans that differ is described by what all of them give.
    given: givenByPlan({
      isDetailedSummaryAllowed: offer.every(({ gives_summary }) => gives_summary),
      isSuffixAllowed: offer.every(({ gives_suffix }) => gives_suffix),
    }),
  };
}

const FREE = '<strong>Free</strong>';
const FREE_CARDS: readonly Card[] = [
  { name: 'Without an account', price: FREE, lines: ['At once'], given: GIVEN_TO_VISITORS },
  {
    name: 'Account without a plan',
    price: FREE,
    lines: ['After approval by a person'],
    given: GIVEN_FREE,
  },
];

function htmlOf({ name, price, lines, given }: Card): string {
  const rows = given.map(
    (each) => `<div><dt>${escapeHtml(each.name)}</dt><dd>${escapeHtml(each.value)}</dd></div>`,
  );
  const ways = lines.map((line) => `<li>${escapeHtml(line)}</li>`);
  return `<article><h3>${escapeHtml(name)}</h3><p>${price}</p><ul>${ways.join('')}</ul><dl>${rows.join('')}</dl></article>`;
}

const NONE = '<p>No plan is on offer at the moment.</p>';
const UNKNOWN =
  '<p>The prices of plans cannot be shown at the moment. Your account shows them before you order.</p>';
const FRESH_MS = MINUTE_MS;
/** At a first start Home may be visited before the plans are stored. */
const WITHOUT_PLANS_MS = 5 * SECOND_MS;

/** The cards of Home's section on plans, as HTML: what is free beside the plans on offer. */
export function planCards(plans: readonly PlanRow[] | null): string {
  const free = FREE_CARDS.map(htmlOf).join('');
  if (plans === null) return free + UNKNOWN;
  return free + (plans.length === 0 ? NONE : offersOf(plans).map(cardOf).map(htmlOf).join(''));
}

/** The cards for Home, from plans that are read once a minute. */
export function createPlanCards({
  db,
  clock,
  payments,
  log,
}: Pick<Billing, 'db' | 'clock' | 'payments' | 'log'>): () => Promise<string> {
  return createPagePart(
    { clock, log },
    {
      read: async () => {
        const names = Object.values(payments.providers).map(({ name }) => name);
        const offered = await listOffered(db, names);
        const keptMs = offered.length === 0 ? WITHOUT_PLANS_MS : FRESH_MS;
        return { html: planCards(offered), keptMs };
      },
      unknown: planCards(null),
      failed: 'the plans on offer could not be read',
    },
  );
}
