import { isWhole } from './decimal-scale.ts';
import type { ByteReader, Piece } from './pieces.ts';

const ENTRY_BYTES = 12;

/** The numbers of columns that are not whole at a scale, each with its place: what scaling would change. */
export function exceptionsOf(
  columns: readonly Float64Array[],
  length: number,
  scale: number,
): Piece {
  const found: [place: number, value: number][] = [];
  for (const [index, column] of columns.entries()) {
    for (let i = 0; i < length; i++) {
      const value = column[i] ?? Number.NaN;
      if (!isWhole(value, scale)) found.push([index * length + i, value]);
    }
  }
  const piece = Buffer.alloc(4 + found.length * ENTRY_BYTES);
  piece.writeUInt32LE(found.length);
  for (const [index, [place, value]] of found.entries()) {
    piece.writeUInt32LE(place, 4 + index * ENTRY_BYTES);
    piece.writeDoubleLE(value, 8 + index * ENTRY_BYTES);
  }
  return piece;
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
