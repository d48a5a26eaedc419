import type { Instrument } from './instrument.ts';

type Named = Pick<Instrument, 'type' | 'base' | 'quote' | 'description'>;

/** Names by ISO 4217 including precious metals; undefined for other codes. */
const CURRENCIES = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });
const CURRENCY_CODE = /^[A-Z]{3}$/;
/** Cached, as every read of the instruments needs the same few codes and `Intl` takes microseconds. */
const NAMES = new Map<string, string | null>();

function currencyName(code: string): string | null {
  if (!CURRENCY_CODE.test(code)) return null;
  let name = NAMES.get(code);
  if (name === undefined) {
    name = CURRENCIES.of(code) ?? null;
    NAMES.set(code, name);
  }
  return name;
}

/** The base's name in a vendor's description of a pair: `Bitcoin / US Dollar`, `Bitcoin USD`. */
function describedBase({ base, quote, description }: Named): string | null {
  if (base === null || quote === null) return null;
  const [before, after] = description.split(' / ');
  const own = after === undefined ? description.replace(` ${quote}`, '') : before;
  const name = own?.trim() ?? '';
  // `BTC` and `BTC/USD` are not names.
  return name === '' || name === base || /[/]/.test(name) ? null : name;
}

/**
 * Names of the assets of pairs, base first: of currencies and metals by their ISO codes, of coins by the first vendor's
 * list that has a name. Other instruments have none.
 */
export function createAssetNames(instruments: readonly Named[]): (instrument: Named) => string[] {
  const coins = new Map<string, string>();
  for (const each of instruments) {
    const name = each.type === 'crypto' ? describedBase(each) : null;
    if (name !== null && each.base !== null && !coins.has(each.base)) coins.set(each.base, name);
  }
  const coinName = (code: string) => coins.get(code) ?? null;
  return ({ type, base, quote }) => {
    if (base === null || quote === null) return [];
    const baseName = type === 'crypto' ? coinName(base) : currencyName(base);
    return [baseName, currencyName(quote) ?? coinName(quote)].filter((name) => name !== null);
  };
}
