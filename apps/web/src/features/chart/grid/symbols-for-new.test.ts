import type { ExchangeName } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { symbolsForNew } from './symbols-for-new.ts';

const row = (source: ExchangeName, code: string, state: object = {}) => ({
  source,
  code,
  locked: false,
  isOffline: false,
  ...state,
});

const OFFER = {
  shown: ['FMP:BTC/USD', 'FMP:AAPL'],
  recent: ['FMP:BTC/USD', 'FMP:ETH/USD'],
  lists: [
    ['FMP:SPX', 'FMP:BTCUSD', 'FMP:XAU/USD', 'FMP:ETHUSD', 'FMP:LOCKED'],
    ['FMP:AAPL', 'FMP:MSFT'],
  ],
  rows: [
    row('Bitfinex', 'LTCUSD'),
    row('FMP', 'ADAUSD'),
    row('FMP', 'BTCUSD'),
    row('FMP', 'LOCKED', { locked: true }),
    row('FMP', 'NVDA'),
    row('Tiingo', 'EURUSD', { isOffline: true }),
  ],
} as const;

test('new charts show what was open last, then the next of the watchlists, then the next instruments', () => {
  expect(symbolsForNew(OFFER, 7)).toEqual([
    'FMP:ETH/USD',
    'FMP:XAU/USD',
    'FMP:SPX',
    'FMP:MSFT',
    'FMP:NVDA',
    'FMP:ADAUSD',
    'Bitfinex:LTCUSD',
  ]);
  expect(symbolsForNew(OFFER, 1)).toEqual(['FMP:ETH/USD']);
});

test('without anything that is not shown there is none', () => {
  const rows = [row('FMP', 'BTCUSD'), row('FMP', 'AAPL')];
  expect(symbolsForNew({ shown: OFFER.shown, recent: [], lists: [], rows }, 3)).toEqual([]);
});
