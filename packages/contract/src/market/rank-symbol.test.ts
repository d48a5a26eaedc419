import { expect, test } from 'vitest';
import { rankedBy } from './rank-symbol.ts';

const SYMBOLS = [
  { source: 'FMP', code: 'AAPL', description: 'Apple Inc.' },
  { source: 'FMP', code: 'EURO', description: 'Eurotech' },
  { source: 'FMP', code: 'EURUSD', description: 'EUR/USD', assets: ['Euro', 'US Dollar'] },
  { source: 'Tiingo', code: 'EURUSD', description: 'Euro / US Dollar' },
  { source: 'Bitfinex', code: 'ETHUSD', description: 'Ethereum / US Dollar' },
  { source: 'FMP', code: 'MAZ', description: 'Something of maize' },
  { source: 'BVG', code: 'WMAZ-2026-12', description: 'White maize · Dec 2026' },
];
const found = (text: string) =>
  rankedBy(SYMBOLS, text, {
    sourceOf: ({ source }) => source,
    assetsOf: ({ assets = [] }) => assets,
  }).map(({ source, code }) => `${source}:${code}`);

test('finds by code or words, whatever the case, the best first', () => {
  expect(found('maz')).toEqual(['FMP:MAZ', 'BVG:WMAZ-2026-12']);
  expect(found('APPLE')).toEqual(['FMP:AAPL']);
  expect(found('fmp:aapl')).toEqual(['FMP:AAPL']);
  expect(found('white maize')).toEqual(['BVG:WMAZ-2026-12']);
  expect(found('dec26 wmaz')).toEqual(['BVG:WMAZ-2026-12']);
});

test.each(['EUR/USD', 'eur usd', 'eurusd', 'Eur-Usd'])(
  '%s finds the pair of every feed',
  (text) => {
    expect(found(text)).toEqual(['FMP:EURUSD', 'Tiingo:EURUSD']);
  },
);

test('finds a pair by its assets: behind a code, before a word of a description', () => {
  expect(found('euro')).toEqual(['FMP:EURO', 'FMP:EURUSD', 'Tiingo:EURUSD']);
  expect(found('Euro dollar')).toEqual(['FMP:EURUSD', 'Tiingo:EURUSD']);
});

test('finds nothing for what has no letter and no digit', () => {
  expect(found(' / ')).toEqual([]);
});
