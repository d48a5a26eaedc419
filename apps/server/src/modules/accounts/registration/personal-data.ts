import { wallClockOf } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

const INVALID = 'Phone number must be valid';

/** A number as the country writes it, in E.164; throws 400 where the country has no such number. */
export function phoneInE164(phone: string, country: string): string {
  const parsed = isSupportedCountry(country)
    ? parsePhoneNumberFromString(phone, { defaultCountry: country, extract: false })
    : undefined;
  if (!parsed?.isValid() || parsed.country !== country || parsed.ext) {
    throw new AppError('BAD_REQUEST', `phone: ${INVALID}`);
  }
  return parsed.number;
}

const MIN_AGE = 18;
const MAX_AGE = 120;

/** A day so many years before another: the 29th of February has its birthday on the 1st of March. */
function yearsAfter(day: string, years: number): string {
  const [year = '', rest = ''] = [day.slice(0, 4), day.slice(4)];
  return `${String(Number(year) + years).padStart(4, '0')}${rest}`;
}

/** What is wrong with a date of birth (`YYYY-MM-DD`), by the calendar day in Johannesburg; null when nothing is. */
export function ageProblem(dateOfBirth: string, nowMs: number): string | null {
  const { year, month, day } = wallClockOf('Africa/Johannesburg', nowMs);
  const pad = (part: number) => String(part).padStart(2, '0');
  const today = `${year}-${pad(month)}-${pad(day)}`;
  if (yearsAfter(dateOfBirth, MIN_AGE) > today) {
    return 'You must be at least 18 years old to register.';
  }
  return yearsAfter(dateOfBirth, MAX_AGE + 1) <= today ? 'Date of birth is not valid' : null;
}
