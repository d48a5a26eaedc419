import type { BitReader } from '../bits/bit-reader.ts';
import type { BitWriter } from '../bits/bit-writer.ts';

const BITS = 4;
/** Numbers are kept as doubles. */
export const NO_DECIMALS = 15;

/** Writes how many decimals numbers have, at most eight, or that they have none to count. */
export function writeDecimals(writer: BitWriter, decimals: number): void {
  writer.reserve(BITS);
  writer.bits(decimals, BITS);
}

export function readDecimals(reader: BitReader): number {
  return reader.bits(BITS);
}
