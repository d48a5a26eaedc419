import { byExchange, type FlatSymbol } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { instrumentOf, isLocked, isRestricted } from './locks.ts';

function row(code: string, locked: boolean): FlatSymbol {
  const exchange = { name: 'A market', value: 'MARKET' };
  const hours = { openingHour: '00:00', closingHour: '24:00', timezone: 'UTC' };
  const rest = { description: '', type: 'stock', assets: [], simulated: true } as const;
  return { code, exchange, ...hours, ...rest, assets: [], locked };
}

function lists(rows: Partial<Record<'FMP' | 'BVG' | 'Bitfinex', FlatSymbol[]>>) {
  const flatSymbolsOf: Partial<Record<string, FlatSymbol[]>> = rows;
  return byExchange((exchange) => ({
    isOffline: false,
    flatSymbols: flatSymbolsOf[exchange] ?? [],
    pairs: {},
  }));
}

const CLOSED = lists({
  FMP: [row('BTCUSD', false), row('AAPL', true)],
  BVG: [row('WEAT', true)],
  Bitfinex: [row('BTC/USD', true)],
});

test('who sees the free instrument alone is restricted, whoever sees one more is not', () => {
  expect(isRestricted(CLOSED)).toBe(true);
  expect(isRestricted({ ...CLOSED, BVG: lists({ BVG: [row('WEAT', false)] }).BVG })).toBe(false);
});

test('nobody is restricted by lists that are not there, or hold the free instrument alone', () => {
  expect(isRestricted(undefined)).toBe(false);
  expect(isRestricted(lists({ FMP: [row('BTCUSD', false)] }))).toBe(false);
});

test('a symbol is locked as its row is, however its pair is written, and where there is no row', () => {
  expect(isLocked({ exchange: 'FMP', code: 'BTCUSD' }, CLOSED)).toBe(false);
  expect(isLocked({ exchange: 'Bitfinex', code: 'BTCUSD' }, CLOSED)).toBe(true);
  expect(isLocked({ exchange: 'Tiingo', code: 'MSFT' }, CLOSED)).toBe(true);
});

test('a source is locked where all its symbols are, and explained by the first of them', () => {
  expect(isLocked({ exchange: 'FMP', code: null }, CLOSED)).toBe(false);
  expect(isLocked({ exchange: 'BVG', code: null }, CLOSED)).toBe(true);
  const listing = { exchange: 'BVG', code: 'WEAT', listedExchange: 'MARKET' };
  expect(instrumentOf({ exchange: 'BVG', code: null }, CLOSED)).toEqual(listing);
});
