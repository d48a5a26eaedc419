import type { SymbolQuote } from '@moneytrail/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteText } from './quote-text.ts';

const quote = (changes: Partial<SymbolQuote>): SymbolQuote => ({
  exchange: 'FMP',
  code: 'AAPL',
  price: 1_234.5,
  priceScale: 100,
  previousClose: 1_200,
  timeMs: 0,
  pastDayMs: null,
  simulated: true,
  ...changes,
});
const wordsOf = (changes: Partial<SymbolQuote>) => quoteText(quote(changes), 'en-GB');

test('a price has the decimals of its instrument, its change a sign', () => {
  expect(wordsOf({})).toEqual({
    price: '1,234.50',
    change: '+2.88\u00a0%',
    direction: 'up',
    pastDay: null,
    title: 'Close of the session before: 1,200.00',
  });
  const falling = { price: 1.07, previousClose: 1.08, priceScale: 100_000 };
  expect(wordsOf(falling)).toMatchObject({
    price: '1.07000',
    change: '\u22120.93\u00a0%',
    direction: 'down',
  });
});

test('an older price names its day; an unknown close is reported as such', () => {
  const pastDayMs = Date.parse('2026-11-17');
  expect(wordsOf({ pastDayMs, previousClose: null })).toEqual({
    price: '1,234.50',
    change: '',
    direction: 'none',
    pastDay: 'Tue, 17 Nov 2026',
    title: 'Price of Tue, 17 Nov 2026 \u00b7 The close of the session before is not known',
  });
});

test('a spread with a negative close has a percentage of its size, one that closed at zero has none', () => {
  expect(wordsOf({ price: -3, previousClose: -5 })).toMatchObject({
    price: '\u22123.00',
    change: '+40.00\u00a0%',
    direction: 'up',
  });
  expect(wordsOf({ price: 2, previousClose: 0 })).toMatchObject({
    change: '\u25b2 +2.00',
    direction: 'up',
  });
});

test('sign and direction always agree, whatever the prices', () => {
  const price = fc.integer({ min: -1e7, max: 1e7 }).map((cents) => cents / 100);
  fc.assert(
    fc.property(price, price, (now, before) => {
      const { change, direction } = wordsOf({ price: now, previousClose: before });
      const sign = { up: '+', down: '\u2212', none: '' }[direction];
      expect(change.match(/[+\u2212]/)?.[0] ?? '').toBe(sign);
    }),
  );
});
