import { expect, test } from 'vitest';
import { FORMULA_VERSION, markId } from '../index.ts';

const mark = {
  instrument: 'FMP:BTCUSD',
  resolution: '1D',
  time: 1_542_153_600_000,
  side: 'sell',
} as const;

test('a mark has one lasting id, the FNV-1a hash of what names it', () => {
  expect(FORMULA_VERSION).toBe(1);
  expect(markId(mark)).toMatch(/^[0-9a-f]{16}$/);
  expect(markId({ ...mark })).toBe(markId(mark));
  expect(markId(mark)).toBe('ab846ee0500cb30c');
});

test('marks that differ in instrument, resolution, time or side have different ids', () => {
  const ids = [
    markId(mark),
    markId({ ...mark, instrument: 'FMP:ETHUSD' }),
    markId({ ...mark, resolution: '60' }),
    markId({ ...mark, time: mark.time + 1 }),
    markId({ ...mark, side: 'buy' }),
    // The parts do not run into each other.
    markId({ ...mark, instrument: 'FMP:BTCUSD1', resolution: 'D' }),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});
