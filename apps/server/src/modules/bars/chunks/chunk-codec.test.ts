import { readFileSync } from 'node:fs';
import { crc32, zstdCompressSync } from 'node:zlib';
import { DAY_MS } from '@moneytrail/calendar';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BarColumns, columnsOf, NO_BARS } from '../columns/bar-columns.ts';
import { readSample } from '../testing/sample-bars.ts';
import { chunkStartOf } from './chunk-calendar.ts';
import { ChunkError, decodeChunk, encodeChunk } from './chunk-codec.ts';

/** The series stamp a day up to eight hours before its date begins in UTC. */
const utcDay = (timeMs: number) => Math.floor((timeMs + DAY_MS / 3) / DAY_MS) * DAY_MS;

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
    { numRuns: 400 },
  );
});

/** The next double, as in vendors' sums: 106.45100000000001. */
function next(value: number): number {
  const words = new BigInt64Array(Float64Array.of(value).buffer);
  words[0] = (words[0] ?? 0n) + 1n;
  return new Float64Array(words.buffer)[0] ?? value;
}

test('packing brings back prices of mixed decimals exactly, some of them off by one bit', () => {
  const cents = fc.integer({ min: 1, max: 5_000_000 }).map((whole) => whole / 100);
  const mixed = fc.oneof(
    { weight: 12, arbitrary: cents },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 2 ** 31 }).map((whole) => whole / 1e4) },
    { weight: 1, arbitrary: cents.map(next) },
    { weight: 1, arbitrary: fc.constantFrom(0, -0, 5e-324, 1.5e300, 2 ** 53 + 2) },
  );
  const row = fc.tuple(fc.nat(), mixed, mixed, mixed, mixed, mixed);
  fc.assert(
    fc.property(fc.array(row, { maxLength: 80 }), (rows) => {
      const columns = asColumns(rows);
      expectSame(decodeChunk(encodeChunk(columns)), columns);
    }),
    { numRuns: 400 },
  );
});

test('packing brings back bars of which only some have a volume, however large', () => {
  const volume = fc.oneof(
    fc.constant(Number.NaN),
    fc.maxSafeNat(),
    fc.nat().map((whole) => whole * 28),
    fc.constantFrom(0, Number.MAX_VALUE, 1 / 3),
  );
  const row = fc.tuple(fc.nat(), price, price, price, price, volume);
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
      const columns = asColumns(rows);
      expectSame(decodeChunk(encodeChunk(columns)), columns);
    }),
    { numRuns: 400 },
  );
});

test('an empty chunk is packed and unpacked', () => {
  expectSame(decodeChunk(encodeChunk(NO_BARS)), NO_BARS);
});

test.each(['btcusd_1m.csv', 'xauusd_1h.csv', 'eurusd_1d.csv'])(
  'a bar of %s takes at most ten bytes, its volume included',
  (file) => {
    const columns = readSample(file);
    expect(encodeChunk(columns).length / columns.length).toBeLessThanOrEqual(10);
  },
);

/** At most four years of days, like a stored chunk. */
function realDays(file: string): BarColumns[] {
  const path = `../../../../../../packages/simulators/prices/${file}`;
  const lines = readFileSync(new URL(path, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const bars = lines.map((line) => {
    const [time = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = line
      .split(',')
      .map(Number);
    return { time: utcDay(time * 1_000), open, high, low, close, volume };
  });
  const starts = [...new Set(bars.map(({ time }) => chunkStartOf('1D', time)))];
  return starts.map((start) =>
    columnsOf(bars.filter(({ time }) => chunkStartOf('1D', time) === start)),
  );
}

test.each([
  'aapl_wiki_1d_2015_2017.csv',
  'btcusd_kline_1d_2018_2020.csv',
  'coke_wiki_1d_2015_2017.csv',
  'eurusd_d1_2012_2022.csv',
  'googl_wiki_1d_2015_2017.csv',
  'tsla_wiki_1d_2015_2017.csv',
  'vix_1d.csv',
  'xauusd_d1_2012_2022.csv',
])('a day of %s takes at most ten bytes and comes back exactly', (file) => {
  let [bytes, bars] = [0, 0];
  for (const columns of realDays(file)) {
    const packed = encodeChunk(columns);
    expectSame(decodeChunk(packed), columns);
    bytes += packed.length;
    bars += columns.length;
  }
  expect(bytes / bars).toBeLessThanOrEqual(10);
});

/** The decoded bars; null if the bytes are refused. */
function readOrRefuse(bytes: Buffer): BarColumns | null {
  try {
    return decodeChunk(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(ChunkError);
    return null;
  }
}

test('damaged bytes are refused with a clear error, never decoded as other bars', () => {
  const bars = columnsOf([{ time: 60_000, open: 1, high: 2, low: 1, close: 2, volume: 3 }]);
  const packed = encodeChunk(bars);
  fc.assert(
    fc.property(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damaged = Buffer.from(packed);
      damaged[at] = (damaged[at] ?? 0) ^ change;
      // A few bits of the compressed form are unused.
      const read = readOrRefuse(damaged);
      if (read) expectSame(read, bars);
    }),
    { numRuns: 400 },
  );
  for (let length = 0; length < packed.length; length++) {
    expect(readOrRefuse(packed.subarray(0, length))).toBeNull();
  }
});

/** Compressed bytes with a valid checksum, like those of a chunk. */
function chunkOf(compressed: Buffer): Buffer {
  const content = Buffer.concat([Buffer.alloc(4), compressed]);
  content.writeUInt32LE(compressed.length);
  const head = Buffer.alloc(5, 3);
  head.writeUInt32LE(crc32(content), 1);
  return Buffer.concat([head, content]);
}

test('bytes that are no packed bars are refused, whatever they contain', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (content) => {
      const checksum = Buffer.alloc(4);
      checksum.writeUInt32LE(crc32(content));
      readOrRefuse(Buffer.concat([Buffer.of(3), checksum, content]));
      readOrRefuse(chunkOf(zstdCompressSync(content)));
      readOrRefuse(Buffer.from(content));
    }),
    { numRuns: 400 },
  );
});

test('an unknown version is named', () => {
  expect(() => decodeChunk(Buffer.of(9, 1, 2))).toThrow('version 9 is unknown');
});
