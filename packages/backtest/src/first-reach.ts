/** Bars that are skipped together. */
const BLOCK = 64;

/** The first index in [from, until) whose value reaches a bound; `until` if there is none. */
export type FirstReach = (bound: number, from: number, until: number) => number;

/**
 * Finds the first of many values that is at or above a bound (`sign` 1), or at or below it (−1). Blocks of values are
 * skipped by their extremes, so that a bound that is far away costs little.
 */
export function firstReach(values: Float64Array, length: number, sign: 1 | -1): FirstReach {
  const signed = Float64Array.from({ length }, (_, index) => sign * Number(values[index]));
  const extremes = new Float64Array(Math.ceil(length / BLOCK)).fill(Number.NEGATIVE_INFINITY);
  for (let index = 0; index < length; index += 1) {
    const block = Math.floor(index / BLOCK);
    extremes[block] = Math.max(Number(extremes[block]), Number(signed[index]));
  }
  return (bound, from, until) => {
    const wanted = sign * bound;
    let index = from;
    while (index < until) {
      if (index % BLOCK === 0 && Number(extremes[index / BLOCK]) < wanted) index += BLOCK;
      else if (Number(signed[index]) >= wanted) return index;
      else index += 1;
    }
    return until;
  };
}

/** For each index the first one from it on that meets a condition; `length` if there is none. Has `length + 1` entries. */
export function nextIndex(length: number, meets: (index: number) => boolean): Int32Array {
  const next = new Int32Array(length + 1).fill(length);
  for (let index = length - 1; index >= 0; index -= 1) {
    next[index] = meets(index) ? index : Number(next[index + 1]);
  }
  return next;
}
