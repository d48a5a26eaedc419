import { FORMULA_VERSION } from './formula-version.ts';
import type { MarkSide } from './signal-mark.ts';

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

/**
 * A mark's lasting name, 16 hexadecimal digits: the FNV-1a hash (64 bits, over UTF-16 code units) of instrument,
 * resolution, time of the bar in epoch ms, side and formula version.
 */
export function markId(mark: {
  instrument: string;
  resolution: string;
  time: number;
  side: MarkSide;
}): string {
  const text = [mark.instrument, mark.resolution, mark.time, mark.side, FORMULA_VERSION].join('\n');
  let hash = FNV_OFFSET;
  for (let index = 0; index < text.length; index += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * FNV_PRIME);
  }
  return hash.toString(16).padStart(16, '0');
}
