import { type CountryCode, getCountries } from 'libphonenumber-js/min';

/** A region that has telephone numbers. */
export type Region = { code: CountryCode; name: string };

/** Every region with telephone numbers, by its name in a language, in the order of that language's alphabet. */
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

/** Whether a region is meant by what was typed: a part of its name, or the beginning of its code. */
export function matchesRegion(region: Region, typed: string): boolean {
  const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const query = plain(typed.trim());
  return plain(region.name).includes(query) || region.code.toLowerCase().startsWith(query);
}
