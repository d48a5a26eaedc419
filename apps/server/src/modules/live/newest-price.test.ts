import {
  barClosesAtMs,
  DAY_MS,
  MARKET_HOURS,
  MINUTE_MS,
  sessionOf,
  tradingDayFrom,
  tradingDayUntil,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NewestStored, StoredBar } from '../bars/index.ts';
import { newestPriceOf } from './newest-price.ts';

const START = Date.parse('2026-06-01');
const MARKETS = ['us-stocks', 'forex', 'crypto', 'safex', 'xjse', 'xtks'] as const;

/** Every session has a different close, which identifies it. */
const closeOf = (dayMs: number) => 100 + dayMs / DAY_MS;
const none = { bars: [], covered: { fromMs: 0, toMs: 0 }, chunk: null, session: null };

const barOf = (time: number, price: number): Bar => ({
  time,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: 1,
});

/** The stored bars of a market whose days were last read some sessions ago, including the open one. */
const readings = fc.record({
  market: fc.constantFrom(...MARKETS),
  readDay: fc.nat(60),
  laterDays: fc.nat(6),
  minute: fc.integer({ min: 0, max: 150 }),
  hasForming: fc.boolean(),
});

test('a change is never against another than the previous session, nor is a forming price its close', () => {
  fc.assert(
    fc.property(readings, ({ market, readDay, laterDays, minute, hasForming }) => {
      const hours = MARKET_HOURS[market];
      const forming = tradingDayFrom(hours, START + readDay * DAY_MS);
      const before = tradingDayUntil(hours, forming - DAY_MS);
      const closed: StoredBar = { ...barOf(before, closeOf(before)), isFinal: true };
      const open: StoredBar = { ...barOf(forming, -1), isFinal: false };
      const days: NewestStored['days'] = {
        bars: hasForming ? [closed, open] : [closed],
        covered: { fromMs: START - 100 * DAY_MS, toMs: forming },
        chunk: null,
      };
      const now = tradingDayFrom(hours, forming + laterDays * DAY_MS);
      const time = sessionOf(hours, now).openMs + minute * MINUTE_MS;
      const minutes = { ...none, bars: [{ ...barOf(time, 7), isFinal: true }] };
      const nowMs = barClosesAtMs(hours, '1', time);
      const told = newestPriceOf(hours, { stored: { minutes, days }, tick: null }, nowMs);
      expect(told).toMatchObject({ price: 7, timeMs: nowMs, pastDayMs: null });
      const sessionBefore = tradingDayUntil(hours, now - DAY_MS);
      expect([null, closeOf(sessionBefore)]).toContain(told?.previousClose);
      if (now === forming) expect(told?.previousClose).toBe(closeOf(before));
    }),
  );
});

test('a tick counts only if nothing newer is stored', () => {
  const hours = MARKET_HOURS.crypto;
  const minutes = { ...none, bars: [{ ...barOf(START, 7), isFinal: true }] };
  const priceAt = (timeMs: number) =>
    newestPriceOf(hours, { stored: { minutes, days: none }, tick: { price: 9, timeMs } }, START)
      ?.price;
  expect(priceAt(START + MINUTE_MS - 1)).toBe(7);
  expect(priceAt(START + MINUTE_MS + 1)).toBe(9);
});

test('without known prices there is no price', () => {
  const stored = { minutes: none, days: none };
  expect(newestPriceOf(MARKET_HOURS.crypto, { stored, tick: null }, START)).toBeNull();
});

describe('the session of a price', () => {
  const hours = MARKET_HOURS.crypto;
  const day = { time: START, open: 10, high: 20, low: 5, close: 12, volume: 1_000 };
  const soFar = { dayMs: START, open: 10.5, high: 21, low: 6, volume: 900, closes: [12] };
  const minuteMs = START + 600 * MINUTE_MS;
  const minutes = {
    ...none,
    covered: { fromMs: START, toMs: minuteMs + MINUTE_MS },
    bars: [{ ...barOf(minuteMs, 12), isFinal: true }],
    session: soFar,
  };
  const daysWith = (isFinal: boolean) => ({ ...none, bars: [{ ...day, isFinal }] });
  const figuresOf = (stored: NewestStored, tick: { price: number; timeMs: number } | null = null) =>
    newestPriceOf(hours, { stored, tick }, minuteMs)?.session;

  test('comes from its minutes while it goes on, and from its own bar once it is over', () => {
    const { open, high, low, volume } = day;
    const { dayMs: _dayMs, closes: _closes, ...figures } = soFar;
    expect(figuresOf({ minutes, days: daysWith(false) })).toEqual(figures);
    expect(figuresOf({ minutes, days: daysWith(true) })).toEqual({ open, high, low, volume });
  });

  test('holds the price itself', () => {
    const timeMs = minuteMs + 2 * MINUTE_MS;
    const known = { minutes: { ...minutes, covered: { fromMs: START, toMs: timeMs } }, days: none };
    expect(figuresOf(known, { price: 30, timeMs })).toMatchObject({ high: 30, low: 6 });
    expect(figuresOf(known, { price: 1, timeMs })).toMatchObject({ high: 21, low: 1 });
  });

  test('has only its open if its minutes end before the price, however little', () => {
    const late = { price: 30, timeMs: minuteMs + MINUTE_MS + 1 };
    const openAlone = (open: number) => ({ open, high: null, low: null, volume: null });
    expect(figuresOf({ minutes, days: none }, late)).toEqual(openAlone(soFar.open));
    const unknown = { ...minutes, session: null };
    expect(figuresOf({ minutes: unknown, days: daysWith(false) })).toEqual(openAlone(day.open));
    expect(figuresOf({ minutes: unknown, days: none })).toBeNull();
  });

  test('never has the figures of another session', () => {
    const timeMs = START + DAY_MS + MINUTE_MS;
    expect(figuresOf({ minutes, days: daysWith(true) }, { price: 30, timeMs })).toBeNull();
  });
});
