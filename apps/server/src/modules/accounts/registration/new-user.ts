import { randomUUID } from 'node:crypto';
import { wallClockOf } from '@moneytrail/calendar';
import { AppError, isLongEnough, PHONE_TEXTS } from '@moneytrail/contract';
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { NewUser } from '../profile/user-store.ts';

/** The fields a new account must be given; the others have defaults. */
export type UserSeed = Pick<
  NewUser,
  'username' | 'first_name' | 'last_name' | 'password_hash' | 'user_type'
> &
  Partial<NewUser>;

/** Versions of the documents that a registration accepts. */
const TERMS_VERSION = '2025-09-17';
const PRIVACY_VERSION = '2025-09-19';

/** An account awaiting approval with the default rights of its type; every feed is open. */
export function newUser(nowMs: number, seed: UserSeed): NewUser {
  const isCommercial = seed.user_type === 'commercial';
  return {
    id: randomUUID(),
    phone_e164: null,
    phone_country: 'ZA',
    trading_view_username: null,
    gender: null,
    date_of_birth: null,
    is_approved: false,
    parent_user_id: null,
    max_seats: null,
    payment_valid_until: null,
    payment_details: null,
    is_detailed_summary_allowed: isCommercial,
    is_suffix_allowed: isCommercial,
    accepted_terms: TERMS_VERSION,
    accepted_privacy: PRIVACY_VERSION,
    trusted_since_ms: nowMs,
    email_confirmed_at_ms: null,
    created_at_ms: nowMs,
    deleted_at_ms: null,
    ...seed,
  };
}

/** Types of numbers that receive SMS; some countries do not tell landlines and mobiles apart. */
const MOBILE_TYPES: readonly unknown[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/** Converts a national number to E.164; throws 400 if the country has no such mobile number. */
export function phoneInE164(phone: string, country: string): string {
  const parsed = isSupportedCountry(country)
    ? parsePhoneNumberFromString(phone, { defaultCountry: country, extract: false })
    : undefined;
  if (!parsed?.isValid() || parsed.country !== country || parsed.ext) {
    throw new AppError('BAD_REQUEST', `phone: ${PHONE_TEXTS.invalid}`);
  }
  if (!MOBILE_TYPES.includes(parsed.getType())) {
    throw new AppError('BAD_REQUEST', `phone: ${PHONE_TEXTS.notMobile}`);
  }
  if (!isLongEnough(parsed.nationalNumber, country)) {
    throw new AppError('BAD_REQUEST', `phone: ${PHONE_TEXTS.invalid}`);
  }
  return parsed.number;
}

const ENDING_DIGITS = 3;

/** The digits by which its owner recognises a number. */
export function phoneEndingOf(phoneE164: string): string {
  return phoneE164.slice(-ENDING_DIGITS);
}

const MIN_AGE = 18;
const MAX_AGE = 120;

/** February 29 in a common year sorts before March 1, so the birthday is reached on March 1. */
function yearsAfter(day: string, years: number): string {
  const [year = '', rest = ''] = [day.slice(0, 4), day.slice(4)];
  return `${String(Number(year) + years).padStart(4, '0')}${rest}`;
}

/** The problem with a date of birth (`YYYY-MM-DD`) on today's date in Johannesburg, or null. */
export function ageProblem(dateOfBirth: string, nowMs: number): string | null {
  const { year, month, day } = wallClockOf('Africa/Johannesburg', nowMs);
  const pad = (part: number) => String(part).padStart(2, '0');
  const today = `${year}-${pad(month)}-${pad(day)}`;
  if (yearsAfter(dateOfBirth, MIN_AGE) > today) {
    return 'You must be at least 18 years old to register.';
  }
  return yearsAfter(dateOfBirth, MAX_AGE + 1) <= today ? 'Date of birth is not valid' : null;
}
