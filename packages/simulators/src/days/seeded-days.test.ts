import { DAY_MS, MARKET_HOURS, tradingDayFrom } from '@moneytrail/calendar';
import { expect, test } from 'vitest';
import { createDayHistory, type DayRow } from './day-history.ts';
import { type DayProcess, nextSeededDay } from './seeded-days.ts';

const hours = MARKET_HOURS['us-stocks'];
const process: DayProcess = { level: 100, annualVolatility: 0.24, dailyVolume: 1_000_000 };
const start = { dayMs: Date.UTC(2013, 11, 31), close: 100 };

function rows(id: string) {
  const next = (last: { dayMs: number; close: number } | undefined) =>
    nextSeededDay({ id, hours, process }, last ?? start);
  const history = createDayHistory({ rows: [], next });
  const days: DayRow[] = [];
  for (let row = history.first(); row && row.dayMs < Date.UTC(2026, 0, 1); ) {
    days.push(row);
    row = history.on(tradingDayFrom(hours, row.dayMs + DAY_MS));
  }
  return days;
}

function logReturns(id: string): number[] {
  const closes = rows(id).map(({ close }) => close);
  return closes.slice(1).map((close, index) => Math.log(close / (closes[index] ?? close)));
}

test('an instrument always has the same days, and another one has different ones', () => {
  expect(rows('A')).toEqual(rows('A'));
  expect(rows('A').at(-1)?.close).not.toBe(rows('B').at(-1)?.close);
});

test('days are valid bars of positive prices', () => {
  for (const { open, high, low, close, volume } of rows('A')) {
    expect(low).toBeGreaterThan(0);
    expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
    expect(low).toBeLessThanOrEqual(Math.min(open, close));
    expect(volume).toBeGreaterThan(0);
  }
});

test('returns have the given volatility and fat tails', () => {
  const returns = ['A', 'B', 'C', 'D'].flatMap(logReturns);
  const variance = returns.reduce((sum, value) => sum + value ** 2, 0) / returns.length;
  const fourth = returns.reduce((sum, value) => sum + value ** 4, 0) / returns.length;
  expect(Math.sqrt(variance * 252)).toBeCloseTo(0.24, 1);
  expect(fourth / variance ** 2).toBeGreaterThan(4);
});
