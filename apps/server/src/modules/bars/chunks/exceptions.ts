import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { type Decimals, isWhole, SCALES } from './decimal-scale.ts';

/** Writes the numbers of columns that are not whole at a scale, each with its place: what scaling would change. */
export function encodeExceptions(
  writer: ByteWriter,
  columns: readonly Float64Array[],
  length: number,
  { decimals, exceptions }: Decimals,
): void {
  writer.count(exceptions);
  if (exceptions === 0) return;
  const scale = SCALES[decimals] ?? 1;
  for (const [index, column] of columns.entries()) {
    for (let i = 0; i < length; i++) {
      const value = column[i] ?? Number.NaN;
      if (isWhole(value, scale)) continue;
      writer.count(index * length + i);
      writer.double(value);
    }
  }
}

/** Puts the numbers back that scaling has changed. */
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
