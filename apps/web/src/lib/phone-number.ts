import { isLongEnough, PHONE_TEXTS } from '@moneytrail/contract';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/mobile';
import { FIELD_TEXTS } from './account-rules.ts';

/**
 * The problem with a mobile number in national or international format; null if it is valid. Only the server distinguishes countries that
 * share a calling code.
 */
export function phoneProblem(phone: string, country: string): string | null {
  if (phone.trim() === '' || !isSupportedCountry(country)) return FIELD_TEXTS.phoneRequired;
  const parsed = parsePhoneNumberFromString(phone, { defaultCountry: country, extract: false });
  const isOfCountry = parsed?.countryCallingCode === getCountryCallingCode(country);
  if (!parsed?.isPossible() || !isOfCountry || parsed.ext) return PHONE_TEXTS.invalid;
  if (!isLongEnough(parsed.nationalNumber, country)) return PHONE_TEXTS.invalid;
  // The library knows the mobile numbers alone here.
  return parsed.isValid() ? null : PHONE_TEXTS.notMobile;
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

/** Abbreviations in common use that differ from the code. */
const ABBREVIATIONS: Readonly<Record<string, string>> = { AE: 'uae', GB: 'uk', US: 'usa' };

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The kinds of match, best first: whole code, start of the name, start of a word, start of the code, part of the name. */
function rankOf({ name, code }: Region, query: string): number {
  const plainName = plain(name);
  const plainCode = code.toLowerCase();
  return [
    plainCode === query || ABBREVIATIONS[code] === query,
    plainName.startsWith(query),
    plainName.includes(` ${query}`),
    plainCode.startsWith(query),
    plainName.includes(query),
  ].indexOf(true);
}

/** The regions that match, best first; equal matches keep their order. */
export function findRegions<Found extends Region>(
  regions: readonly Found[],
  typed: string,
): Found[] {
  const query = plain(typed.trim());
  if (query === '') return [...regions];
  return regions
    .map((region) => ({ region, rank: rankOf(region, query) }))
    .filter(({ rank }) => rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .map(({ region }) => region);
}
