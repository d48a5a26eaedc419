import { expect, test } from 'vitest';
import { createQuoteTicks, type PolledQuote } from './poll-quotes.ts';

const QUOTE: PolledQuote = {
  code: 'AAPL',
  price: 232,
  timeMs: 1_000,
  dayVolume: 500,
  dayHigh: 233,
  dayLow: 230,
  bid: null,
  ask: null,
  previousClose: 228,
};

function ticksOf(...quotes: Partial<PolledQuote>[]) {
  const ticks = createQuoteTicks({ now: () => 9_000 });
  return quotes.flatMap((change) => ticks.update([{ ...QUOTE, ...change }]));
}

test('the first quote gives a price and nothing that happened before it', () => {
  expect(ticksOf({})).toEqual([{ code: 'AAPL', timeMs: 1_000, price: 232, previousClose: 228 }]);
});

test('later ones carry the volume the day grew by and the extremes it gained', () => {
  const [, second] = ticksOf({}, { timeMs: 3_000, dayVolume: 540, dayHigh: 234, price: 231 });
  expect(second).toMatchObject({ price: 231, volume: 40, high: 234 });
  expect(second).not.toHaveProperty('low');
});

test('a quote that says nothing new makes no tick', () => {
  expect(ticksOf({}, {})).toHaveLength(1);
});

test('a quote older than the last makes no tick', () => {
  expect(ticksOf({ timeMs: 5_000 }, { timeMs: 4_000, price: 1 })).toHaveLength(1);
});

test('a day’s volume that falls belongs to a new day: no volume, no extremes', () => {
  const [, second] = ticksOf(
    {},
    { timeMs: 3_000, dayVolume: 3, dayHigh: 240, dayLow: 239, price: 239 },
  );
  expect(second).toEqual({ code: 'AAPL', timeMs: 3_000, price: 239, previousClose: 228 });
});

test('a quote without a time is of the moment it was read', () => {
  expect(ticksOf({ timeMs: null })).toMatchObject([{ timeMs: 9_000 }]);
});

test('an instrument that was given up starts anew', () => {
  const ticks = createQuoteTicks({ now: () => 0 });
  ticks.update([QUOTE]);
  ticks.keepOnly([]);
  expect(ticks.update([{ ...QUOTE, dayVolume: 900, timeMs: 2_000 }])[0]).not.toHaveProperty(
    'volume',
  );
});
