import type { Instrument } from './instrument.ts';

/** What of an instrument tells how its assets are called. */
type Named = Pick<Instrument, 'type' | 'base' | 'quote' | 'description'>;

/** ISO 4217, the precious metals included; old codes and what is no code give nothing. */
const CURRENCIES = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });
const CURRENCY_CODE = /^[A-Z]{3}$/;
/** Asking `Intl` takes microseconds, and the same few codes are asked for at every read of the instruments. */
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

/** What a vendor's description calls the base of a pair: `Bitcoin / US Dollar`, `Bitcoin USD`. */
function describedBase({ base, quote, description }: Named): string | null {
  if (base === null || quote === null) return null;
  const [before, after] = description.split(' / ');
  const own = after === undefined ? description.replace(` ${quote}`, '') : before;
  const name = own?.trim() ?? '';
  // `BTC` and `BTC/USD` say no more than the code.
  return name === '' || name === base || /[/]/.test(name) ? null : name;
}

/**
 * How the assets of pairs are called, the base first, whichever vendor's list tells it: currencies and metals by their
 * ISO codes, coins by the first list that names them, which serves the pairs of every feed. Nothing for what is no pair.
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
