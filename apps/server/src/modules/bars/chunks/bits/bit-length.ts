const TWO_32 = 2 ** 32;

/** Bits of the largest whole number that a double holds with all its neighbours. */
export const MOST_BITS = 53;

/** How many bits a whole number of at least 0 has; 0 has none. */
export function bitLengthOf(value: number): number {
  return value < TWO_32 ? 32 - Math.clz32(value) : 64 - Math.clz32(Math.floor(value / TWO_32));
}

/** What the numbers of a column have: how many bits each, which lengths there are, the most frequent first, and signs. */
export type Lengths = { each: Uint8Array; occurring: Uint8Array; hasNegative: boolean };

export function lengthsOf(numbers: Float64Array, count: number): Lengths {
  const each = new Uint8Array(count);
  const counts = new Int32Array(MOST_BITS + 1);
  let hasNegative = false;
  for (let i = 0; i < count; i++) {
    const value = numbers[i] ?? 0;
    if (value < 0) hasNegative = true;
    const length = bitLengthOf(value < 0 ? -value : value);
    each[i] = length;
    counts[length] = (counts[length] ?? 0) + 1;
  }
  const occurring: number[] = [];
  for (const [length, times] of counts.entries()) if (times > 0) occurring.push(length);
  occurring.sort((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0));
  return { each, occurring: Uint8Array.from(occurring), hasNegative };
}
