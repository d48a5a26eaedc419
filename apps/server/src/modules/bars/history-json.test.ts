import type { Bar } from '@moneytrail/contract';
import { historyAnswer } from '@moneytrail/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf } from './columns/bar-columns.ts';
import { historyJson } from './history-json.ts';

const price = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((whole) => whole / 100),
  fc.integer({ min: 0, max: 10 ** 12 }).map((whole) => whole / 1e8),
  fc.constantFrom(0, 1e-7, 5e-324, 1e21, 2 ** 53, 0.1 + 0.2, 106.45100000000001),
);
const bar = fc.record({
  time: fc.integer({ min: -(10 ** 13), max: 10 ** 13 }),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: fc.option(price),
});

/** JSON has no negative zero. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('the bytes are JSON of exactly the bars, whatever numbers they hold', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(bar, { maxLength: 30, selector: ({ time }) => time }),
      (bars: Bar[]) => {
        const sorted = bars.toSorted((a, b) => a.time - b.time);
        const history = {
          columns: columnsOf(bars),
          nextTime: null,
          noData: false,
          warning: null,
          knownUntilMs: null,
          stored: { key: { isSimulated: false } },
        };
        const json: unknown = JSON.parse(Buffer.from(historyJson(history)).toString());
        expect(json).toEqual({ Response: 'Success', Data: plain(sorted) });
      },
    ),
  );
});

test('the other fields follow the contract, whatever the text of a warning', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (warning) => {
      const history = {
        columns: columnsOf([]),
        nextTime: -60_000,
        noData: true,
        warning,
        knownUntilMs: 9,
        stored: { key: { isSimulated: true } },
      };
      const json: unknown = JSON.parse(Buffer.from(historyJson(history)).toString());
      expect(historyAnswer.parse(json)).toEqual({
        Response: 'Success',
        Data: [],
        NextTime: -60_000,
        NoData: true,
        KnownUntilMs: 9,
        Simulated: true,
        Warning: warning,
      });
    }),
  );
});
