import { decimalsOf, SCALES, wholeOf } from './decimal-scale.ts';
import { applyExceptions, exceptionsOf } from './exceptions.ts';
import { ABSENT, type ByteReader, byte, doubles, type Piece, RAW, wholes } from './pieces.ts';

const HALF = 2 ** 32;

/** Volumes as whole numbers in two halves where that is exact, nothing at all where no bar has one, else as doubles. */
export function encodeVolumes(volume: Float64Array, length: number): Piece[] {
  if (volume.subarray(0, length).every(Number.isNaN))
    return [byte(ABSENT), new Uint8Array(length * 4)];
  const decimals = decimalsOf([volume], length);
  if (decimals === null) return [byte(RAW), doubles(volume, length)];
  const scale = SCALES[decimals] ?? 1;
  const low = new Int32Array(length);
  const high = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const whole = wholeOf(volume[i] ?? 0, scale);
    high[i] = Math.floor(whole / HALF);
    low[i] = whole - (high[i] ?? 0) * HALF; // Kept modulo 2^32.
  }
  return [byte(decimals), wholes(low), wholes(high), exceptionsOf([volume], length, scale)];
}

export function decodeVolumes(reader: ByteReader, into: Float64Array): void {
  const kind = reader.byte();
  if (kind === ABSENT) {
    reader.wholes();
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
