import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { FIELD_TEXTS } from './account-rules.ts';

/**
 * What is wrong with a number as a person of a country writes it; null where nothing is. Countries that share a
 * calling code are told apart by the server alone.
 */
export function phoneProblem(phone: string, country: string): string | null {
  if (phone.trim() === '' || !isSupportedCountry(country)) return FIELD_TEXTS.phoneRequired;
  const parsed = parsePhoneNumberFromString(phone, { defaultCountry: country, extract: false });
  const isOfCountry = parsed?.countryCallingCode === getCountryCallingCode(country);
  return parsed?.isValid() && isOfCountry && !parsed.ext ? null : FIELD_TEXTS.phoneInvalid;
}

/** A stored number as its country writes it; as it is where it cannot be read. */
export function nationalNumber(phoneE164: string): string {
  return parsePhoneNumberFromString(phoneE164)?.formatNational() ?? phoneE164;
}
