import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvCell, csvFile } from './csv.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['+27821234567', "'+27821234567"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "' =1"],
  ['\r=1', "' =1"],
  ['\tname', ' name'],
  ['=A1,"B"', '"\'=A1,""B"""'],
  ['Ana;=1+1', "Ana;'=1+1"],
  ['Ana; "=1+1', '"Ana;\' ""=1+1"'],
  ['-1;;+1;2', "'-1;;'+1;2"],
])('makes the text %j a cell that no spreadsheet runs', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

it('leaves numbers as numbers, negative ones too', () => {
  expect([-1.5, 0, 1e-9, Number.NaN].map((value) => csvCell(value))).toEqual([
    '-1.5',
    '0',
    '1e-9',
    '',
  ]);
});

it('writes any text as one cell of one line, which begins with no sign of a formula', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const cell = csvCell(text);
      expect(cell).not.toMatch(/[\r\n\t]/);
      for (const part of cell.split(';')) expect(part).not.toMatch(/^[\s"]*[=+\-@]/);
    }),
  );
});

it('a file begins with the mark by which spreadsheets know UTF-8', async () => {
  const bytes = new Uint8Array(await csvFile('Élodie').arrayBuffer());
  expect([...bytes.slice(0, 5)]).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0x89]);
});
