import { isTradingDay, MARKET_HOURS } from '@moneytrail/calendar';
import { describe, expect, test } from 'vitest';
import { loadPriceFile, PRICE_FILES, type PriceFile, shiftedRealDays } from './real-days.ts';

const FILES: [PriceFile, keyof typeof MARKET_HOURS, number][] = [
  ['AAPL', 'us-stocks', 753],
  ['BTCUSD', 'crypto', 978],
  ['COKE', 'us-stocks', 754],
  ['EURUSD', 'forex', 2_400],
  ['GOOGL', 'us-stocks', 754],
  ['TSLA', 'us-stocks', 754],
  ['VIX', 'us-stocks', 9_235],
  ['XAUUSD', 'metals', 2_400],
];
const LAST = Date.parse('2026-11-20T00:00:00Z');

test('every price file is covered here', () => {
  expect(FILES.map(([file]) => file).toSorted()).toEqual(Object.keys(PRICE_FILES).toSorted());
});

describe.each(FILES)('%s', (file, hoursId, count) => {
  const hours = MARKET_HOURS[hoursId];
  const series = { file, hours, volumeFactor: 1 };

  test('keeps every real row in order and changes only its date', () => {
    const shifted = shiftedRealDays(series, LAST);
    expect(shifted).toHaveLength(count);
    expect(shifted.map(({ dayMs: _, ...prices }) => prices)).toEqual(
      loadPriceFile(file).map(({ dayMs: _, ...prices }) => prices),
    );
  });

  test('ends on the last day and has exactly one row per trading day', () => {
    const days = new Set(shiftedRealDays(series, LAST).map(({ dayMs }) => dayMs));
    const [first = 0] = days;
    expect(days.size).toBe(count);
    for (let dayMs = first; dayMs <= LAST; dayMs += 86_400_000) {
      expect(days.has(dayMs)).toBe(isTradingDay(hours, dayMs));
    }
  });

  test('has valid rows on real trading dates', () => {
    for (const { dayMs, open, high, low, close } of loadPriceFile(file)) {
      expect(dayMs % 86_400_000).toBe(0);
      if (file !== 'BTCUSD') expect([0, 6]).not.toContain(new Date(dayMs).getUTCDay());
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
      expect(low).toBeLessThanOrEqual(Math.min(open, close));
    }
  });
});

test('a last day without trading is moved to the trading day before', () => {
  const hours = MARKET_HOURS['us-stocks'];
  const sunday = Date.parse('2026-11-22T00:00:00Z');
  const rows = shiftedRealDays({ file: 'AAPL', hours, volumeFactor: 1 }, sunday);
  expect(new Date(rows.at(-1)?.dayMs ?? 0).toISOString()).toBe('2026-11-20T00:00:00.000Z');
});
