import { expect, it } from 'vitest';
import { chartWords } from './chart-words.ts';

it.each([
  ['FMP:BTC/USD', '60', 'BTCUSD · 1h'],
  ['BVG:WMAZ-2026-12', '1D', 'WMAZ-2026-12 · 1D'],
  ['NYSE:IBM', '45', 'NYSE:IBM · 45'],
  ['', '240', '4h'],
  ['', '', ''],
])('a chart of %s on %s is listed as %s', (symbol, resolution, words) => {
  expect(chartWords({ symbol, resolution })).toBe(words);
});
