import { BRAND } from '@moneytrail/contract';
import type { MailMessage } from '../../outside/mail.ts';
import { letter } from '../accounts/index.ts';
import { SUBSCRIPTION_PAGE } from './billing.ts';
import type { Refusal } from './policy.ts';

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

type About = { publicUrl: string; to: To; planName: string };

/** `trialEndsMs` is null without a trial. */
export function startedMail(
  { publicUrl, to, planName }: About,
  trialEndsMs: number | null,
): MailMessage {
  const what =
    trialEndsMs === null
      ? `Your plan ${planName} is active. It renews by itself until you cancel it.`
      : `Your free trial of ${planName} has begun. It ends on ${dayText(trialEndsMs)}; then the plan is paid for and renews by itself until you cancel it.`;
  return letter(
    to,
    'your subscription is active',
    [what, SUPPORT],
    toTab(publicUrl, 'See your plan'),
  );
}

/** `untilMs` is the end of access, which may be in the past. */
export function cancelledMail(
  { publicUrl, to, planName }: About,
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): MailMessage {
  const access =
    nowMs < untilMs ? `You have access until ${dayText(untilMs)}` : 'Your access has ended';
  const what = `Your plan ${planName} will not renew. ${access}.`;
  const more = toTab(publicUrl, 'See all plans');
  return letter(to, 'your subscription is cancelled', [what, SUPPORT], more);
}

export function withdrawnMail({ to, planName }: About): MailMessage {
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
  { publicUrl, to, planName }: About,
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): MailMessage {
  const access =
    nowMs < untilMs
      ? `You keep access until ${dayText(untilMs)}`
      : 'Your access has ended and opens again with the payment';
  const what = `A payment for your plan ${planName} did not go through. ${access}; please check your card or account at the payment provider.`;
  const more = toTab(publicUrl, 'Update your payment');
  return letter(to, 'a payment did not go through', [what, SUPPORT], more);
}

export function endsSoonMail(
  { publicUrl, to, planName }: About,
  { endMs, isTrial, isRenewed }: { endMs: number; isTrial: boolean; isRenewed: boolean },
): MailMessage {
  const ending = isTrial
    ? `Your free trial of ${planName}`
    : `The current period of your plan ${planName}`;
  const next = isRenewed
    ? 'It is then paid for and renews by itself, unless you cancel it before.'
    : 'It does not renew by itself.';
  const subject = isTrial ? 'your free trial ends soon' : 'your plan ends or renews soon';
  return letter(
    to,
    subject,
    [`${ending} ends on ${dayText(endMs)}. ${next}`, SUPPORT],
    toTab(publicUrl, 'See your plan'),
  );
}
