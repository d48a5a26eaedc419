import { EXCHANGES } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { marketBehind, sourceName } from './source-name.ts';

test('BVG is named with its market, the other sources by themselves', () => {
  expect(EXCHANGES.map(sourceName)).toEqual([
    'BVG (Safex)',
    'FMP',
    'Bitfinex',
    'Tiingo',
    'Imported',
  ]);
  expect(EXCHANGES.map(marketBehind)).toEqual(['Safex', null, null, null, null]);
});
