import type { SymbolInfo } from '@moneytrail/contract';
import { describe, expect, it } from 'vitest';
import { barsAsCsv } from './csv.ts';

const INFO = { ticker: 'FMP:BTC/USD', simulated: true } as SymbolInfo;
const BAR = {
  time: Date.UTC(2026, 10, 20, 12, 5),
  open: 1234.5,
  high: 1235.25,
  low: 1234,
  close: 1235,
  volume: null,
};
const setting = { info: INFO, resolution: '5', zone: 'Africa/Johannesburg' } as const;

describe('bars as CSV', () => {
  it('say in the first line that they are simulated, and only where they are', () => {
    expect(barsAsCsv([], setting).split('\r\n')[0]).toBe('# Simulated');
    const real = { ...setting, info: { ...INFO, simulated: false } };
    expect(barsAsCsv([], real).split('\r\n')[0]).toMatch(/^time,humanReadableDate,open/);
  });

  it('have plain numbers, the time of the chart, and nothing for an unknown volume', () => {
    expect(barsAsCsv([BAR], setting).split('\r\n')[2]).toBe(
      `${BAR.time},2026-11-20 14:05,1234.5,1235.25,1234,1235,,FMP:BTC/USD,5`,
    );
  });

  it('never start a cell as a formula', () => {
    const hostile = { ...setting, info: { ...INFO, ticker: '=HYPERLINK("x")' } };
    expect(barsAsCsv([BAR], hostile)).toContain(`"'=HYPERLINK(""x"")"`);
  });
});
