import { DAY_MS, MARKET_HOURS, sessionOf } from '@moneytrail/calendar';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdClock } from '../testing/held-clock.ts';
import { MINUTE_BUCKET, utcBucket } from './bucket.ts';
import type { Candle } from './candle.ts';
import { createMarket } from './market.ts';
import { lastRealDayOf, outrightOf, UNDERLYINGS, type UnderlyingId } from './underlyings.ts';

const NOW = '2026-11-20T16:10:20Z';
const IDS: UnderlyingId[] = [
  'BTCUSD',
  'UNIUSD',
  'AAPL',
  'COKE',
  'EURUSD',
  'USDJPY',
  'XAUUSD',
  'VIX',
];

function whole(candles: readonly Candle[]) {
  return {
    open: candles[0]?.open,
    high: Math.max(...candles.map(({ high }) => high)),
    low: Math.min(...candles.map(({ low }) => low)),
    close: candles.at(-1)?.close,
  };
}

function volumeOf(candles: readonly Candle[]): number {
  return candles.reduce((sum, { volume }) => sum + volume, 0);
}

describe.each(IDS)('%s', (id) => {
  const clock = holdClock(NOW);
  const market = createMarket(clock);
  const instrument = outrightOf(id, {}, clock.now());
  const history = market.days(instrument, { fromMs: 0, toMs: clock.now() });

  test('every day is the sum of its minutes', () => {
    fc.assert(
      fc.property(fc.nat(history.length - 1), (index) => {
        const day = history[index];
        if (!day) return;
        const { openMs, closeMs } = sessionOf(instrument.hours, day.timeMs);
        const range = { fromMs: openMs, toMs: closeMs };
        const minutes = market.bars(instrument, range, MINUTE_BUCKET);
        expect(whole(minutes)).toEqual(whole([day]));
        expect(volumeOf(minutes)).toBeCloseTo(day.volume, 4);
        const hours = market.bars(instrument, range, utcBucket(60 * 60_000));
        expect(whole(hours)).toEqual(
          whole(minutes.filter(({ timeMs }) => timeMs >= (hours[0]?.timeMs ?? 0))),
        );
      }),
      // A day has 1,440 minutes.
      { numRuns: process.env.TEST_LONG === 'true' ? 100 : 5 },
    );
  });

  test('minutes lie inside sessions, ascending and unique', () => {
    const range = { fromMs: clock.now() - 12 * DAY_MS, toMs: clock.now() };
    const times = market.bars(instrument, range, MINUTE_BUCKET).map(({ timeMs }) => timeMs);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThanOrEqual(clock.now());
    for (const day of history.slice(-14)) {
      const { openMs, closeMs } = sessionOf(instrument.hours, day.timeMs);
      const count = times.filter((timeMs) => timeMs >= openMs && timeMs < closeMs).length;
      const isQuiet = (instrument.shape.quietShare ?? 0) > 0;
      const length = (Math.min(closeMs, clock.now() + 60_000) - openMs) / 60_000;
      if (openMs >= range.fromMs && !isQuiet) expect(count).toBe(Math.floor(length));
    }
  });

  test('two markets with one clock agree', () => {
    const other = createMarket(clock);
    const same = outrightOf(id, {}, clock.now());
    const range = { fromMs: clock.now() - 3 * DAY_MS, toMs: clock.now() };
    expect(other.bars(same, range, MINUTE_BUCKET)).toEqual(
      market.bars(instrument, range, MINUTE_BUCKET),
    );
    expect(other.snapshot(same)).toEqual(market.snapshot(instrument));
  });
});

describe('real days', () => {
  test.each(['BTCUSD', 'AAPL', 'EURUSD', 'XAUUSD', 'VIX'] as const)(
    'of %s end on the trading day before the anchor',
    (id) => {
      const hours = MARKET_HOURS[UNDERLYINGS[id].hours];
      for (const moment of [
        '2026-11-20T16:10:20Z',
        '2026-11-22T12:00:00Z',
        '2026-11-27T12:00:00Z',
      ]) {
        const clock = holdClock(moment);
        const instrument = outrightOf(id, {}, clock.now());
        const days = createMarket(clock).days(instrument, { fromMs: 0, toMs: clock.now() });
        const lastReal = days.findLast(({ timeMs }) => timeMs <= lastRealDayOf(hours, clock.now()));
        const realClose = {
          BTCUSD: 11_349.5,
          AAPL: 169.23,
          EURUSD: 1.09305,
          XAUUSD: 1_969.74,
          VIX: 18.7,
        };
        expect(lastReal?.close).toBe(realClose[id]);
      }
    },
  );

  test('end on Friday for a Sunday anchor, and on the day before a holiday', () => {
    const stocks = MARKET_HOURS['us-stocks'];
    const day = (moment: string) =>
      new Date(lastRealDayOf(stocks, Date.parse(moment))).toISOString().slice(0, 10);
    expect(day('2026-11-22T12:00:00Z')).toBe('2026-11-20');
    expect(day('2026-11-27T15:00:00Z')).toBe('2026-11-25');
  });

  test('do not move with the clock: only the anchor decides, and later days are generated', () => {
    const clock = holdClock(NOW);
    const market = createMarket(clock);
    const instrument = outrightOf('BTCUSD', {}, clock.now());
    const range = { fromMs: 0, toMs: Date.parse('2026-11-20T00:00:00Z') };
    const before = market.days(instrument, range);
    clock.passTo('2026-12-24T16:00:00Z');
    expect(market.days(instrument, range)).toEqual(before);
    expect(market.days(instrument, { fromMs: range.toMs, toMs: clock.now() })).toHaveLength(35);
  });
});

describe('the forming minute', () => {
  const clock = holdClock('2026-11-20T16:10:00Z');
  const market = createMarket(clock);
  const instrument = outrightOf('ETHUSD', {}, clock.now());
  const minute = () => {
    const fromMs = Date.parse('2026-11-20T16:10:00Z');
    return market.bars(instrument, { fromMs, toMs: fromMs + 1 }, MINUTE_BUCKET)[0];
  };

  test('moves second by second with the quote, and ends as the final bar', () => {
    const closes: number[] = [];
    for (let second = 0; second < 60; second += 1) {
      const bar = minute();
      expect(market.snapshot(instrument)).toMatchObject({ price: bar?.close, timeMs: clock.now() });
      closes.push(bar?.close ?? 0);
      clock.pass(1_000);
    }
    expect(new Set(closes).size).toBeGreaterThan(10);
    const closed = minute();
    expect(closed?.close).toBe(closes.at(-1));
    expect(closed?.high).toBe(Math.max(...closes));
    expect(closed?.low).toBe(Math.min(...closes));
    const fromMs = Date.parse('2026-11-20T16:10:00Z');
    const trades = market.trades(instrument, { fromMs, toMs: fromMs + 59_999 });
    expect(trades.map(({ price }) => price)).toEqual(closes);
    expect(trades.reduce((sum, { volume }) => sum + volume, 0)).toBeCloseTo(closed?.volume ?? 0, 6);
  });
});

test('an asset in coarse and in fine decimals has the same path every day', () => {
  const clock = holdClock(NOW);
  const market = createMarket(clock);
  const fine = outrightOf('BTCUSD', {}, clock.now());
  const coarse = outrightOf('BTCUSD', { decimals: 0 }, clock.now());
  for (const { timeMs } of market.days(fine, { fromMs: 0, toMs: clock.now() })) {
    const range = { fromMs: timeMs, toMs: timeMs + DAY_MS };
    const hour = utcBucket(60 * 60_000);
    const closes = market.bars(coarse, range, hour).map(({ close }) => close);
    market.bars(fine, range, hour).forEach(({ close }, index) => {
      expect(Math.abs(close - (closes[index] ?? 0))).toBeLessThan(2);
    });
  }
});

test('sessions keep their wall-clock time across a change of daylight saving time', () => {
  const clock = holdClock('2026-11-04T22:00:00Z');
  const market = createMarket(clock);
  const firstMinute = (id: UnderlyingId, date: string) => {
    const instrument = outrightOf(id, {}, clock.now());
    const fromMs = Date.parse(`${date}T00:00:00Z`) - 3 * 3_600_000;
    const bars = market.bars(instrument, { fromMs, toMs: fromMs + DAY_MS }, MINUTE_BUCKET);
    return new Date(bars[0]?.timeMs ?? 0).toISOString();
  };
  expect(firstMinute('AAPL', '2026-10-30')).toBe('2026-10-30T13:30:00.000Z');
  expect(firstMinute('AAPL', '2026-11-02')).toBe('2026-11-02T14:30:00.000Z');
  expect(firstMinute('EURUSD', '2026-10-26')).toBe('2026-10-25T21:00:00.000Z');
  expect(firstMinute('EURUSD', '2026-11-02')).toBe('2026-11-01T22:00:00.000Z');
});

test('a closed market shows its last session', () => {
  const clock = holdClock('2026-11-21T12:00:00Z');
  const market = createMarket(clock);
  const snapshot = market.snapshot(outrightOf('MSFT', {}, clock.now()));
  expect(new Date(snapshot?.timeMs ?? 0).toISOString()).toBe('2026-11-20T20:59:59.000Z');
});

test('generated instruments have at least ten years of history', () => {
  const clock = holdClock(NOW);
  const market = createMarket(clock);
  for (const id of ['ETHUSD', 'GBPUSD', 'XAGUSD', 'MSFT'] as const) {
    const [first] = market.days(outrightOf(id, {}, clock.now()), { fromMs: 0, toMs: clock.now() });
    expect(first?.timeMs).toBeLessThan(clock.now() - 3_650 * DAY_MS);
  }
});
