import { describe, expect, it } from 'vitest';
import { readChartSearch } from './chart-search.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

describe('the address of the live chart', () => {
  it('means BTCUSD from FMP by the day where it holds nothing', () => {
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
  ])('comes back as it was written: $symbol by $resolution', (search) => {
    expect(readChartSearch(parseSearch(stringifySearch(search)))).toEqual(search);
  });

  it('stays readable', () => {
    expect(stringifySearch({ symbol: 'FMP:BTC/USD', resolution: '60' })).toBe(
      '?symbol=FMP:BTC/USD&resolution=60',
    );
  });
});
