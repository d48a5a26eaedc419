import {
  type CountryCode,
  getCountries,
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

/** A region with telephone numbers. */
type Region = { code: CountryCode; name: string };

/** Sorted by name in the given language. */
export function listRegions(locale = 'en'): Region[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => compare(one.name, other.name));
}

/** `South Africa (ZA)` */
export function regionLabel({ name, code }: Region): string {
  return `${name} (${code})`;
}

/** Matches part of the name or the start of the code. */
export function matchesRegion(region: Region, typed: string): boolean {
  const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const query = plain(typed.trim());
  return plain(region.name).includes(query) || region.code.toLowerCase().startsWith(query);
}
