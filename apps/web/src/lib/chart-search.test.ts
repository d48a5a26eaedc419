import { describe, expect, it } from 'vitest';
import { readChartSearch } from './chart-search.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

describe("the live chart's address", () => {
  it('defaults to daily BTCUSD from FMP', () => {
    expect(readChartSearch({})).toEqual({ symbol: 'FMP:BTCUSD', resolution: '1D' });
    expect(readChartSearch({ symbol: ' ', resolution: '7' })).toEqual({
      symbol: 'FMP:BTCUSD',
      resolution: '1D',
    });
  });

  it.each([
    { symbol: 'FMP:BTC/USD', resolution: '60' },
    { symbol: 'BVG:WMAZ-2026-07/WMAZ-2026-12', resolution: '1W' },
    { symbol: 'FMP:^GSPC', resolution: '1' },
    { symbol: 'FMP:AAPL', resolution: '1D', info: '1' },
  ])('round-trips $symbol by $resolution', (search) => {
    expect(readChartSearch(parseSearch(stringifySearch(search)))).toEqual(search);
  });

  it('stays readable', () => {
    expect(stringifySearch({ symbol: 'FMP:BTC/USD', resolution: '60' })).toBe(
      '?symbol=FMP:BTC/USD&resolution=60',
    );
  });
});
