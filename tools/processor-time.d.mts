/** A process, times in seconds: `own` of itself, `ended` of its ended children. */
export type ProcessTime = { key: string; parent: number; own: number; ended: number };

/** Processor seconds that left with processes between two looks, by process number, and stand in no parent's books. */
export function lostBetween(
  before: ReadonlyMap<number, ProcessTime>,
  after: ReadonlyMap<number, ProcessTime>,
): number;

/** Follows the processor time of this process and all its descendants; reads null where there is no `/proc`. */
export function followProcessorTime(): { read: () => number | null };
