import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { FIELD_TEXTS } from './account-rules.ts';

/**
 * The problem with a number in national format; null if it is valid. Only the server distinguishes countries that
 * share a calling code.
 */
export function phoneProblem(phone: string, country: string): string | null {
  if (phone.trim() === '' || !isSupportedCountry(country)) return FIELD_TEXTS.phoneRequired;
  const parsed = parsePhoneNumberFromString(phone, { defaultCountry: country, extract: false });
  const isOfCountry = parsed?.countryCallingCode === getCountryCallingCode(country);
  return parsed?.isValid() && isOfCountry && !parsed.ext ? null : FIELD_TEXTS.phoneInvalid;
}

/** A stored number in national format; unchanged if it cannot be parsed. */
export function nationalNumber(phoneE164: string): string {
  return parsePhoneNumberFromString(phoneE164)?.formatNational() ?? phoneE164;
}
