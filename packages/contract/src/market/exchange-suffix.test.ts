import { expect, test } from 'vitest';
import { exchangeSuffixOf } from './exchange-suffix.ts';

test.each([
  ['NPN.JO', 'JNB', 'JO'],
  ['VOD.L', 'LSE', 'L'],
  ['MC.PA', 'EURONEXT', 'PA'],
  ['9988.HK', 'HKSE', 'HK'],
  ['7203.T', 'JPX', 'T'],
  ['npn.jo', 'jnb', 'JO'],
])('%s listed at %s carries the exchange suffix %s', (code, listedExchange, suffix) => {
  expect(exchangeSuffixOf(code, listedExchange)).toBe(suffix);
});

test.each([
  ['BRK.B', 'NYSE'],
  ['BRK-B', 'NYSE'],
  ['AAPL', 'NASDAQ'],
  ['.JO', ''],
  ['NPN.', 'JNB'],
  ['X.CONSTRUCTOR', ''],
])('%s listed at %s carries none', (code, listedExchange) => {
  expect(exchangeSuffixOf(code, listedExchange)).toBeNull();
});

test('a class of shares that looks like a suffix is none at a home exchange', () => {
  expect(exchangeSuffixOf('BF.T', 'NYSE')).toBeNull();
  expect(exchangeSuffixOf('BF.T', 'JPX')).toBe('T');
});

test('an exchange that is unknown, or spelt in an unknown way, does not take a suffix away', () => {
  expect(exchangeSuffixOf('NPN.JO', '')).toBe('JO');
  expect(exchangeSuffixOf('NPN.JO', 'Johannesburg Stock Exchange')).toBe('JO');
});
