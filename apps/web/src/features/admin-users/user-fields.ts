import { type ManagedUser, paidDay } from '@moneytrail/contract';
import type { Seen } from '../../api/shared-record.ts';
import { typedDay } from '../../lib/typed-day.ts';
import { USERS_TEXTS } from './texts.ts';

/** The fields of an account that administrators change, as their forms hold them. */
export type UserFields = {
  status: ManagedUser['status'];
  firstName: string;
  lastName: string;
  phone: string | null;
  phoneCountry: string;
  tradingViewUsername: string;
  userType: ManagedUser['userType'];
  isDetailedSummaryAllowed: boolean;
  isSuffixAllowed: boolean;
  isBVGAllowed: boolean;
  isFMPAllowed: boolean;
  isBitfinexAllowed: boolean;
  isTiingoAllowed: boolean;
  hasSubscriptionOverride: boolean;
  hasPaid: boolean;
  /** The last day paid for, `YYYY-MM-DD`. */
  paidUntil: string | null;
  paymentDetails: string;
  /** Null for the default number. */
  maxSeats: number | null;
};

export function seenUser(user: ManagedUser): Seen<UserFields> {
  const { paymentValidUntil } = user;
  return {
    revision: user.revision,
    fields: {
      status: user.status,
      firstName: user.firstName,
      lastName: user.lastName,
      phone: user.phoneE164,
      phoneCountry: user.phoneCountry,
      tradingViewUsername: user.tradingViewUsername ?? '',
      userType: user.userType,
      ...user.permissions,
      ...user.feedAccess,
      hasSubscriptionOverride: user.hasSubscriptionOverride,
      hasPaid: user.hasPaid,
      paidUntil: paymentValidUntil === null ? null : paidDay(paymentValidUntil),
      paymentDetails: user.paymentDetails ?? '',
      maxSeats: user.maxSeats,
    },
  };
}

export const FIELD_LABELS: Readonly<Record<keyof UserFields, string>> = {
  status: 'Status',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  phoneCountry: 'Country',
  tradingViewUsername: 'TradingView username',
  userType: 'Type',
  isDetailedSummaryAllowed: 'Access to Detailed Summary',
  isSuffixAllowed: 'Access to Suffix',
  isBVGAllowed: 'BVG',
  isFMPAllowed: 'FMP',
  isBitfinexAllowed: 'Bitfinex',
  isTiingoAllowed: 'Tiingo',
  hasSubscriptionOverride: 'Full access without a subscription',
  hasPaid: 'Has paid',
  paidUntil: 'Paid until',
  paymentDetails: 'Payment details',
  maxSeats: 'Seat maximum',
};

/** A field in words, for a conflict. */
export function describeField<Name extends keyof UserFields>(
  name: Name,
  value: UserFields[Name],
): { label: string; text: string } {
  return { label: FIELD_LABELS[name], text: valueText(name, value) };
}

function valueText(name: keyof UserFields, value: UserFields[keyof UserFields]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === null || value === '') return name === 'maxSeats' ? 'The usual number' : 'Nothing';
  if (typeof value === 'number') return String(value);
  if (name === 'paidUntil') return typedDay(value);
  if (name === 'userType' && (value === 'retail' || value === 'commercial')) {
    return USERS_TEXTS.types[value];
  }
  const status = Object.entries(USERS_TEXTS.statuses).find(([each]) => each === value);
  return name === 'status' && status ? status[1] : value;
}
