import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anchorOf,
  barClosesAtMs,
  barOpensAtMs,
  barTimeOf,
  coarserBarTime,
  DAY_MS,
  isBarClosed,
  isDateResolution,
  isMarketOpen,
  MARKET_HOURS,
  type MarketHours,
  MINUTE_MS,
  nextBarTime,
  nextOpenMs,
  previousBarTime,
  RESOLUTIONS,
  type Resolution,
  storedSourceOf,
  tradingDayFrom,
} from './index.ts';

const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString();
const { crypto, forex, metals, safex } = MARKET_HOURS;
const usStocks = MARKET_HOURS['us-stocks'];

describe('intraday bars', () => {
  test('count from the open of the session: New York hours start at half past', () => {
    expect(iso(barTimeOf(usStocks, '60', at('2026-11-20T15:00:00Z')))).toBe(
      '2026-11-20T14:30:00.000Z',
    );
    expect(iso(barTimeOf(usStocks, '60', at('2026-07-20T15:00:00Z')))).toBe(
      '2026-07-20T14:30:00.000Z',
    );
  });

  test('the last New York hour is half an hour and closes with the session', () => {
    expect(iso(barClosesAtMs(usStocks, '60', at('2026-11-20T20:30:00Z')))).toBe(
      '2026-11-20T21:00:00.000Z',
    );
  });

  test("Safex's 12:00 print belongs to the last bar and keeps its own minute", () => {
    const print = at('2026-11-20T10:00:30Z');
    expect(iso(barTimeOf(safex, '60', print))).toBe('2026-11-20T09:00:00.000Z');
    expect(iso(barTimeOf(safex, '1', print))).toBe('2026-11-20T10:00:00.000Z');
    expect(iso(barClosesAtMs(safex, '60', at('2026-11-20T09:00:00Z')))).toBe(
      '2026-11-20T10:01:00.000Z',
    );
  });

  test('four-hour crypto bars start at 00:00 UTC', () => {
    expect(iso(barTimeOf(crypto, '240', at('2026-11-20T05:00:00Z')))).toBe(
      '2026-11-20T04:00:00.000Z',
    );
  });

  test('the last bar before a weekend is followed by the first one after it', () => {
    expect(iso(nextBarTime(safex, '60', at('2026-11-20T09:00:00Z')))).toBe(
      '2026-11-23T07:00:00.000Z',
    );
  });
});

describe('the next bar', () => {
  test.each([
    ['before the open', '2026-11-20T12:00:00Z', '2026-11-20T14:30:00.000Z'],
    ['in a bar', '2026-11-20T15:00:01Z', '2026-11-20T15:30:00.000Z'],
    ['after the close', '2026-11-20T22:00:00Z', '2026-11-23T14:30:00.000Z'],
    ['on a holiday', '2026-11-26T15:00:00Z', '2026-11-27T14:30:00.000Z'],
  ])('after a moment %s is one that the market has', (_where, moment, next) => {
    expect(iso(nextBarTime(usStocks, '60', at(moment)))).toBe(next);
  });
});

describe('the bar before', () => {
  test("Monday's first bar is Friday's last, which includes the short remainder", () => {
    expect(iso(previousBarTime(safex, '60', at('2026-11-23T07:00:00Z')))).toBe(
      '2026-11-20T09:00:00.000Z',
    );
  });

  test("Tokyo's first afternoon bar is the last one of the morning", () => {
    expect(iso(previousBarTime(MARKET_HOURS.xtks, '60', at('2026-11-20T03:30:00Z')))).toBe(
      '2026-11-20T02:00:00.000Z',
    );
  });

  test('Friday is Wednesday if Thursday is Thanksgiving', () => {
    expect(iso(previousBarTime(usStocks, '1D', at('2026-11-27T00:00:00Z')))).toBe(
      '2026-11-25T00:00:00.000Z',
    );
  });

  test('a moment on a holiday is the last bar of the previous day', () => {
    expect(iso(previousBarTime(usStocks, '60', at('2026-11-26T15:30:00Z')))).toBe(
      '2026-11-25T20:30:00.000Z',
    );
  });
});

describe('days, weeks and months', () => {
  test('carry a date: the forex day changes at 17:00 New York in winter and in summer', () => {
    expect(iso(barTimeOf(forex, '1D', at('2026-11-22T22:00:00Z')))).toBe(
      '2026-11-23T00:00:00.000Z',
    );
    expect(iso(barTimeOf(forex, '1D', at('2026-07-19T20:59:00Z')))).toBe(
      '2026-07-19T00:00:00.000Z',
    );
    expect(iso(barTimeOf(forex, '1D', at('2026-07-19T21:00:00Z')))).toBe(
      '2026-07-20T00:00:00.000Z',
    );
  });

  test('weeks start on Monday and months on the 1st', () => {
    expect(iso(barTimeOf(crypto, '1W', at('2026-11-22T23:59:00Z')))).toBe(
      '2026-11-16T00:00:00.000Z',
    );
    expect(iso(coarserBarTime(usStocks, '1D', '1M', at('2026-11-20T00:00:00Z')))).toBe(
      '2026-11-01T00:00:00.000Z',
    );
  });

  test('a week closes with its last trading day, even at Thanksgiving', () => {
    expect(iso(barClosesAtMs(usStocks, '1W', at('2026-11-23T00:00:00Z')))).toBe(
      '2026-11-27T18:00:00.000Z',
    );
  });

  test('the day after Wednesday is Friday if Thursday is Thanksgiving', () => {
    expect(iso(nextBarTime(usStocks, '1D', at('2026-11-25T00:00:00Z')))).toBe(
      '2026-11-27T00:00:00.000Z',
    );
  });

  test('metals pause from 17:00 to 18:00 New York', () => {
    expect(isMarketOpen(metals, at('2026-11-19T22:30:00Z'))).toBe(false);
    expect(isMarketOpen(metals, at('2026-11-19T23:00:00Z'))).toBe(true);
  });
});

const markets = fc.constantFrom(...Object.values(MARKET_HOURS));
const moments = fc.integer({ min: at('2014-01-01'), max: at('2027-01-01') });
const resolutions = fc.constantFrom(...RESOLUTIONS);

describe('for any market, resolution and open moment', () => {
  test('the bar contains the moment, and its time belongs to the same bar', () => {
    fc.assert(
      fc.property(markets, resolutions, moments, (hours, resolution, moment) => {
        fc.pre(isMarketOpen(hours, moment));
        const time = barTimeOf(hours, resolution, moment);
        const opensAt = barOpensAtMs(hours, resolution, time);
        const closesAt = barClosesAtMs(hours, resolution, time);
        expect(opensAt).toBeLessThanOrEqual(moment);
        expect(closesAt).toBeGreaterThan(moment);
        expect(barTimeOf(hours, resolution, opensAt)).toBe(time);
        expect(isBarClosed(hours, resolution, time, moment)).toBe(false);
        expect(isBarClosed(hours, resolution, time, closesAt)).toBe(true);
      }),
      { numRuns: 1_000, seed: 7 },
    );
  });

  test('the next bar opens when this one closes or later', () => {
    fc.assert(
      fc.property(markets, resolutions, moments, (hours, resolution, moment) => {
        fc.pre(isMarketOpen(hours, moment));
        const time = barTimeOf(hours, resolution, moment);
        const next = nextBarTime(hours, resolution, time);
        expect(next).toBeGreaterThan(time);
        expect(barOpensAtMs(hours, resolution, next)).toBeGreaterThanOrEqual(
          barClosesAtMs(hours, resolution, time),
        );
      }),
      { numRuns: 1_000, seed: 8 },
    );
  });

  test('the bar before the next one is the bar itself', () => {
    fc.assert(
      fc.property(markets, resolutions, moments, (hours, resolution, moment) => {
        fc.pre(isMarketOpen(hours, moment));
        const time = barTimeOf(hours, resolution, moment);
        const next = nextBarTime(hours, resolution, time);
        expect(previousBarTime(hours, resolution, next)).toBe(time);
      }),
      { numRuns: 1_000, seed: 10 },
    );
  });

  test('the bar before a moment starts before it', () => {
    fc.assert(
      fc.property(markets, resolutions, moments, (hours, resolution, moment) => {
        const time = isDateResolution(resolution) ? Math.floor(moment / DAY_MS) * DAY_MS : moment;
        const before = previousBarTime(hours, resolution, time);
        expect(before).toBeLessThan(time);
        const next = nextBarTime(hours, resolution, before);
        expect(next).toBeGreaterThanOrEqual(time);
      }),
      { numRuns: 1_000, seed: 11 },
    );
  });

  test('the next bar is the first that starts after the moment', () => {
    /** Found by looking at the market minute by minute. */
    const searched = (hours: MarketHours, resolution: Resolution, moment: number): number => {
      for (let open = nextOpenMs(hours, moment + 1); ; open = nextOpenMs(hours, open + 1)) {
        const time = barTimeOf(hours, resolution, open);
        if (time > moment) return time;
        open = Math.floor(open / MINUTE_MS) * MINUTE_MS + MINUTE_MS - 1;
      }
    };
    const intraday = RESOLUTIONS.filter((each) => !isDateResolution(each));
    fc.assert(
      fc.property(markets, fc.constantFrom(...intraday), moments, (hours, resolution, moment) => {
        expect(nextBarTime(hours, resolution, moment)).toBe(searched(hours, resolution, moment));
      }),
      { numRuns: 1_000, seed: 12 },
    );
    fc.assert(
      fc.property(markets, moments, (hours, moment) => {
        const next = nextBarTime(hours, '1D', moment);
        expect(next).toBe(tradingDayFrom(hours, (Math.floor(moment / DAY_MS) + 1) * DAY_MS));
      }),
      { numRuns: 500, seed: 13 },
    );
  });

  test('a stored bar lies inside the coarser bar that is rolled up from it', () => {
    fc.assert(
      fc.property(markets, resolutions, moments, (hours, resolution, moment) => {
        fc.pre(isMarketOpen(hours, moment));
        const stored = storedSourceOf(resolution);
        const time = barTimeOf(hours, stored, moment);
        expect(coarserBarTime(hours, stored, resolution, time)).toBe(
          barTimeOf(hours, resolution, moment),
        );
      }),
      { numRuns: 1_000, seed: 9 },
    );
  });
});

test('the usual period of an average is the session on minutes, the month on days and the year on longer bars', () => {
  const begins = (resolution: Resolution, time: string) =>
    iso(anchorOf(crypto, resolution, 'auto', at(time))).slice(0, 10);
  expect(begins('240', '2026-11-20T16:00:00Z')).toBe('2026-11-20');
  expect(begins('1D', '2026-11-20T00:00:00Z')).toBe('2026-11-01');
  expect(begins('1W', '2026-11-16T00:00:00Z')).toBe('2026-01-01');
  expect(begins('1M', '2026-11-01T00:00:00Z')).toBe('2026-01-01');
});
