import { valueAt } from '../columns/columns.ts';

/** Values in ascending order, each with its place on the axis of time and its weight, above 0. */
export type Placed = {
  readonly value: Float64Array;
  readonly place: Int32Array;
  readonly weight: Float64Array;
};

/** Uniform numbers in [0, 1), the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type PlacedValue = { value: number; place: number; weight: number };

/** Sorts values with their places and weights. */
export function placed(values: readonly PlacedValue[]): Placed {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  return {
    value: Float64Array.from(sorted, ({ value }) => value),
    place: Int32Array.from(sorted, ({ place }) => place),
    weight: Float64Array.from(sorted, ({ weight }) => weight),
  };
}

/** Values that are sorted by themselves, before they are merged with others. */
const RUN_LENGTH = 512;

function merged(a: readonly PlacedValue[], b: readonly PlacedValue[]): PlacedValue[] {
  const all: PlacedValue[] = [];
  let [left, right] = [0, 0];
  while (left < a.length && right < b.length) {
    const [one, other] = [a[left], b[right]];
    if (!one || !other) break;
    if (one.value <= other.value) {
      all.push(one);
      left += 1;
    } else {
      all.push(other);
      right += 1;
    }
  }
  return all.concat(a.slice(left), b.slice(right));
}

/** The same in steps of some milliseconds for thousands of values; yields between them, so that the caller can pause. */
export function* placedInSteps(values: readonly PlacedValue[]): Generator<void, Placed> {
  let runs: PlacedValue[][] = [];
  for (let from = 0; from < values.length; from += RUN_LENGTH) {
    runs.push(values.slice(from, from + RUN_LENGTH).sort((a, b) => a.value - b.value));
    yield;
  }
  while (runs.length > 1) {
    const longer: PlacedValue[][] = [];
    for (let pair = 0; pair < runs.length; pair += 2) {
      longer.push(merged(runs[pair] ?? [], runs[pair + 1] ?? []));
      yield;
    }
    runs = longer;
  }
  return placed(runs[0] ?? []);
}

/**
 * The median of values that each count as often as their place was drawn; NaN if none was. The walk goes on from both ends
 * of the order towards the middle, so that no total has to be counted first.
 */
export function drawnMedian({ value, place, weight }: Placed, drawn: Int32Array): number {
  let [low, high] = [0, place.length - 1];
  // The weight below less the weight above.
  let balance = 0;
  let [lower, upper] = [Number.NaN, Number.NaN];
  while (low <= high) {
    if (balance <= 0) {
      const counts = Number(drawn[Number(place[low])]) * Number(weight[low]);
      if (counts > 0) {
        lower = valueAt(value, low);
        balance += counts;
      }
      low += 1;
    } else {
      const counts = Number(drawn[Number(place[high])]) * Number(weight[high]);
      if (counts > 0) {
        upper = valueAt(value, high);
        balance -= counts;
      }
      high -= 1;
    }
  }
  if (balance > 0) return lower;
  return balance < 0 ? upper : (lower + upper) / 2;
}

/**
 * Draws blocks of neighbouring places, as many as the axis holds; `drawn` gets how often each place is among them. A block
 * that reaches beyond the end goes on at the beginning, so that every place is as likely as any other.
 */
export function drawBlocks(drawn: Int32Array, block: number, random: () => number): void {
  const { length } = drawn;
  // First the changes from each place to the next, then their sums.
  drawn.fill(0);
  for (let count = Math.ceil(length / block); count > 0; count -= 1) {
    const from = Math.floor(random() * length);
    const to = from + block;
    drawn[from] = Number(drawn[from]) + 1;
    if (to > length) drawn[0] = Number(drawn[0]) + 1;
    if (to !== length) drawn[to % length] = Number(drawn[to % length]) - 1;
  }
  let times = 0;
  for (let place = 0; place < length; place += 1) {
    times += Number(drawn[place]);
    drawn[place] = times;
  }
}

/** The medians of the resamples: those of the marked values, and what they exceed those of the others by; ascending. */
export type Resampled = { readonly marked: Float64Array; readonly difference: Float64Array };

/**
 * The circular moving block bootstrap of two groups of values on one axis of time. Blocks of time are drawn, not values, so
 * that moves over the same bars, of either group, stay together: a block is to be at least as long as they are. Yields
 * after each resample, so that the caller can pause.
 *
 * Source: D. N. Politis and J. P. Romano, A circular block-resampling procedure for stationary data, in: Exploring the
 * Limits of Bootstrap (1992), 263–270; the moving blocks are those of H. R. Künsch, Annals of Statistics 17 (1989),
 * 1217–1241.
 */
export function* resampleMedians(
  how: { axis: number; block: number; draws: number; random: () => number },
  groups: { marked: Placed; others: Placed },
): Generator<void, Resampled> {
  const drawn = new Int32Array(how.axis);
  const block = Math.min(how.block, how.axis);
  const marked = new Float64Array(how.draws);
  const difference = new Float64Array(how.draws);
  let done = 0;
  while (done < how.draws) {
    drawBlocks(drawn, block, how.random);
    const median = drawnMedian(groups.marked, drawn);
    const other = drawnMedian(groups.others, drawn);
    // A resample without a value of a group says nothing, and is drawn again.
    if (!(Number.isNaN(median) || Number.isNaN(other))) {
      marked[done] = median;
      difference[done] = median - other;
      done += 1;
    }
    yield;
  }
  return { marked: marked.sort(), difference: difference.sort() };
}

/** The values between which a share `confidence` of ascending resamples lies, the same share beyond each end. */
export function percentileInterval(
  ascending: Float64Array,
  confidence: number,
): { low: number; high: number } {
  const { length } = ascending;
  const rank = Math.max(1, Math.floor(((length + 1) * (1 - confidence)) / 2 + 1e-9));
  return { low: valueAt(ascending, rank - 1), high: valueAt(ascending, length - rank) };
}
