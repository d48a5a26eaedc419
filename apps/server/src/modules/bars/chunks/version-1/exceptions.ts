import type { ByteReader } from './byte-reader.ts';

/** Puts the numbers back that scaling has changed: each stands with its place. */
export function applyExceptions(reader: ByteReader, columns: readonly Float64Array[]): void {
  const length = reader.count();
  for (let left = reader.whole(); left > 0; left--) {
    const place = reader.whole();
    const value = reader.double();
    const column = columns[Math.floor(place / length)];
    if (!column) throw new RangeError('a number has no place');
    column[place % length] = value;
  }
}
