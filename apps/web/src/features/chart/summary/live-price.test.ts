import type { Summary } from '@moneytrail/indicators';
import { expect, it } from 'vitest';
import { livePriceOf } from './live-price.ts';

const SUMMARY = {
  currentPrice: 100,
  currentPriceTime: 60_000,
  previousClose: 90,
} as unknown as Summary;
const barAt = (time: number, close: number) => {
  return { time, open: 1, high: 1, low: 1, close, volume: null };
};

it('is the price of the forming bar against the last close', () => {
  expect(livePriceOf(SUMMARY, barAt(120_000, 104))).toEqual({
    price: 104,
    before: 100,
    isForming: true,
  });
});

it('is the last close against the one before where no bar is forming', () => {
  const closed = { price: 100, before: 90, isForming: false };
  expect(livePriceOf(SUMMARY, barAt(60_000, 100))).toEqual(closed);
  expect(livePriceOf(SUMMARY, null)).toEqual(closed);
});

it('is the forming bar’s where there is no closed bar yet', () => {
  const none = { ...SUMMARY, currentPrice: Number.NaN, currentPriceTime: Number.NaN };
  expect(livePriceOf(none, barAt(60_000, 5))).toMatchObject({ price: 5, before: Number.NaN });
});
