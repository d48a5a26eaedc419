import {
  AppError,
  EMPTY_TICKER,
  type ExchangeName,
  exchangeByName,
  parseSymbol,
} from '@moneytrail/contract';
import type { Instrument } from './instrument.ts';

/** The symbol of a history request: exchange, symbol, and the quote if the symbol is only the base. */
export type SymbolRequest = {
  e?: string | undefined;
  fsym: string;
  tsym?: string | undefined;
};

/** Search order for symbols without an exchange. */
const ORDER: readonly ExchangeName[] = ['FMP', 'Bitfinex', 'Tiingo', 'BVG', 'Imported'];

function parse(text: string) {
  const parsed = parseSymbol(text);
  if (!parsed.ok) throw new AppError('BAD_REQUEST', parsed.message);
  return parsed.symbol;
}

function textOf({ fsym, tsym }: SymbolRequest): string {
  if (fsym.trim() === '') throw new AppError('BAD_REQUEST', EMPTY_TICKER);
  return tsym === undefined || tsym.trim() === '' ? fsym : `${fsym.trim()}/${tsym.trim()}`;
}

function exchangeOf(name: string): ExchangeName {
  const exchange = exchangeByName(name.normalize('NFKC'));
  if (!exchange) throw new AppError('BAD_REQUEST', `Unknown exchange ${name}`);
  return exchange;
}

type Find = (exchange: ExchangeName, code: string) => Instrument | undefined;

function findParsed(
  find: Find,
  { exchange, code }: { exchange: ExchangeName | undefined; code: string },
): Instrument | undefined {
  const exchanges = exchange === undefined ? ORDER : [exchange];
  for (const each of exchanges) {
    const found = find(each, code);
    if (found) return found;
  }
  return undefined;
}

/** The instrument that a word names in any spelling; undefined for an unknown one and for what is no symbol. */
export function findSymbol(find: Find, word: string): Instrument | undefined {
  const parsed = parseSymbol(word);
  if (!parsed.ok) return undefined;
  return findParsed(find, { exchange: parsed.symbol.exchange, code: parsed.symbol.code });
}

/**
 * The instrument of a symbol in any of its spellings. The exchange may be named by the request or by the symbol; two
 * different ones are refused.
 */
export function resolveSymbol(find: Find, request: SymbolRequest | string): Instrument {
  const text = typeof request === 'string' ? request : textOf(request);
  const symbol = parse(text);
  const given = typeof request === 'string' || !request.e ? undefined : exchangeOf(request.e);
  if (given !== undefined && symbol.exchange !== undefined && given !== symbol.exchange) {
    throw new AppError('BAD_REQUEST', `${text} is not a symbol of ${given}`);
  }
  const exchange = given ?? symbol.exchange;
  const found = findParsed(find, { exchange, code: symbol.code });
  if (found) return found;
  const name = exchange === undefined ? symbol.code : `${exchange}:${symbol.code}`;
  throw new AppError('NOT_FOUND', `Cannot resolve symbol ${name}`);
}
