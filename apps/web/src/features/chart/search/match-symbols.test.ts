import type { ExchangeName } from '@moneytrail/contract';
import { describe, expect, it } from 'vitest';
import {
  filtered,
  marketsOf,
  matchSymbols,
  mergeFound,
  type SearchRow,
  sourceHint,
} from './match-symbols.ts';

function row(source: ExchangeName, code: string, description = ''): SearchRow {
  return {
    source,
    code,
    description,
    assets: [],
    exchange: { name: source, value: source },
    type: 'stock',
    openingHour: '00:00',
    closingHour: '24:00',
    timezone: 'Etc/UTC',
    locked: false,
    simulated: true,
    isOffline: false,
  };
}

const ROWS = [
  row('FMP', 'AAPL', 'Apple Inc.'),
  row('FMP', 'BTCUSD', 'Bitcoin USD'),
  row('Bitfinex', 'BTCUSD', 'Bitcoin'),
  row('BVG', 'WMAZ', 'White maize'),
  row('FMP', 'MAZ', 'Something of maize'),
];

const codes = (rows: SearchRow[]) => rows.map(({ source, code }) => `${source}:${code}`);

describe('the search for symbols', () => {
  it('shows all symbols for a blank text, else the best matches first', () => {
    expect(matchSymbols(ROWS, '  ')).toHaveLength(5);
    expect(codes(matchSymbols(ROWS, 'maz'))).toEqual(['FMP:MAZ', 'BVG:WMAZ']);
    expect(codes(matchSymbols(ROWS, 'btc/usd'))).toEqual(['FMP:BTCUSD', 'Bitfinex:BTCUSD']);
  });

  it('filters by exchange and type', () => {
    const rows = ROWS.map(
      (each) => ({ ...each, type: each.code === 'BTCUSD' ? 'crypto' : each.type }) as const,
    );
    expect(codes(filtered(rows, { exchange: null, type: 'crypto' }))).toEqual([
      'FMP:BTCUSD',
      'Bitfinex:BTCUSD',
    ]);
    expect(codes(filtered(rows, { exchange: 'FMP', type: 'crypto' }))).toEqual(['FMP:BTCUSD']);
    expect(filtered(rows, { exchange: null, type: null })).toHaveLength(5);
  });

  it('names the markets of every source', () => {
    const rows = [...ROWS, { ...row('BVG', 'A-B'), type: 'spread' } as const];
    expect(marketsOf(rows)).toEqual([
      { source: 'BVG', types: ['stocks', 'spreads'] },
      { source: 'FMP', types: ['stocks'] },
      { source: 'Bitfinex', types: ['stocks'] },
    ]);
  });

  it('tells which source to take where the best match has several', () => {
    const one = row('FMP', 'AAPL');
    const other = row('Tiingo', 'AAPL');
    const told =
      'AAPL comes from FMP (a price every few seconds) and Tiingo (prices as they are traded).';
    expect(sourceHint([one, other])).toBe(`${told} For live prices, take Tiingo.`);
    expect(sourceHint([one, { ...other, locked: true }])).toBe(`${told} Only FMP is unlocked.`);
    expect(sourceHint([one, row('Bitfinex', 'AAPL'), other])).toMatch(/seconds\), Bitfinex \(/);
    expect(sourceHint([one, row('Tiingo', 'AAP')])).toBeNull();
  });

  it("appends the server's matches to the local ones, without duplicates", () => {
    const local = matchSymbols(ROWS, 'btc');
    const merged = mergeFound(local, [row('FMP', 'BTCUSD'), row('Tiingo', 'BTCUSD')], () => true);
    expect(codes(merged)).toEqual(['FMP:BTCUSD', 'Bitfinex:BTCUSD', 'Tiingo:BTCUSD']);
    expect(merged.at(-1)?.isOffline).toBe(true);
  });
});
