import { type CountryCode, getCountries } from 'libphonenumber-js/min';

/** A region with telephone numbers. */
export type Region = { code: CountryCode; name: string };

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
