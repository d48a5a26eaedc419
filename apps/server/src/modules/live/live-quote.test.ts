import { MARKET_HOURS } from '@moneytrail/calendar';
import { expect, test } from 'vitest';
import { LiveQuote } from './live-quote.ts';

test('a tick that repeats the known price, as of a new reader of the feed, is no change', () => {
  const quote = new LiveQuote(MARKET_HOURS.crypto);
  const tick = { timeMs: 59_999, price: 10, bid: 9, ask: 11 };
  quote.noteTick(tick);
  const known = quote.current;
  quote.noteTick({ timeMs: 59_999, price: 10 });
  expect(quote.current).toBe(known);
  quote.noteTick({ ...tick, ask: 12 });
  expect(quote.current).toMatchObject({ price: 10, ask: 12 });
});
