import {
  type Account,
  type ExchangeName,
  exchangeSuffixOf,
  isPaid,
  isSubscribed,
} from '@moneytrail/contract';
import { type PaidAccount, paymentOf } from '../../../lib/payment-of.ts';
import { PAYWALL_TEXTS } from './texts.ts';

/** What of an account explains a lock. */
export type LockedOutAccount = PaidAccount &
  Pick<
    Account,
    'userType' | 'isSuperAdmin' | 'hasSubscriptionOverride' | 'permissions' | 'feedAccess'
  > & { subscription: Pick<NonNullable<Account['subscription']>, 'isActive' | 'endDate'> | null };

/** What of an instrument explains a lock; `listedExchange` is empty where it is not known. */
export type LockedInstrument = { exchange: ExchangeName; code: string; listedExchange: string };

function tierReason(user: LockedOutAccount, nowMs: number): string | null {
  if (user.isSuperAdmin) return null;
  if (user.isSubUser) return isPaid(paymentOf(user), nowMs) ? null : PAYWALL_TEXTS.subUser;
  if (user.userType === 'commercial') {
    return isPaid(paymentOf(user), nowMs) ? null : PAYWALL_TEXTS.commercial;
  }
  return isSubscribed(user, nowMs) ? null : PAYWALL_TEXTS.retail;
}

/**
 * Why an instrument is locked for somebody, null for a visitor; without an instrument, why everything but the free one
 * is. Whether it is locked is decided by the server: this only finds the words, in the order of the server's rules.
 * Null where the account, as it was read last, gives no reason.
 */
export function lockReason(
  user: LockedOutAccount | null,
  instrument: LockedInstrument | null,
  nowMs: number,
): string | null {
  if (!user) return PAYWALL_TEXTS.anonymous;
  const tier = tierReason(user, nowMs);
  if (tier !== null || user.isSuperAdmin || !instrument) return tier;
  const { exchange, code, listedExchange } = instrument;
  if (!user.feedAccess[`is${exchange}Allowed`]) {
    return PAYWALL_TEXTS.feed.replace('{exchange}', exchange);
  }
  const isForeign = exchangeSuffixOf(code, listedExchange) !== null;
  if (!isForeign || user.permissions.isSuffixAllowed) return null;
  return PAYWALL_TEXTS.suffix.replace('{code}', code);
}
