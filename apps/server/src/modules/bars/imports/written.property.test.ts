import { DAY_MS, wallToUtcMs, zoneOffsetMs } from '@moneytrail/calendar';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDecimalSurvey, parseNumber } from './numbers.ts';
import { createWallClock, DATE_ORDERS, readTime, wallMsOf } from './times.ts';

const price = fc
  .oneof(
    fc.double({ min: -1e12, max: 1e12, noNaN: true }),
    fc.integer({ min: 0, max: 999_999_999 }).map((units) => units / 1e8),
    fc.integer({ min: -1e9, max: 1e9 }),
    // Files have no negative zero.
  )
  .map((value) => value + 0);

/** Digits in groups of three, as spreadsheets write them. */
function grouped(value: number, decimal: '.' | ',', separator: string): string {
  const [whole = '', fraction] = String(value).split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, separator);
  return fraction === undefined ? groups : `${groups}${decimal}${fraction}`;
}

const isPlain = (value: number) => !String(value).includes('e');

describe('numbers', () => {
  test('are read as JavaScript writes them', () => {
    fc.assert(
      fc.property(price, (value) => {
        expect(parseNumber(String(value), '.')).toBe(value);
      }),
    );
  });

  test.each([
    ['.', ','],
    ['.', ' '],
    ['.', '’'],
    ['.', '\u00a0'],
    [',', '.'],
    [',', '\u202f'],
    [',', ''],
  ] as const)('are read with decimal mark %j and thousands %j', (decimal, separator) => {
    fc.assert(
      fc.property(price.filter(isPlain), (value) => {
        expect(parseNumber(grouped(value, decimal, separator), decimal)).toBe(value);
      }),
    );
  });

  test('never make a decimal mark of a thousands separator', () => {
    fc.assert(
      fc.property(
        fc.array(price.filter(isPlain), { minLength: 1 }),
        fc.boolean(),
        (values, isComma) => {
          const [decimal, separator] = isComma ? ([',', '.'] as const) : (['.', ','] as const);
          const survey = createDecimalSurvey();
          const texts = values.map((value) => grouped(value, decimal, separator));
          for (const text of texts) survey.add(text);
          const decided = survey.decide();
          // A question is right where both readings are possible.
          if (typeof decided === 'object') return;
          const read = texts.map((text) => parseNumber(text, decided));
          if (decided === decimal) expect(read).toEqual(values);
          // Without any comma, points are decimal.
          else expect(texts.join('')).not.toContain(',');
        },
      ),
    );
  });
});

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const pad = (value: number, length = 2) => String(value).padStart(length, '0');

type Parts = { y: number; m: number; d: number; clock: string };

function partsOf(ms: number): Parts {
  const date = new Date(ms);
  const iso = date.toISOString();
  return {
    y: date.getUTCFullYear(),
    m: date.getUTCMonth() + 1,
    d: date.getUTCDate(),
    clock: iso.slice(11, 19),
  };
}

/** Days since 1899-12-30, with the decimals that Excel writes. */
const serialOf = (ms: number) => String(Number((ms / DAY_MS + 25_569).toFixed(10)));

/** A writer for each notation that people's files have. */
const NOTATIONS: Record<string, (parts: Parts) => string> = {
  'ISO 8601': ({ y, m, d, clock }) => `${y}-${pad(m)}-${pad(d)}T${clock}Z`,
  'with a space': ({ y, m, d, clock }) => `${y}-${pad(m)}-${pad(d)} ${clock}`,
  MetaTrader: ({ y, m, d, clock }) => `${y}.${pad(m)}.${pad(d)} ${clock}`,
  Dukascopy: ({ y, m, d, clock }) => `${pad(d)}.${pad(m)}.${y} ${clock}.000`,
  HistData: ({ y, m, d, clock }) => `${y}${pad(m)}${pad(d)} ${clock.replaceAll(':', '')}`,
  'in one number': ({ y, m, d, clock }) => `${y}${pad(m)}${pad(d)}${clock.replaceAll(':', '')}`,
  'named month': ({ y, m, d, clock }) => `${d}-${MONTHS[m - 1]}-${pad(y % 100)} ${clock}`,
  'named month first': ({ y, m, d, clock }) => `${MONTHS[m - 1]} ${pad(d)}, ${y} ${clock}`,
  'serial number of a spreadsheet': ({ y, m, d, clock }) =>
    serialOf(Date.UTC(y, m - 1, d) + Date.parse(`1970-01-01T${clock}Z`)),
  'd/m/y': ({ y, m, d, clock }) => `${d}/${m}/${y} ${clock}`,
  'm/d/y': ({ y, m, d, clock }) => `${m}/${d}/${y} ${clock}`,
};

const second = fc
  .integer({ min: Date.UTC(1970, 0, 1) / 1_000, max: Date.UTC(2069, 11, 31) / 1_000 })
  .map((seconds) => seconds * 1_000);

describe('times', () => {
  test.each(Object.entries(NOTATIONS))('are read as they are written: %s', (name, write) => {
    const order = DATE_ORDERS.find((each) => each === name) ?? 'y/m/d';
    fc.assert(
      fc.property(second, (ms) => {
        const time = readTime(write(partsOf(ms)));
        expect(time?.kind === 'wall' ? wallMsOf(time, order) : time).toBe(ms);
      }),
    );
  });

  test.each(['Europe/Berlin', 'America/New_York', 'Africa/Johannesburg', 'Australia/Lord_Howe'])(
    'of every hour are read back, in both directions, through the clock changes of %s',
    (zone) => {
      const hours = fc.integer({ min: 0, max: 400 * 24 });
      fc.assert(
        fc.property(hours, fc.boolean(), (start, isDescending) => {
          const from = Date.UTC(2024, 0, 1) + start * 3_600_000;
          // Three days: at most one change, and the hour it repeats is there twice.
          const times = Array.from({ length: 72 * 2 }, (_, i) => from + i * 1_800_000);
          const given = isDescending ? times.toReversed() : times;
          const clock = createWallClock(zone, isDescending);
          // The first time of a file cannot tell which of two passes it belongs to.
          const [first = 0] = given;
          const isOpen = wallToUtcMs(zone, first + zoneOffsetMs(zone, first)) !== first;
          fc.pre(!isOpen);
          const read = given.map((ms) => clock.toUtcMs(ms + zoneOffsetMs(zone, ms)));
          expect(read).toEqual(given);
        }),
      );
    },
  );

  test('that do not exist are none', () => {
    for (const text of ['2024-02-30', '2024-13-01', '31/04/2024 00:00', '', 'yesterday', '25:00']) {
      const time = readTime(text);
      expect(time?.kind === 'wall' ? wallMsOf(time, 'd/m/y') : Number.NaN).toBeNaN();
    }
  });
});
