import type { ExchangeName } from '@moneytrail/contract';
import { describe, expect, it } from 'vitest';
import { matchSymbols, mergeFound, type SearchRow } from './match-symbols.ts';

function row(source: ExchangeName, code: string, description = ''): SearchRow {
  return {
    source,
    code,
    description,
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
  it('finds by code or description, whatever the case, the best first', () => {
    expect(codes(matchSymbols(ROWS, 'maz', null))).toEqual(['FMP:MAZ', 'BVG:WMAZ']);
    expect(codes(matchSymbols(ROWS, 'apple', null))).toEqual(['FMP:AAPL']);
  });

  it('shows all for a blank text and keeps to the chosen exchange', () => {
    expect(matchSymbols(ROWS, '  ', null)).toHaveLength(5);
    expect(codes(matchSymbols(ROWS, 'btc', 'Bitfinex'))).toEqual(['Bitfinex:BTCUSD']);
  });

  it('puts what the server found behind what is known, nothing twice', () => {
    const local = matchSymbols(ROWS, 'btc', null);
    const merged = mergeFound(local, [row('FMP', 'BTCUSD'), row('Tiingo', 'BTCUSD')], () => true);
    expect(codes(merged)).toEqual(['FMP:BTCUSD', 'Bitfinex:BTCUSD', 'Tiingo:BTCUSD']);
    expect(merged.at(-1)?.isOffline).toBe(true);
  });
});
