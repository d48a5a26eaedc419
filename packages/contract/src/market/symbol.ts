import { EXCHANGES, type ExchangeName } from './instrument.ts';

/** A symbol as written, taken apart: `code` without a slash; base and quote only where a pair was written. */
export type ParsedSymbol = {
  /** Absent where the text names none. */
  exchange?: ExchangeName;
  code: string;
  base?: string;
  quote?: string;
};

export type SymbolParse = { ok: true; symbol: ParsedSymbol } | { ok: false; message: string };

export const EMPTY_TICKER = 'Ticker is empty';
export const UNPARSEABLE_SYMBOL = 'Error parsing symbol info';
/** Longer texts are no symbol: the longest real code, a calendar spread, has 28 characters. */
const MAX_LENGTH = 80;
const CODE = /^[A-Z0-9^][A-Z0-9^.:/_=-]*$/;
const SIDE = /^[A-Z0-9]{1,12}$/;

const BY_UPPER_NAME = new Map(EXCHANGES.map((name) => [name.toUpperCase(), name]));

/** The exchange a text names, whatever its case. */
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
  // A Safex spread is written with a slash and hyphens inside its one code: WMAZ-2026-07/WMAZ-2026-12.
  const isSpread =
    more.length === 0 && base.includes('-') && quote.includes('-') && CODE.test(text);
  return isSpread
    ? { ok: true, symbol: { ...named, code: text } }
    : { ok: false, message: UNPARSEABLE_SYMBOL };
}

/**
 * Reads the four notations, in this order: `EXCHANGE:BASE/QUOTE`, `EXCHANGE:CODE`, `CODE.EXCHANGE`, `CODE`.
 * Case, surrounding space and full-width letters do not matter; `.X` is an exchange only if X is one of the four.
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
