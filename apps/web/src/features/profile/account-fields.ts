import { type Account, isPaid, lastGraceDay, paidDay } from '@moneytrail/contract';
import { formatDate } from '../../lib/format-time.ts';
import { dayText } from '../../lib/subscription-dates.ts';

/** A field of the account data in words. */
export type AccountField = {
  name: keyof Account;
  meaning: string;
  /** Its present value, in words. */
  now: string;
};

type Words = Omit<AccountField, 'name'>;

const yesNo = (is: boolean) => (is ? 'Yes' : 'No');

function listed(rights: Readonly<Record<string, boolean>>, names: Record<string, string>): string {
  const given = Object.entries(names).flatMap(([key, name]) => (rights[key] ? [name] : []));
  return given.length > 0 ? given.join(', ') : 'None';
}

function subscriptionNow({ subscription }: Account): string {
  if (!subscription) return 'You have none';
  const { displayName, isActive, isInTrial, isProcessing, endDate, renewsAt } = subscription;
  if (isProcessing) return `${displayName}: being processed`;
  if (!isActive) return `${displayName}: not active`;
  const kind = isInTrial ? 'trial' : 'active';
  if (endDate !== null) return `${displayName}: ${kind} until ${dayText(endDate)}`;
  const next = renewsAt === null ? '' : `, next payment ${dayText(renewsAt)}`;
  return `${displayName}: ${kind}${next}`;
}

/** A payment that an administrator has recorded; a subscription pays without one. */
function recordedPayment(user: Account, nowMs: number): string {
  if (!user.hasPaid) {
    const isElsewhere = user.subscription?.isActive === true;
    return isElsewhere ? `No. Your plan counts: ${subscriptionNow(user)}` : 'No';
  }
  return isPaid(user, nowMs) ? 'Yes' : 'Yes, but the paid time is over';
}

function paidUntil(day: string | null): string {
  const paid = day === null ? null : paidDay(day);
  const last = day === null ? null : lastGraceDay(day);
  if (paid === null || last === null) return 'No date';
  return `${formatDate(Date.parse(paid))}, access through ${formatDate(Date.parse(last))}`;
}

const PERMISSIONS = {
  isDetailedSummaryAllowed: 'summary panel',
  isSuffixAllowed: 'international listings',
};
const SOURCES = {
  isBVGAllowed: 'BVG',
  isFMPAllowed: 'FMP',
  isBitfinexAllowed: 'Bitfinex',
  isTiingoAllowed: 'Tiingo',
};

/** Every field of the account data in words, in the order of the data. */
export function accountFields(user: Account, nowMs: number): AccountField[] {
  const words: Record<keyof Account, Words> = {
    _id: { meaning: 'The number of your account with us', now: user._id },
    username: { meaning: 'The e-mail address you sign in with', now: user.username },
    firstName: { meaning: 'Your first name', now: user.firstName },
    lastName: { meaning: 'Your last name', now: user.lastName },
    userType: {
      meaning: 'Retail accounts pay by a plan, commercial ones by agreement with us',
      now: user.userType === 'retail' ? 'Retail' : 'Commercial',
    },
    isSuperAdmin: { meaning: 'Administers users and symbols', now: yesNo(user.isSuperAdmin) },
    permissions: {
      meaning: 'Rights beyond the charts, from your plan or from an administrator',
      now: listed(user.permissions, PERMISSIONS),
    },
    feedAccess: {
      meaning: 'Sources that an administrator has opened for you',
      now: listed(user.feedAccess, SOURCES),
    },
    phoneE164: { meaning: 'Codes for signing in go there', now: user.phoneE164 ?? 'None' },
    phoneCountry: { meaning: 'The country of that number', now: user.phoneCountry },
    tradingViewUsername: {
      meaning: 'Your name at TradingView, if you gave it',
      now: user.tradingViewUsername ?? 'None',
    },
    isApproved: { meaning: 'An administrator has approved you', now: yesNo(user.isApproved) },
    isEmailConfirmed: {
      meaning: 'You have used the link in our first e-mail',
      now: yesNo(user.isEmailConfirmed),
    },
    accessRevoked: {
      meaning: 'An administrator has withdrawn your access',
      now: yesNo(user.accessRevoked),
    },
    isSubUser: {
      meaning: 'You use a seat that another account pays for',
      now: yesNo(user.isSubUser),
    },
    parentUserId: {
      meaning: 'The account that pays for your seat',
      now: user.parentUserId ?? 'None',
    },
    parentHasPaid: {
      meaning: 'That account has a recorded payment',
      now: user.parentHasPaid === null ? 'Does not apply' : yesNo(user.parentHasPaid),
    },
    parentPaymentValidUntil: {
      meaning: 'The last day of that payment',
      now: user.isSubUser ? paidUntil(user.parentPaymentValidUntil) : 'Does not apply',
    },
    hasPaid: {
      meaning: 'An administrator has recorded a payment by agreement; a plan is counted separately',
      now: recordedPayment(user, nowMs),
    },
    paymentValidUntil: {
      meaning: 'The last day of that recorded payment; two days of grace follow',
      now: paidUntil(user.paymentValidUntil),
    },
    paymentDetails: {
      meaning: 'The note of that recorded payment',
      now: user.paymentDetails ?? 'None',
    },
    hasSubscriptionOverride: {
      meaning: 'An administrator gives you the access of a plan without one',
      now: yesNo(user.hasSubscriptionOverride),
    },
    subscription: { meaning: 'The plan you pay for online', now: subscriptionNow(user) },
  };
  return (Object.keys(user) as (keyof Account)[])
    .filter((name) => name in words)
    .map((name) => ({ name, ...words[name] }));
}
