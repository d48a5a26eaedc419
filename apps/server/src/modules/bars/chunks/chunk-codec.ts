import { crc32 } from 'node:zlib';
import { type BarColumns, newColumns } from '../columns/bar-columns.ts';
import { PlaneReader, PlaneWriter } from './byte-planes.ts';
import { decodeDecimals, encodeDecimals } from './decimals.ts';

const VERSION = 3;
/** The version and a checksum of the rest. */
const HEAD_BYTES = 5;
/** Bounds a forged length, as bars of equal prices take no bytes. */
const MOST_BARS = 100_000;
const STEPS = 1;
const RAW = 0;

/** Stored bytes that are damaged or of an unknown version. */
export class ChunkError extends Error {
  constructor(cause: string, options?: ErrorOptions) {
    super(`Stored bars cannot be read: ${cause}`, options);
    this.name = 'ChunkError';
  }
}

function greatestDivisor(one: number, other: number): number {
  let [a, b] = [Math.abs(one), Math.abs(other)];
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

/** Encodes times as the first one and multiples of a common unit; times that are not whole numbers are encoded as decimals. */
function encodeTimes(writer: PlaneWriter, time: Float64Array): void {
  const isWhole = time.every(
    (value) => Number.isInteger(value) && Math.abs(value) < 2 ** 51 && !Object.is(value, -0),
  );
  writer.number(isWhole ? STEPS : RAW);
  if (!isWhole) {
    encodeDecimals(writer, [time]);
    return;
  }
  const steps = time.map((value, i) => value - (time[i - 1] ?? value));
  let unit = 0;
  for (let i = 1; i < steps.length; i++) {
    if (steps[i] !== steps[i - 1]) unit = greatestDivisor(unit, steps[i] ?? 0);
  }
  writer.column(Float64Array.of(time[0] ?? 0, unit));
  writer.column(unit > 0 ? steps.map((step) => step / unit) : steps);
}

function decodeTimes(reader: PlaneReader, into: Float64Array): void {
  if (reader.number() === RAW) {
    decodeDecimals(reader, [into]);
    return;
  }
  const [first = 0, unit = 0] = reader.column(2);
  const steps = reader.column(into.length);
  let time = first;
  for (let i = 0; i < into.length; i++) {
    time += (steps[i] ?? 0) * unit;
    into[i] = time;
  }
}

const NONE = new Float64Array(0);

/** Turns prices into moves: open from the previous close, close from open, high and low outward from the body. */
function toMoves([open = NONE, high = NONE, low = NONE, close = NONE]: readonly Float64Array[]) {
  let closeBefore = 0;
  for (let i = 0; i < open.length; i++) {
    const opened = open[i] ?? 0;
    const closed = close[i] ?? 0;
    open[i] = opened - closeBefore;
    close[i] = closed - opened;
    high[i] = (high[i] ?? 0) - Math.max(opened, closed);
    low[i] = Math.min(opened, closed) - (low[i] ?? 0);
    closeBefore = closed;
  }
}

function fromMoves([open = NONE, high = NONE, low = NONE, close = NONE]: readonly Float64Array[]) {
  let closeBefore = 0;
  for (let i = 0; i < open.length; i++) {
    const opened = closeBefore + (open[i] ?? 0);
    const closed = opened + (close[i] ?? 0);
    open[i] = opened;
    close[i] = closed;
    high[i] = Math.max(opened, closed) + (high[i] ?? 0);
    low[i] = Math.min(opened, closed) - (low[i] ?? 0);
    closeBefore = closed;
  }
}

/**
 * Packs bars: a version byte, a checksum, then the columns as small whole numbers in planes of bytes, compressed. Exact
 * for every double. Throws a RangeError for more than 100 000 bars.
 */
export function encodeChunk(columns: BarColumns): Buffer {
  const { length } = columns;
  if (length > MOST_BARS) throw new RangeError(`${length} bars are too many for one chunk`);
  const own = (column: Float64Array) => column.subarray(0, length);
  const { open, high, low, close } = columns;
  const writer = new PlaneWriter();
  writer.number(length);
  encodeTimes(writer, own(columns.time));
  encodeDecimals(writer, [open, high, low, close].map(own), toMoves);
  encodeDecimals(writer, [own(columns.volume)]);
  const bytes = writer.end(HEAD_BYTES);
  bytes.writeUInt8(VERSION, 0);
  bytes.writeUInt32LE(crc32(bytes.subarray(HEAD_BYTES)), 1);
  return bytes;
}

function unpack(bytes: Buffer): BarColumns {
  if (bytes.length < HEAD_BYTES) throw new RangeError('the checksum is missing');
  const content = bytes.subarray(HEAD_BYTES);
  if (crc32(content) !== bytes.readUInt32LE(1)) throw new RangeError('the bytes are damaged');
  const reader = new PlaneReader(content);
  const length = reader.number();
  if (length > MOST_BARS) throw new RangeError('there are fewer bars than announced');
  const columns = newColumns(length);
  const { open, high, low, close } = columns;
  decodeTimes(reader, columns.time);
  decodeDecimals(reader, [open, high, low, close], fromMoves);
  decodeDecimals(reader, [columns.volume]);
  reader.expectEnd();
  return columns;
}

/** Unpacks bars; throws a `ChunkError` for damaged or unknown bytes. */
export function decodeChunk(bytes: Buffer): BarColumns {
  if (bytes.length === 0) throw new ChunkError('there are no bytes');
  if (bytes[0] !== VERSION) throw new ChunkError(`version ${bytes[0]} is unknown`);
  try {
    return unpack(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw new ChunkError(error.message, { cause: error });
    throw error;
  }
}
