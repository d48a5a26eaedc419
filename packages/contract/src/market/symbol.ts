import { EXCHANGES, type ExchangeName } from './exchanges.ts';

/** A parsed symbol: `code` without a slash; base and quote only if a pair was written. */
export type ParsedSymbol = {
  /** Absent if the text names none. */
  exchange?: ExchangeName;
  code: string;
  base?: string;
  quote?: string;
};

export type SymbolParse = { ok: true; symbol: ParsedSymbol } | { ok: false; message: string };

export const EMPTY_TICKER = 'Ticker is empty';
export const UNPARSEABLE_SYMBOL = 'Error parsing symbol info';
/** The longest real code, a calendar spread, has 28 characters. */
const MAX_LENGTH = 80;
const CODE = /^[A-Z0-9^][A-Z0-9^.:/_=-]*$/;
const SIDE = /^[A-Z0-9]{1,12}$/;

const BY_UPPER_NAME = new Map(EXCHANGES.map((name) => [name.toUpperCase(), name]));

/** The exchange of that name in any case. */
export function exchangeByName(text: string): ExchangeName | undefined {
  return BY_UPPER_NAME.get(text.trim().toUpperCase());
}

function withCode(exchange: ExchangeName | undefined, text: string): SymbolParse {
  const [base = '', quote = '', ...more] = text.split('/');
  const named = exchange === undefined ? {} : { exchange };
  if (!text.includes('/')) {
    return CODE.test(text)
      ? { ok: true, symbol: { ...named, code: text } }
      : { ok: false, message: UNPARSEABLE_SYMBOL };
  }
  if (more.length === 0 && SIDE.test(base) && SIDE.test(quote)) {
    return { ok: true, symbol: { ...named, code: base + quote, base, quote } };
  }
  // A Safex spread has a slash and hyphens in its code: WMAZ-2026-07/WMAZ-2026-12.
  const isSpread =
    more.length === 0 && base.includes('-') && quote.includes('-') && CODE.test(text);
  return isSpread
    ? { ok: true, symbol: { ...named, code: text } }
    : { ok: false, message: UNPARSEABLE_SYMBOL };
}

/**
 * Parses the four notations in this order: `EXCHANGE:BASE/QUOTE`, `EXCHANGE:CODE`, `CODE.EXCHANGE`, `CODE`. Case,
 * surrounding space and full-width letters do not matter. `.X` is an exchange only if X is one of ours.
 */
export function parseSymbol(text: string): SymbolParse {
  const canonical = text.normalize('NFKC').trim().toUpperCase();
  if (canonical === '') return { ok: false, message: EMPTY_TICKER };
  if (canonical.length > MAX_LENGTH) return { ok: false, message: UNPARSEABLE_SYMBOL };
  const colon = canonical.indexOf(':');
  if (colon >= 0) {
    const exchange = exchangeByName(canonical.slice(0, colon));
    if (exchange) return withCode(exchange, canonical.slice(colon + 1).trim());
    return { ok: false, message: UNPARSEABLE_SYMBOL };
  }
  const dot = canonical.lastIndexOf('.');
  const suffix = dot > 0 ? exchangeByName(canonical.slice(dot + 1)) : undefined;
  return suffix ? withCode(suffix, canonical.slice(0, dot)) : withCode(undefined, canonical);
}

/** Vendors' suffixes for listings outside the United States, as in `NPN.JO`, `VOD.L`. */
const SUFFIXES = new Set(
  (
    'AS AT AX BA BD BE BK BO BR CA CN CO DE DU F HE HK HM IC IL IR IS JK JO KL KQ KS L LS MC MI MU MX NE NS NZ OL ' +
    'PA PR QA RO SA SG SI SN SR SS ST SW SZ T TA TL TO TW TWO V VI VN WA'
  ).split(' '),
);

/** Home exchanges as vendors spell them. In codes listed there, a dot separates the share class. */
const HOME_EXCHANGES = new Set([
  'NASDAQ',
  'NYSE',
  'AMEX',
  'BATS',
  'CBOE',
  'NYSE ARCA',
  'OTC',
  'PNK',
]);

/**
 * The exchange suffix of an instrument's code, `JO` in `NPN.JO`, or null. On a home exchange no code has a suffix; an
 * unknown `listedExchange` counts as foreign.
 */
export function exchangeSuffixOf(code: string, listedExchange: string): string | null {
  const dot = code.lastIndexOf('.');
  const suffix = code.slice(dot + 1).toUpperCase();
  if (dot <= 0 || !SUFFIXES.has(suffix)) return null;
  return HOME_EXCHANGES.has(listedExchange.trim().toUpperCase()) ? null : suffix;
}

type Searchable = { code: string; description: string };
/** Further words that a search matches. */
type Words<Symbol> = {
  /** The name of the symbol's source. */
  sourceOf?: (symbol: Symbol) => string;
  /** The names of a pair's assets, base first. */
  assetsOf?: (symbol: Symbol) => readonly string[];
};

/** Delivery months are written `DEC26`. */
const DELIVERY = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(\d\d)\b/g;
const APART = /[^\p{L}\p{N}]+/gu;

/** The rank of single letters inside other words. */
const BY_LETTERS = 5;

/**
 * Ranks symbols for a text, lower is better: the exact code, its beginning, the name of the base asset, a part of the
 * code, every word of the text somewhere, the same with single letters inside other words; null for no match. Separators do not matter: `EUR/USD`, `eur usd` and
 * `EURUSD` are equal.
 */
function symbolRank(
  text: string,
): (symbol: Searchable, source: string, assets: readonly string[]) => number | null {
  const lower = text.normalize('NFKC').toLowerCase();
  const joined = lower.replace(APART, '');
  const words = lower
    .replace(DELIVERY, '$1 20$2')
    .split(APART)
    .filter((word) => word !== '');
  return ({ code, description }, source, assets) => {
    if (joined === '') return null;
    const own = code.toLowerCase().replace(APART, '');
    if (own === joined) return 0;
    if (own.startsWith(joined)) return 1;
    if (assets[0]?.toLowerCase() === lower.trim()) return 2;
    if (own.includes(joined)) return 3;
    const all = `${code} ${description} ${source} ${assets.join(' ')}`.toLowerCase();
    if (!words.every((word) => all.includes(word))) return null;
    const whole = new Set(all.split(APART));
    return words.every((word) => word.length > 1 || whole.has(word)) ? 4 : BY_LETTERS;
  };
}

/** The symbols that match a text, best first; those that match by single letters alone, only if no other does. */
export function rankedBy<Symbol extends Searchable>(
  symbols: readonly Symbol[],
  text: string,
  { sourceOf = () => '', assetsOf = () => [] }: Words<Symbol> = {},
): Symbol[] {
  const rankOf = symbolRank(text);
  const ranked = symbols
    .flatMap((symbol) => {
      const rank = rankOf(symbol, sourceOf(symbol), assetsOf(symbol));
      return rank === null ? [] : [{ symbol, rank }];
    })
    .sort((a, b) => a.rank - b.rank);
  const isOnlyByLetters = ranked[0]?.rank === BY_LETTERS;
  return ranked
    .filter(({ rank }) => isOnlyByLetters || rank < BY_LETTERS)
    .map(({ symbol }) => symbol);
}
