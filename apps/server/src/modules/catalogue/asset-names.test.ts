import type { InstrumentType } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { createAssetNames } from './asset-names.ts';

const pair = (type: InstrumentType, base: string, quote: string, description: string) => ({
  type,
  base,
  quote,
  description,
});

const LISTED = [
  pair('crypto', 'BTC', 'USD', 'BTC/USD'),
  pair('crypto', 'BTC', 'USD', 'Bitcoin USD'),
  pair('crypto', 'ETH', 'BTC', 'Ethereum / Bitcoin'),
  pair('crypto', 'SOL', 'USD', 'Solana / US Dollar'),
  pair('forex', 'EUR', 'USD', 'EUR/USD'),
];
const namesOf = createAssetNames(LISTED);

test('currencies and metals are named by their ISO codes', () => {
  expect(namesOf(pair('forex', 'EUR', 'ZAR', 'EUR/ZAR'))).toEqual(['Euro', 'South African Rand']);
  expect(namesOf(pair('commodity', 'XAU', 'USD', 'XAUUSD'))).toEqual(['Gold', 'US Dollar']);
});

test("a coin's name in one vendor's list serves the pairs of every other one", () => {
  expect(namesOf(pair('crypto', 'BTC', 'EUR', 'btceur'))).toEqual(['Bitcoin', 'Euro']);
  expect(namesOf(pair('crypto', 'ETH', 'BTC', 'ethbtc'))).toEqual(['Ethereum', 'Bitcoin']);
});

test('a coin never has the name of a former currency with its code', () => {
  expect(namesOf(pair('crypto', 'SOL', 'USD', 'solusd'))).toEqual(['Solana', 'US Dollar']);
  expect(namesOf(pair('crypto', 'AED', 'USD', 'aedusd'))).toEqual(['US Dollar']);
});

test('other instruments and unnamed assets have no names', () => {
  const share = { type: 'stock' as const, base: null, quote: null, description: 'Apple Inc.' };
  expect(namesOf(share)).toEqual([]);
  expect(namesOf(pair('crypto', 'QQQQ', 'WWWW', 'qqqqwwww'))).toEqual([]);
});
