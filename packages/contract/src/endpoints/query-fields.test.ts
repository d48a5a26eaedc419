import { describe, expect, test } from 'vitest';
import { getHistory, getMarks, getSummary, searchSymbols } from '../index.ts';
import { epochSeconds, wholeNumber } from './query-fields.ts';

const small = wholeNumber({ least: -1, most: 2_000 });

test.each([
  ['0', 0],
  ['-1', -1],
  ['7', 7],
  ['2000', 2_000],
])('%j is the number %d', (text, expected) => {
  expect(small.parse(text)).toBe(expected);
});

/** Texts that JavaScript reads as a number and a person does not. */
const STRANGE = [
  '',
  ' ',
  ' 5 ',
  '5\n',
  '+5',
  '5.0',
  '.5',
  '5e0',
  '1e9',
  '0x10',
  '0b1',
  '0o7',
  '007',
  '-0',
  '--1',
  '1_000',
  '1,000',
  '５',
  '٥',
  'NaN',
  'Infinity',
  'true',
  '9'.repeat(400),
  ['5', '6'],
  null,
  undefined,
];

describe.each([
  ['a number', small, 'must be a whole number from -1 to 2000'],
  ['a moment', epochSeconds, 'must be a whole number of seconds from 0 to 100000000000'],
])('%s', (_what, schema, message) => {
  test.each(STRANGE.map((given) => [given]))('is not written %j', (given) => {
    const parsed = schema.safeParse(given);
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues[0]?.message).toContain(message);
  });
});

test.each(['-2', '2001'])('%s is out of range, and the message names the limits', (text) => {
  expect(small.safeParse(text).error?.issues[0]?.message).toContain('from -1 to 2000');
});

const SYMBOL = { e: 'FMP', fsym: 'BTCUSD', resolution: '1D' };
const RANGE = { fromTs: '0', toTs: '1' };

test.each([
  [getHistory, { ...SYMBOL, ...RANGE }, ['fromTs', 'toTs', 'limit', 'countBack']],
  [getMarks, { ...SYMBOL, ...RANGE }, ['fromTs', 'toTs']],
  [getSummary, SYMBOL, ['shortTermLength', 'longTermLength', 'length']],
  [searchSymbols, { query: '' }, ['limit']],
] as const)('every number of $name is read alike', ({ query: schema }, good, names) => {
  expect(schema?.safeParse(good).success).toBe(true);
  for (const name of names) {
    for (const given of STRANGE.filter((each) => each !== undefined)) {
      const issue = schema?.safeParse({ ...good, [name]: given }).error?.issues[0];
      expect([given, issue?.path]).toEqual([given, [name]]);
    }
  }
});
