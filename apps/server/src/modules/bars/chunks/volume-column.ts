import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { decimalsOf, SCALES, wholeOf } from './decimal-scale.ts';
import { applyExceptions, encodeExceptions } from './exceptions.ts';
import { ABSENT, RAW } from './packing.ts';

const HALF = 2 ** 32;

/** Volumes as whole numbers in two halves where that is exact, nothing at all where no bar has one, else as doubles. */
export function encodeVolumes(writer: ByteWriter, volume: Float64Array, length: number): void {
  const isAbsent = volume.subarray(0, length).every(Number.isNaN);
  const found = isAbsent ? null : decimalsOf([volume], length);
  if (found === null) {
    writer.byte(isAbsent ? ABSENT : RAW);
    if (!isAbsent) writer.doubles(volume, length);
    return;
  }
  const scale = SCALES[found.decimals] ?? 1;
  const low = new Int32Array(length);
  const high = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const whole = wholeOf(volume[i] ?? 0, scale);
    const upper = Math.floor(whole / HALF);
    high[i] = upper;
    low[i] = whole - upper * HALF; // Kept modulo 2^32.
  }
  writer.byte(found.decimals);
  writer.wholes(low);
  writer.wholes(high);
  encodeExceptions(writer, [volume], length, found);
}

export function decodeVolumes(reader: ByteReader, into: Float64Array): void {
  const kind = reader.byte();
  if (kind === ABSENT) {
    into.fill(Number.NaN);
    return;
  }
  if (kind === RAW) {
    reader.doubles(into);
    return;
  }
  const scale = SCALES[kind];
  if (scale === undefined) throw new RangeError(`the volume scale ${kind} is unknown`);
  const low = reader.wholes();
  const high = reader.wholes();
  for (let i = 0; i < into.length; i++) {
    into[i] = ((high[i] ?? 0) * HALF + ((low[i] ?? 0) >>> 0)) / scale;
  }
  applyExceptions(reader, [into]);
}
