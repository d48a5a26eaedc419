import type { BitReader } from '../bits/bit-reader.ts';
import type { BitWriter } from '../bits/bit-writer.ts';
import { decodeNumber, decodeNumbers, encodeNumber, encodeNumbers } from '../bits/number-column.ts';
import { SCALES } from '../decimal-scale.ts';
import { NO_DECIMALS, readDecimals, writeDecimals } from './decimals.ts';
import { decodeDoubles, encodeDoubles } from './double-column.ts';
import { applyOdd, encodeOdd } from './odd-numbers.ts';
import { wholesOf } from './wholes.ts';

function encodeTraded(writer: BitWriter, traded: Float64Array): void {
  const { length } = traded;
  const wholes = wholesOf([traded], length);
  writeDecimals(writer, wholes?.decimals ?? NO_DECIMALS);
  if (wholes === null) {
    encodeDoubles(writer, traded);
    return;
  }
  for (const column of wholes.columns) encodeNumbers(writer, column, length);
  encodeOdd(writer, [traded], length, wholes);
}

function decodeTraded(reader: BitReader, length: number): Float64Array {
  const traded = new Float64Array(length);
  const decimals = readDecimals(reader);
  if (decimals === NO_DECIMALS) {
    decodeDoubles(reader, traded);
    return traded;
  }
  const scale = SCALES[decimals];
  if (scale === undefined) throw new RangeError(`the volume scale ${decimals} is unknown`);
  const numbers = decodeNumbers(reader, length);
  for (let i = 0; i < length; i++) traded[i] = (numbers[i] ?? 0) / scale;
  applyOdd(reader, [traded], length, decimals);
  return traded;
}

/** Which bars have a volume, and the volumes there are: as whole numbers where they are decimals, else as doubles. */
export function encodeVolumes(writer: BitWriter, volume: Float64Array, length: number): void {
  const all = volume.subarray(0, length);
  let absent = 0;
  for (let i = 0; i < length; i++) if (Number.isNaN(all[i])) absent++;
  const traded = absent === 0 ? all : all.filter((value) => !Number.isNaN(value));
  encodeNumber(writer, traded.length);
  if (traded.length === 0) return;
  if (absent > 0) {
    const isTraded = Float64Array.from(all, (value) => (Number.isNaN(value) ? 0 : 1));
    encodeNumbers(writer, isTraded, length);
  }
  encodeTraded(writer, traded);
}

/** Reads volumes; NaN where a bar has none. */
export function decodeVolumes(reader: BitReader, into: Float64Array): void {
  const { length } = into;
  const count = decodeNumber(reader);
  if (count > length) throw new RangeError('there are more volumes than bars');
  into.fill(Number.NaN);
  if (count === 0) return;
  const isTraded = count < length ? decodeNumbers(reader, length) : null;
  const traded = decodeTraded(reader, count);
  if (isTraded === null) {
    into.set(traded);
    return;
  }
  let at = 0;
  for (let i = 0; i < length; i++) {
    if (isTraded[i] === 1) into[i] = traded[at++] ?? Number.NaN;
  }
}
