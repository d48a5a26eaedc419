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
