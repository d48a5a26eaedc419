import { MARKET_HOURS } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barsOf } from '../columns/bar-columns.ts';
import { type PlanOutcome, planImport } from './plan.ts';
import { readBarPieces } from './read-bars.ts';
import type { ImportOptions } from './recognise.ts';

const NOW = Date.parse('2026-11-20T00:00:00Z');
const lines = (...texts: string[]) => `${texts.join('\n')}\n`;

const sourceOf = (text: string) =>
  async function* () {
    yield new TextEncoder().encode(text);
  };

const planOf = (text: string, options: ImportOptions & { resolution?: '15' | '60' } = {}) =>
  planImport(sourceOf(text), { hours: MARKET_HOURS.crypto, nowMs: NOW, ...options });

async function barsIn(text: string, outcome: PlanOutcome): Promise<Bar[]> {
  if (outcome.kind !== 'planned') throw new Error(JSON.stringify(outcome));
  const bars: Bar[] = [];
  for await (const piece of readBarPieces(sourceOf(text), outcome.reading, outcome.target)) {
    bars.push(...barsOf(piece));
  }
  return bars;
}

const HEADER = 'Date,Open,High,Low,Close,Volume';
const DAYS = ['2024-01-02,1,2,1,2,5', '2024-01-03,2,3,2,3,5', '2024-01-04,3,4,3,4,5'];

describe('lines that are no bars', () => {
  test.each([
    ['a dividend', '2024-01-03,0.25 Dividend'],
    ['a dividend with empty cells', '2024-01-03,0.25 Dividend,,,,'],
    ['a notice', '"Downloaded from Barchart.com as of 03-01-2024 09:13am CST"'],
    ['totals', 'Total,6,9,6,9,15'],
    ['an average of one column', 'Average,,,,3,'],
    ['a second header', HEADER],
    ['empty cells', ',,,,,'],
  ])('%s is left out and told, wherever it stands', async (_, line) => {
    for (const at of [1, 2, 3]) {
      const text = lines(HEADER, ...DAYS.slice(0, at), line, ...DAYS.slice(at));
      const outcome = await planOf(text);
      expect(outcome).toMatchObject({
        kind: 'planned',
        plan: { barCount: 3, otherCount: 1, otherLines: [at + 2] },
      });
      expect(await barsIn(text, outcome)).toHaveLength(3);
    }
  });

  test('an incomplete row and numbers in another notation are bad lines', async () => {
    for (const line of ['2024-01-05,4,5', '2024-01-05,"4.000,5","4.000,5","4.000,5","4.000,5",1']) {
      expect(await planOf(lines(HEADER, ...DAYS, line), { decimal: '.' })).toMatchObject({
        kind: 'bad',
        badCount: 1,
        bad: [{ line: 5 }],
      });
    }
  });
});

describe('rows of the same time', () => {
  test('that are equal count once', async () => {
    const text = lines(HEADER, ...DAYS, DAYS[2] ?? '', DAYS[0] ?? '');
    const outcome = await planOf(text);
    expect(outcome).toMatchObject({ kind: 'planned', plan: { barCount: 3, repeatedCount: 2 } });
    expect(await barsIn(text, outcome)).toHaveLength(3);
  });

  test('that differ are refused with both lines', async () => {
    const outcome = await planOf(lines(HEADER, ...DAYS, '2024-01-03,2,3,2,3,6'));
    expect(outcome).toMatchObject({
      kind: 'bad',
      bad: [{ line: 5, reason: 'line 3 has other numbers for the same time' }],
    });
  });

  test('never change what is stored, whatever is repeated, built into longer bars or not', async () => {
    const row = fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 9 }));
    const given = fc.record({
      rows: fc.array(row, { minLength: 12, maxLength: 40 }),
      repeated: fc.array(fc.nat(), { maxLength: 5 }),
      resolution: fc.constantFrom(undefined, '15' as const),
    });
    await fc.assert(
      fc.asyncProperty(given, async ({ rows, repeated, resolution }) => {
        const texts = rows.map(([price, volume], at) => {
          const time = new Date(Date.UTC(2024, 0, 2) + at * 60_000).toISOString();
          return `${time},${price},${price + 1},${price},${price},${volume}`;
        });
        const more = [...texts];
        // Few enough to leave most steps a minute long.
        for (const from of repeated) more.push(texts[from % texts.length] ?? '');
        const options = resolution ? { resolution } : {};
        const [once, again] = [lines(HEADER, ...texts), lines(HEADER, ...more)];
        const expected = await barsIn(once, await planOf(once, options));
        const outcome = await planOf(again, options);
        expect(outcome).toMatchObject({ plan: { repeatedCount: repeated.length } });
        expect(await barsIn(again, outcome)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a file with several instruments', () => {
  const HEAD = '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>';
  const text = lines(
    HEAD,
    'EURUSD,D,20240102,000000,1.1,1.2,1,1.15,0,0',
    'EURUSD,D,20240103,000000,1.15,1.2,1.1,1.15,0,0',
    'GBPUSD,D,20240102,000000,1.27,1.28,1.26,1.275,0,0',
    'GBPUSD,D,20240103,000000,1.275,1.28,1.27,1.275,0,0',
  );

  test('is asked for the one to read', async () => {
    expect(await planOf(text)).toMatchObject({
      kind: 'questions',
      questions: [{ option: 'ticker', choices: ['EURUSD', 'GBPUSD'] }],
    });
    expect(await planOf(text, { ticker: 'USDJPY' })).toMatchObject({
      questions: [{ option: 'ticker', text: expect.stringContaining('no rows of USDJPY') }],
    });
  });

  test('gives the rows of that one alone', async () => {
    const outcome = await planOf(text, { ticker: 'gbpusd' });
    expect(outcome).toMatchObject({ plan: { ticker: 'GBPUSD', barCount: 2, otherCount: 0 } });
    expect((await barsIn(text, outcome)).map(({ open }) => open)).toEqual([1.27, 1.275]);
  });

  test('asks for no ticker where all rows have the same', async () => {
    const one = lines(HEAD, 'EURUSD,D,20240102,000000,1.1,1.2,1,1.15,0,0');
    expect(await planOf(one)).toMatchObject({ kind: 'planned', plan: { ticker: null } });
  });
});

describe('times', () => {
  const timeOf = async (text: string, options: ImportOptions = {}) => {
    const bars = await barsIn(text, await planOf(text, options));
    return bars.map(({ time }) => new Date(time).toISOString());
  };
  const table = (name: string, ...times: string[]) =>
    lines(`${name};Open;High;Low;Close`, ...times.map((time) => `${time};1,5;2;1;1,5`));

  test('with an offset behind GMT are read', async () => {
    const [first, second] = ['02.01.2024 00:00:00.000 GMT+0100', '02.01.2024 00:01:00.000 GMT+1'];
    expect(await timeOf(table('Local time', first, second))).toEqual([
      '2024-01-01T23:00:00.000Z',
      '2024-01-01T23:01:00.000Z',
    ]);
  });

  test.each([
    ['Time (EET)', '2024-01-01T22:00:00.000Z'],
    ['timestamp_utc', '2024-01-02T00:00:00.000Z'],
    ['Date (UTC)', '2024-01-02T00:00:00.000Z'],
  ])('are in the zone that the column %s names', async (name, expected) => {
    const [first] = await timeOf(table(name, '2024.01.02 00:00:00', '2024.01.02 00:15:00'));
    expect(first).toBe(expected);
  });

  test('that a spreadsheet wrote as numbers are dates, with a fraction of the day', async () => {
    expect(await timeOf(table('Date', '45293', '45294'))).toEqual([
      '2024-01-02T00:00:00.000Z',
      '2024-01-03T00:00:00.000Z',
    ]);
    const hours = table('Date', '45293,0416666667', '45293,0833333333');
    expect(await timeOf(hours, { zone: 'Etc/UTC' })).toEqual([
      '2024-01-02T01:00:00.000Z',
      '2024-01-02T02:00:00.000Z',
    ]);
  });

  test('of a day tell the order of day and month', async () => {
    for (const [text, expected] of [
      [table('Date', '1/2/2024 10:00 PM', '1/2/2024 11:00 PM', '1/3/2024 12:00 AM'), '2024-01-02'],
      [table('Date', '1/2/2024 22:00', '1/2/2024 23:00', '2/2/2024 00:00'), '2024-02-01'],
    ] as const) {
      const [first] = await timeOf(text, { zone: 'Etc/UTC' });
      expect(first?.slice(0, 10)).toBe(expected);
    }
  });

  test('of rows without prices tell the interval too', async () => {
    const minutes = Array.from({ length: 12 }, (_, at) => {
      const time = Date.UTC(2012, 0, 1, 0, at) / 1_000;
      return at % 3 === 0 ? `${time},4,4,4,4,1` : `${time},NaN,NaN,NaN,NaN,NaN`;
    });
    expect(await planOf(lines('Timestamp,Open,High,Low,Close,Volume', ...minutes))).toMatchObject({
      plan: { interval: '1 minute', barCount: 4, absentCount: 8 },
    });
  });

  test('of a file like HistData with volumes are asked for their zone and whether its times end bars', async () => {
    const rows = (volume: number) =>
      lines(`20240102 170000;1;2;1;2;${volume}`, `20240102 170100;1;2;1;2;${volume}`);
    expect(await planOf(rows(0))).toMatchObject({ plan: { dialect: 'HistData' } });
    expect(await planOf(rows(7))).toMatchObject({
      questions: [{ option: 'zone' }, { option: 'times' }],
    });
  });

  test('that cannot be read are quoted', async () => {
    expect(await planOf(lines(HEADER, 'yesterday 1,1,2,1,2,5'))).toMatchObject({
      kind: 'unreadable',
      message: 'The file holds no bars. "yesterday 1" is read as no time.',
    });
  });
});

test.each([
  ['Polish', 'Data,Otwarcie,Najwyzszy,Najnizszy,Zamkniecie,Wolumen'],
  ['German, shortened', 'Datum,Eröffn.,Hoch,Tief,Zuletzt,Vol.'],
  ['German', 'Datum,Eröffnung,Hoch,Tief,Schlusskurs,Umsatz in Stück'],
  ['Italian', 'Data,Apertura,Massimo,Minimo,Ultimo,Vol.'],
])('names of columns in %s are known', async (_, header) => {
  expect(await planOf(lines(header, ...DAYS))).toMatchObject({
    kind: 'planned',
    plan: {
      ignoredColumns: [],
      columns: expect.arrayContaining([{ role: 'volume', name: expect.any(String) }]),
    },
  });
});
