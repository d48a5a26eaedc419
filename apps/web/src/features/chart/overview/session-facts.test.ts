import {
  DAY_MS,
  isMarketOpen,
  MARKET_HOURS,
  MARKET_HOURS_IDS,
  type MarketHoursId,
  MINUTE_MS,
} from '@moneytrail/calendar';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  expiryText,
  hoursText,
  marketState,
  nextHolidays,
  nextSession,
  untilText,
} from './session-facts.ts';

const at = (text: string) => Date.parse(text);
const ids = fc.constantFrom(...MARKET_HOURS_IDS);
const moments = fc
  .integer({ min: at('2020-01-01') / MINUTE_MS, max: at('2030-01-01') / MINUTE_MS })
  .map((minute) => minute * MINUTE_MS);
const RUNS = { seed: 7, numRuns: 400 };

describe('the state of a market', () => {
  it('changes after now: a closed market opens, an open one closes, and not before', () => {
    fc.assert(
      fc.property(ids, moments, fc.double({ min: 0, max: 1, noNaN: true }), (id, nowMs, share) => {
        const hours = MARKET_HOURS[id];
        const state = marketState(hours, nowMs);
        expect(state.isOpen).toBe(isMarketOpen(hours, nowMs));
        const changesMs = state.isOpen ? state.closesMs : state.opensMs;
        if (changesMs === null) {
          expect(hours.days).toBe('all');
          return;
        }
        expect(changesMs).toBeGreaterThan(nowMs);
        expect(isMarketOpen(hours, changesMs)).toBe(!state.isOpen);
        expect(isMarketOpen(hours, changesMs - 1)).toBe(state.isOpen);
        const between = nowMs + Math.floor(share * (changesMs - 1 - nowMs));
        expect(isMarketOpen(hours, between)).toBe(state.isOpen);
      }),
      RUNS,
    );
  });

  it('joins the sessions of a week that follow each other without a pause', () => {
    // Wednesday; forex closes on Friday at 17:00 in New York.
    expect(marketState(MARKET_HOURS.forex, at('2026-11-18T12:00Z'))).toEqual({
      isOpen: true,
      closesMs: at('2026-11-20T22:00Z'),
    });
  });

  it('knows weekends, holidays and half-days', () => {
    const stocks = MARKET_HOURS['us-stocks'];
    expect(marketState(stocks, at('2026-11-25T22:00Z'))).toEqual({
      isOpen: false,
      opensMs: at('2026-11-27T14:30Z'),
    });
    expect(marketState(stocks, at('2026-11-27T15:00Z'))).toEqual({
      isOpen: true,
      closesMs: at('2026-11-27T18:00Z'),
    });
  });
});

describe('the session shown', () => {
  it('ends after now and belongs to a trading day', () => {
    fc.assert(
      fc.property(ids, moments, (id, nowMs) => {
        const { openMs, closeMs } = nextSession(MARKET_HOURS[id], nowMs);
        expect(closeMs).toBeGreaterThan(nowMs);
        expect(isMarketOpen(MARKET_HOURS[id], openMs)).toBe(true);
      }),
      RUNS,
    );
  });

  it.each<[MarketHoursId, string]>([
    ['us-stocks', '09:30–16:00'],
    ['xtks', '09:00–11:30, 12:30–15:30'],
    ['forex', '17:00–17:00, from the evening before'],
    ['crypto', 'around the clock, every day'],
  ])('of %s is written %s', (id, text) => {
    expect(hoursText(MARKET_HOURS[id])).toBe(text);
  });
});

describe('the next holidays', () => {
  it('are in order, with early closes', () => {
    expect(nextHolidays(MARKET_HOURS['us-stocks'], at('2026-11-24T15:00Z'), 4)).toEqual([
      { dayMs: at('2026-11-26'), closesAt: null },
      { dayMs: at('2026-11-27'), closesAt: '13:00' },
      { dayMs: at('2026-12-24'), closesAt: '13:00' },
      { dayMs: at('2026-12-25'), closesAt: null },
    ]);
  });

  it('leave out an early close that is over', () => {
    const [next] = nextHolidays(MARKET_HOURS['us-stocks'], at('2026-11-27T18:00Z'), 1) ?? [];
    expect(next?.dayMs).toBe(at('2026-12-24'));
  });

  it('of a market without any are none, and unknown ones stay unknown', () => {
    expect(nextHolidays(MARKET_HOURS.forex, at('2026-11-24'), 3)).toEqual([]);
    expect(nextHolidays(MARKET_HOURS.xlon, at('2026-11-24'), 3)).toBeNull();
  });
});

it.each([
  [1, 'in 1 min'],
  [60 * MINUTE_MS, 'in 1 h'],
  [200 * MINUTE_MS, 'in 3 h 20 min'],
  [2 * DAY_MS + 250 * MINUTE_MS, 'in 2 d 4 h'],
])('%i ms are written %s', (ms, text) => {
  expect(untilText(0, ms)).toBe(text);
});

it.each([
  ['2026-11-19', 'expired'],
  ['2026-11-20', 'expires today'],
  ['2026-11-21', 'expires tomorrow'],
  ['2026-12-20', 'expires in 30 days'],
])('a contract that ends on %s %s', (endDate, text) => {
  expect(expiryText(endDate, at('2026-11-20'))).toBe(text);
});
