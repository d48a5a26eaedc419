import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { columnsOf, sliceColumns } from '../../columns/bar-columns.ts';
import { readSample } from '../../testing/sample-bars.ts';
import { decodeChunk, encodeChunk } from '../chunk-codec.ts';

/** Chunks as they were stored before the second version. */
const PACKED = z
  .record(z.string(), z.base64())
  .parse(JSON.parse(readFileSync(new URL('packed-once.json', import.meta.url), 'utf8')));

const CONTENTS = {
  minutes: sliceColumns(readSample('btcusd_1m.csv'), 0, 100),
  days: sliceColumns(readSample('eurusd_1d.csv'), 0, 60),
  odd: columnsOf(
    [0, 1, 2, 3, 4, 5].map((i) => ({
      time: 1_700_000_000_123 + i * 61_000,
      open: 1 / 3 + i,
      high: 9.123456789,
      low: -4,
      close: 106.45100000000001,
      volume: i === 2 ? null : 2 ** 52 + i * 0.1,
    })),
  ),
  many: columnsOf(
    Array.from({ length: 40 }, (_, i) => ({
      time: i * 60_000,
      open: 100 + i / 100,
      high: 102 + i / 100,
      low: 99,
      close: 100.5,
      volume: i === 7 ? null : i * 1.5,
    })),
  ),
  none: columnsOf([{ time: 0, open: 1, high: 1, low: 1, close: 1, volume: null }]),
};

test.each(Object.entries(CONTENTS))(
  'bars that an earlier version of the program stored are still read: %s',
  (name, columns) => {
    const read = decodeChunk(Buffer.from(PACKED[name] ?? '', 'base64'));
    for (const column of ['time', 'open', 'high', 'low', 'close', 'volume'] as const)
      expect(read[column]).toEqual(columns[column]);
    expect(encodeChunk(read)[0]).toBe(2);
  },
);
