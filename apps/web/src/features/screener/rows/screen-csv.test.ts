import { expect, test } from 'vitest';
import { makeRow } from '../testing/make-row.ts';
import { screenCsv } from './screen-csv.ts';

test('a file marks simulated prices and has raw numbers, empty cells for unknown ones, and no cell that a spreadsheet runs', () => {
  const mark = { side: 'buy', strong: true, time: Date.UTC(2026, 10, 18) } as const;
  const rows = [
    makeRow('AAA', { rsi: 27.5, change1: -1.25 }, { mark }),
    makeRow('BBB', {}, { description: '=HYPERLINK("x")', time: null, simulated: true }),
  ];
  expect(screenCsv(rows, ['mark', 'change1', 'rsi'])).toBe(
    [
      '# Simulated prices in the rows that say so',
      'Symbol,Description,Last bar (UTC),Simulated,Newest mark,Time of the mark (UTC),Change over 1 bar (%),RSI',
      'FMP:AAA,AAA Incorporated,2026-11-20T00:00:00.000Z,no,strong buy,2026-11-18T00:00:00.000Z,-1.25,27.5',
      'FMP:BBB,"\'=HYPERLINK(""x"")",,yes,,,,',
      '',
    ].join('\r\n'),
  );
});
