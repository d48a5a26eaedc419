import type { RuleComparison } from '@moneytrail/contract';
import {
  drawBlocks,
  percentileInterval,
  seededRandom,
  valueAt,
  widened,
  widening,
} from '@moneytrail/indicators';
import type { Span, Tested, TimedTrade } from './figures.ts';
import type { EveryEntry } from './test-series.ts';

/** With fewer trades there is no comparison. */
export const LEAST_TRADES = 30;
/** With fewer blocks of time that have a trade there is none either. */
const LEAST_BLOCKS = 20;
/** The span is divided into so many equal stretches of time; blocks are made of them. */
const CELLS = 240;
const DRAWS = 999;
const CONFIDENCE = 0.95;
const SEED = 1;

/** The entries of one side of one instrument, by stretches of time. */
type Group = {
  /** The number of trades that begin in each stretch, and the sum of their net changes. */
  readonly tradeCounts: Float64Array;
  readonly tradeSums: Float64Array;
  /** The same of all possible entries. */
  readonly counts: Float64Array;
  readonly sums: Float64Array;
  /** The number of trades. */
  readonly trades: number;
  /** The mean time that all possible entries are held. */
  readonly heldMs: number;
};

type CellOf = (time: number) => number;

const cellMs = ({ fromTime, toTime }: Span): number => (toTime - fromTime + 1) / CELLS;

function cellsOf(span: Span): CellOf {
  const length = cellMs(span);
  return (time) => Math.min(CELLS - 1, Math.floor((time - span.fromTime) / length));
}

function add(
  { counts, sums }: { counts: Float64Array; sums: Float64Array },
  cell: number,
  net: number,
) {
  counts[cell] = valueAt(counts, cell) + 1;
  sums[cell] = valueAt(sums, cell) + net;
}

const emptyCells = () => ({ counts: new Float64Array(CELLS), sums: new Float64Array(CELLS) });

function groupOf({ test }: Tested, sign: 1 | -1, every: EveryEntry, cellOf: CellOf): Group | null {
  const trades = test.trades.filter((trade) => trade.sign === sign);
  if (trades.length === 0) return null;
  const [own, all] = [emptyCells(), emptyCells()];
  for (const { entry, netPercent } of trades) {
    add(own, cellOf(valueAt(test.time, entry)), netPercent);
  }
  for (const [place, net] of every.net.entries()) {
    if (!Number.isNaN(net)) add(all, cellOf(valueAt(test.time, place)), net);
  }
  return {
    tradeCounts: own.counts,
    tradeSums: own.sums,
    ...all,
    trades: trades.length,
    heldMs: every.heldMs,
  };
}

/**
 * The mean net change of the trades, and that of all possible entries of the same instruments and sides in the proportion
 * of the trades, if each stretch of time counts as often as it was drawn. Null without a drawn trade.
 */
function means(
  groups: readonly Group[],
  drawn: Int32Array,
): { average: number; other: number } | null {
  let [trades, sum, others] = [0, 0, 0];
  // More than a third of all stretches is not drawn, on average.
  const cells = Int32Array.from(drawn.keys()).filter((cell) => drawn[cell] !== 0);
  for (const { tradeCounts, tradeSums, counts, sums } of groups) {
    let [own, count, total] = [0, 0, 0];
    for (let index = 0; index < cells.length; index += 1) {
      const cell = Number(cells[index]);
      const times = Number(drawn[cell]);
      own += times * Number(tradeCounts[cell]);
      sum += times * Number(tradeSums[cell]);
      count += times * Number(counts[cell]);
      total += times * Number(sums[cell]);
    }
    if (own === 0) continue;
    trades += own;
    // Every trade is among all possible entries, so there are some.
    others += (own * total) / count;
  }
  return trades > 0 ? { average: sum / trades, other: others / trades } : null;
}

/** The number of blocks, side by side, in which a trade begins. */
function busyBlocks(groups: readonly Group[], block: number): number {
  const busy = new Set<number>();
  for (const { tradeCounts } of groups) {
    for (const [cell, count] of tradeCounts.entries()) {
      if (count > 0) busy.add(Math.floor(cell / block));
    }
  }
  return busy.size;
}

/** Bars from which a position of a side that has trades can be followed to its end. */
function countOthers(tested: readonly Tested[], signs: ReadonlySet<1 | -1>): number {
  let count = 0;
  for (const { test } of tested) {
    if (test.trades.length === 0) continue;
    const long = signs.has(1) ? test.every.long?.net : undefined;
    const short = signs.has(-1) ? test.every.short?.net : undefined;
    for (let place = 0; place < test.time.length; place += 1) {
      const isEntry = [long, short].some((net) => net && !Number.isNaN(valueAt(net, place)));
      if (isEntry) count += 1;
    }
  }
  return count;
}

/**
 * Compares the trades with the same exits and costs from every bar of the same instruments and sides. The interval comes
 * from a circular block bootstrap: blocks of time are drawn for all instruments together, so that positions that overlap
 * and instruments that move together stay together. Null with too few trades, or too few blocks of time for them.
 *
 * Source: D. N. Politis and J. P. Romano, A circular block-resampling procedure for stationary data, in: Exploring the
 * Limits of Bootstrap (1992), 263–270.
 */
export function compareWithEvery(
  { tested, timed }: { tested: readonly Tested[]; timed: readonly TimedTrade[] },
  span: Span,
): RuleComparison | null {
  if (timed.length < LEAST_TRADES) return null;
  const cellOf = cellsOf(span);
  const groups: Group[] = [];
  for (const each of tested) {
    const { long, short } = each.test.every;
    const sides = [
      long && groupOf(each, 1, long, cellOf),
      short && groupOf(each, -1, short, cellOf),
    ];
    groups.push(...sides.filter((group) => group !== null));
  }
  const found = means(groups, new Int32Array(CELLS).fill(1));
  if (!found) return null;
  const heldMs = timed.reduce((sum, { entryTime, exitTime }) => sum + exitTime - entryTime, 0);
  const otherMs = groups.reduce((sum, group) => sum + group.heldMs * group.trades, 0);
  const longMs = Math.max(heldMs, otherMs) / timed.length;
  const block = Math.max(1, Math.ceil((2 * longMs) / cellMs(span)));
  const blocks = busyBlocks(groups, block);
  if (blocks < LEAST_BLOCKS) return null;

  const random = seededRandom(SEED);
  const drawn = new Int32Array(CELLS);
  const differences = new Float64Array(DRAWS);
  for (let done = 0; done < DRAWS; ) {
    drawBlocks(drawn, block, random);
    const drawnMeans = means(groups, drawn);
    // A draw without a trade says nothing, and is repeated.
    if (!drawnMeans) continue;
    differences[done] = drawnMeans.average - drawnMeans.other;
    done += 1;
  }
  const difference = found.average - found.other;
  const inner = percentileInterval(differences.sort(), CONFIDENCE);
  const factor = widening(blocks, longMs / (block * cellMs(span)));
  const { low, high } = widened(inner, difference, factor);
  return {
    trades: timed.length,
    others: countOthers(tested, new Set(timed.map(({ trade }) => trade.sign))),
    averagePercent: found.average,
    otherPercent: found.other,
    difference,
    interval: { low, high },
    finding: low > 0 ? 'better' : high < 0 ? 'worse' : 'unproven',
  };
}
