import { BRAND } from '@moneytrail/contract';
import type { MailMessage } from '../../outside/mail.ts';
import { letter } from '../accounts/index.ts';
import { SUBSCRIPTION_PAGE } from './billing.ts';
import {
  type PlanRow,
  type Refusal,
  receiptNumber,
  type StoredPayment,
  type SubscriptionRow,
} from './policy.ts';

type To = Parameters<typeof letter>[0];

const SUPPORT = `If something is not right, please contact us: ${BRAND.contactAddress}.`;

/** `20 November 2026`, the day in Johannesburg. */
function dayText(timeMs: number): string {
  const form = { dateStyle: 'long', timeZone: 'Africa/Johannesburg' } as const;
  return new Intl.DateTimeFormat('en-ZA', form).format(timeMs);
}

const toTab = (publicUrl: string, label: string) => ({
  action: { label, url: publicUrl + SUBSCRIPTION_PAGE },
});

/** The subscription that a mail is about; `price` is that of its next payment. */
type About = {
  publicUrl: string;
  to: To;
  planName: string;
  price: Pick<SubscriptionRow, 'amount_cents' | 'currency'>;
  interval: PlanRow['billing_interval'];
};

/** `USD 299.90` */
export function amountText({ amount_cents, currency }: About['price']): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  return `${currency} ${(amount_cents / 100).toLocaleString('en-US', digits)}`;
}

export const PERIODS = { MONTH: 'month', YEAR: 'year' } as const;

/** `USD 299.90 a year` */
const priceText = ({ price, interval }: About) => `${amountText(price)} a ${PERIODS[interval]}`;

const HOW_TO_CANCEL =
  'To cancel, open Manage Account, choose Subscription and press Cancel Subscription. Cancel before the next charge, and it is not made.';

/** `nextMs` is null if no date is known. */
const nextCharge = (about: About, nextMs: number | null) =>
  nextMs === null ? '' : ` The next charge is ${amountText(about.price)} on ${dayText(nextMs)}.`;

type Renewal = {
  /** The next charge. */
  nextMs: number | null;
  /** Null unless a trial is running. */
  trialEndsMs: number | null;
};

export function startedMail(about: About, { nextMs, trialEndsMs }: Renewal): MailMessage {
  const { publicUrl, to, planName } = about;
  const what =
    trialEndsMs === null
      ? `Your plan ${planName} is active. It costs ${priceText(about)} and renews by itself until you cancel it.`
      : `Your free trial of ${planName} has begun. It ends on ${dayText(trialEndsMs)}; then the plan costs ${priceText(about)} and renews by itself until you cancel it.`;
  const lines = [what + nextCharge(about, nextMs), HOW_TO_CANCEL, SUPPORT];
  return letter(to, 'your subscription is active', lines, toTab(publicUrl, 'See your plan'));
}

/** The plan of a running subscription has been changed. Providers charge the new price from the next renewal on. */
export function changedMail(
  about: About,
  { nextMs, trialEndsMs, from }: Renewal & { from: string },
): MailMessage {
  const { publicUrl, to, planName } = about;
  const days =
    trialEndsMs === null
      ? 'The days that you have paid for stay yours.'
      : `Your free trial stays: it ends on ${dayText(trialEndsMs)}.`;
  const what = `Your plan has been changed from ${from} to ${planName}, which costs ${priceText(about)}. Nothing is charged for the change. ${days}${nextCharge(about, nextMs)}`;
  const lines = [what, HOW_TO_CANCEL, SUPPORT];
  return letter(to, 'your plan was changed', lines, toTab(publicUrl, 'See your plan'));
}

/** A cancellation was taken back. */
export function resumedMail(about: About, { nextMs, trialEndsMs }: Renewal): MailMessage {
  const { publicUrl, to, planName } = about;
  const days =
    trialEndsMs === null ? '' : ` Your free trial goes on: it ends on ${dayText(trialEndsMs)}.`;
  const what = `Your cancellation is taken back: your plan ${planName} renews again, at ${priceText(about)}.${days}${nextCharge(about, nextMs)}`;
  const lines = [what, HOW_TO_CANCEL, SUPPORT];
  return letter(to, 'your subscription renews again', lines, toTab(publicUrl, 'See your plan'));
}

/** `untilMs` is the end of access, which may be in the past; `nextMs` is the charge that is not made. */
export function cancelledMail(
  about: About,
  access: { untilMs: number; nowMs: number; nextMs: number | null; canResume: boolean },
): MailMessage {
  const { publicUrl, to, planName } = about;
  const { untilMs, nowMs, nextMs, canResume } = access;
  const until =
    nowMs < untilMs ? `You have access until ${dayText(untilMs)}` : 'Your access has ended';
  const due =
    nextMs === null || nextMs < nowMs
      ? 'Nothing more is charged.'
      : `Nothing more is charged: the payment of ${amountText(about.price)} on ${dayText(nextMs)} is not made.`;
  const back =
    canResume && nowMs < untilMs
      ? ' Until then you can take the cancellation back in Manage Account, under Subscription.'
      : '';
  const what = `Your plan ${planName} will not renew. ${until}. ${due}${back}`;
  const more = toTab(publicUrl, 'See all plans');
  return letter(to, 'your subscription is cancelled', [what, SUPPORT], more);
}

export function withdrawnMail({ to, planName }: Pick<About, 'to' | 'planName'>): MailMessage {
  const what = `We have cancelled your plan ${planName} at the payment provider, as your account cannot use it any more. You are not charged for it again.`;
  return letter(to, 'your subscription is cancelled', [what, SUPPORT]);
}

const REFUSED: Record<Refusal, string> = {
  'trial-used':
    'it begins with a free trial, and a trial has been used before by you or by whoever pays. Please choose a plan without a trial',
  'no-use': 'your account cannot use a subscription',
  second: 'you have another plan that renews. You can change its plan instead',
  'not-as-asked': 'it is not what was asked for. Please choose a plan again',
};

/** We cancelled an approved subscription that may not begin. */
export function refusedMail({ publicUrl, to, planName }: About, why: Refusal): MailMessage {
  const what = `We have cancelled the plan ${planName}: ${REFUSED[why]}. Should you have been charged for it, we pay it back.`;
  const more = toTab(publicUrl, 'See all plans');
  return letter(to, 'your subscription could not begin', [what, SUPPORT], more);
}

/** `untilMs` is the end of access without payment. Links to the account page, since providers' links expire in a day. */
export function paymentFailedMail(
  { publicUrl, to, planName, price }: About,
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): MailMessage {
  const access =
    nowMs < untilMs
      ? `You keep access until ${dayText(untilMs)}`
      : 'Your access has ended and opens again with the payment';
  const what = `A payment of ${amountText(price)} for your plan ${planName} did not go through. ${access}; please check your card or account at the payment provider.`;
  const more = toTab(publicUrl, 'Update your payment');
  return letter(to, 'a payment did not go through', [what, SUPPORT], more);
}

export function endsSoonMail(
  about: About,
  { endMs, isTrial, isRenewed }: { endMs: number; isTrial: boolean; isRenewed: boolean },
): MailMessage {
  const { publicUrl, to, planName } = about;
  const ending = isTrial
    ? `Your free trial of ${planName}`
    : `The current period of your plan ${planName}`;
  const next = isRenewed
    ? `It is then paid for and renews by itself, unless you cancel it before. The next charge is ${amountText(about.price)} on ${dayText(endMs)}.`
    : 'It does not renew by itself.';
  const subject = isTrial ? 'your free trial ends soon' : 'your plan ends or renews soon';
  return letter(
    to,
    subject,
    [
      `${ending} ends on ${dayText(endMs)}. ${next}`,
      ...(isRenewed ? [HOW_TO_CANCEL] : []),
      SUPPORT,
    ],
    toTab(publicUrl, 'See your plan'),
  );
}

export const PROVIDERS = { paypal: 'PayPal', lemon: 'Lemon Squeezy' } as const;

/** The receipt of a payment, or of its refund. */
export function receiptMail(
  { publicUrl, to }: Pick<About, 'publicUrl' | 'to'>,
  payment: StoredPayment,
): MailMessage {
  const { plan_name, provider, provider_id, paid_at_ms, paid_through_ms } = payment;
  const number = receiptNumber(payment.receipt);
  const isRefund = payment.state === 'refunded';
  const what = isRefund
    ? `Your payment of ${amountText(payment)} for ${plan_name} has been paid back to you.`
    : `Thank you: your payment of ${amountText(payment)} for ${plan_name} has arrived. It covers ${dayText(paid_at_ms)} to ${dayText(paid_through_ms)}.`;
  const facts = `Receipt ${number}, paid on ${dayText(paid_at_ms)} with ${PROVIDERS[provider]}, payment number ${provider_id}.`;
  const { name, address } = BRAND.seller;
  return letter(
    to,
    isRefund ? `your refund, receipt ${number}` : `your receipt ${number}`,
    [what, facts, `Sold by ${[name, ...address].join(', ')}.`, SUPPORT],
    { action: { label: 'See the receipt', url: `${publicUrl}/dashboard/receipts/${number}` } },
  );
}
