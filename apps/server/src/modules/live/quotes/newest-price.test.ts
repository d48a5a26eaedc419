import {
  barClosesAtMs,
  DAY_MS,
  MARKET_HOURS,
  MINUTE_MS,
  sessionOf,
  tradingDayFrom,
  tradingDayUntil,
} from '@moneytrail/calendar';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NewestStored, StoredClose } from '../../bars/index.ts';
import { newestPriceOf } from './newest-price.ts';

const START = Date.parse('2026-06-01');
const MARKETS = ['us-stocks', 'forex', 'crypto', 'safex', 'xjse', 'xtks'] as const;

/** Every session closes at a price of its own, so that a close tells which session it is of. */
const closeOf = (dayMs: number) => 100 + dayMs / DAY_MS;
const none = { closes: [], covered: { fromMs: 0, toMs: 0 }, chunk: null };

/** What has been stored of a market whose days were last read some sessions ago, the open one included. */
const readings = fc.record({
  market: fc.constantFrom(...MARKETS),
  readDay: fc.nat(60),
  laterDays: fc.nat(6),
  minute: fc.integer({ min: 0, max: 150 }),
  hasForming: fc.boolean(),
});

test('a change is never told against another session than the one before, nor a forming price as its close', () => {
  fc.assert(
    fc.property(readings, ({ market, readDay, laterDays, minute, hasForming }) => {
      const hours = MARKET_HOURS[market];
      const forming = tradingDayFrom(hours, START + readDay * DAY_MS);
      const before = tradingDayUntil(hours, forming - DAY_MS);
      const closed: StoredClose = { time: before, close: closeOf(before), isFinal: true };
      const open: StoredClose = { time: forming, close: -1, isFinal: false };
      const days: NewestStored['days'] = {
        closes: hasForming ? [closed, open] : [closed],
        covered: { fromMs: START - 100 * DAY_MS, toMs: forming },
        chunk: null,
      };
      const now = tradingDayFrom(hours, forming + laterDays * DAY_MS);
      const time = sessionOf(hours, now).openMs + minute * MINUTE_MS;
      const minutes = { ...none, closes: [{ time, close: 7, isFinal: true }] };
      const nowMs = barClosesAtMs(hours, '1', time);
      const told = newestPriceOf(hours, { stored: { minutes, days }, tick: null }, nowMs);
      expect(told).toMatchObject({ price: 7, timeMs: nowMs, pastDayMs: null });
      const sessionBefore = tradingDayUntil(hours, now - DAY_MS);
      expect([null, closeOf(sessionBefore)]).toContain(told?.previousClose);
      if (now === forming) expect(told?.previousClose).toBe(closeOf(before));
    }),
  );
});

test('a tick counts only where nothing newer is stored', () => {
  const hours = MARKET_HOURS.crypto;
  const minutes = { ...none, closes: [{ time: START, close: 7, isFinal: true }] };
  const priceAt = (timeMs: number) =>
    newestPriceOf(hours, { stored: { minutes, days: none }, tick: { price: 9, timeMs } }, START)
      ?.price;
  expect(priceAt(START + MINUTE_MS - 1)).toBe(7);
  expect(priceAt(START + MINUTE_MS + 1)).toBe(9);
});

test('where nothing is known there is no price', () => {
  const stored = { minutes: none, days: none };
  expect(newestPriceOf(MARKET_HOURS.crypto, { stored, tick: null }, START)).toBeNull();
});
