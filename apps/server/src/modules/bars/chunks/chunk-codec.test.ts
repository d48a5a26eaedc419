import { zstdCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BarColumns, columnsOf, NO_BARS } from '../columns/bar-columns.ts';
import { readSample } from '../testing/sample-bars.ts';
import { ChunkError, decodeChunk, encodeChunk } from './chunk-codec.ts';

const anyDouble = fc.double({ noDefaultInfinity: false, noNaN: false });
const price = fc.oneof(
  anyDouble,
  fc.integer({ min: -1_000_000, max: 10_000_000 }).map((whole) => whole / 100),
);

function asColumns(rows: readonly number[][]): BarColumns {
  const column = (index: number) => Float64Array.from(rows, (row) => row[index] ?? Number.NaN);
  const [time, open, high, low] = [column(0), column(1), column(2), column(3)];
  return { length: rows.length, time, open, high, low, close: column(4), volume: column(5) };
}

function expectSame(actual: BarColumns, expected: BarColumns): void {
  expect(actual.length).toBe(expected.length);
  for (const name of ['time', 'open', 'high', 'low', 'close', 'volume'] as const) {
    expect(actual[name]).toEqual(expected[name]);
  }
}

test('packing brings back every double bit by bit, negative zero and NaN included', () => {
  const row = fc.tuple(anyDouble, price, price, price, price, price);
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
      const columns = asColumns(rows);
      expectSame(decodeChunk(encodeChunk(columns)), columns);
    }),
    { numRuns: 400 },
  );
});

test('packing brings back decimal prices and large volumes exactly', () => {
  const decimal = fc.integer({ min: -(2 ** 40), max: 2 ** 40 }).map((whole) => whole / 1e5);
  const volume = fc.oneof(
    fc.maxSafeNat().map((whole) => whole / 1e8),
    fc.constant(Number.NaN),
  );
  const row = fc.tuple(fc.maxSafeNat(), decimal, decimal, decimal, decimal, volume);
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
      const columns = asColumns(rows);
      expectSame(decodeChunk(encodeChunk(columns)), columns);
    }),
  );
});

test('no bars are packed and come back as no bars', () => {
  expectSame(decodeChunk(encodeChunk(NO_BARS)), NO_BARS);
});

test.each(['btcusd_1m.csv', 'xauusd_1h.csv', 'eurusd_1d.csv'])(
  'a bar of %s takes at most ten bytes, its volume included',
  (file) => {
    const columns = readSample(file);
    expect(encodeChunk(columns).length / columns.length).toBeLessThanOrEqual(10);
  },
);

/** What bytes are read as; null where they are refused. */
function readOrRefuse(bytes: Buffer): BarColumns | null {
  try {
    return decodeChunk(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(ChunkError);
    return null;
  }
}

test('damaged bytes are refused with a clear error, never read as other bars', () => {
  const bars = columnsOf([{ time: 60_000, open: 1, high: 2, low: 1, close: 2, volume: 3 }]);
  const packed = encodeChunk(bars);
  fc.assert(
    fc.property(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damaged = Buffer.from(packed);
      damaged[at] = (damaged[at] ?? 0) ^ change;
      // A few bits of the compressed form mean nothing.
      const read = readOrRefuse(damaged);
      if (read) expectSame(read, bars);
    }),
    { numRuns: 2_000 },
  );
  for (let length = 0; length < packed.length; length++) {
    expect(readOrRefuse(packed.subarray(0, length))).toBeNull();
  }
});

test('bytes that no bars were packed into are refused, whatever they unpack to', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (content) => {
      readOrRefuse(Buffer.concat([Buffer.of(1), zstdCompressSync(content)]));
      readOrRefuse(Buffer.from(content));
    }),
  );
});

test('a version that this program does not know is named', () => {
  expect(() => decodeChunk(Buffer.of(9, 1, 2))).toThrow('version 9 is unknown');
});
