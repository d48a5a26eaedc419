import type { Snapshot } from '@moneytrail/contract';
import { describe, expect, it } from 'vitest';
import { nearestLevelPercent, type OpenRow, sortRows } from './watch-columns.ts';

const row = (symbol: string, price: number | null): { symbol: string; row: OpenRow } => ({
  symbol,
  row: {
    symbol,
    locked: false,
    description: '',
    priceScale: 100,
    simulated: false,
    price,
    timeMs: 0,
    previousClose: 100,
    volume: null,
    sparkline: [],
    snapshot: null,
  },
});

describe('sorted rows', () => {
  const rows = [row('B', 110), row('A', null), row('C', 90), row('D', 110)];
  const sorted = (isDescending: boolean, by: 'percent' | 'symbol' = 'percent') =>
    sortRows(rows, { by, isDescending }).map(({ symbol }) => symbol);

  it('have unknown values last in both directions, and keep the order of equal ones', () => {
    expect(sorted(false)).toEqual(['C', 'B', 'D', 'A']);
    expect(sorted(true)).toEqual(['B', 'D', 'C', 'A']);
    expect(sorted(true, 'symbol')).toEqual(['D', 'C', 'B', 'A']);
  });

  it('have locked ones last', () => {
    const locked = { symbol: 'L', row: { symbol: 'L', locked: true as const } };
    const sortedRows = sortRows([locked, ...rows], { by: 'last', isDescending: false });
    expect(sortedRows.map(({ symbol }) => symbol)).toEqual(['C', 'B', 'D', 'L', 'A']);
  });
});

it('the nearest level is the one with the least distance, above or below', () => {
  const levels = {
    longTermResistance: 120,
    shortTermResistance: 104,
    shortTermSupport: 97,
    longTermSupport: null,
  } as Snapshot;
  expect(nearestLevelPercent(100, levels)).toBeCloseTo(-3);
  expect(nearestLevelPercent(null, levels)).toBeNull();
  expect(nearestLevelPercent(100, null)).toBeNull();
});
