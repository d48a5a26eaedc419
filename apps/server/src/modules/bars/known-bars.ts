import { barClosesAtMs, type MarketHours, type Resolution } from '@moneytrail/calendar';
import { isFinalState, type KnownBar, mergeStates } from '@moneytrail/indicators';
import {
  type BarColumns,
  barAt,
  columnsOf,
  mergeColumns,
  positionOf,
} from './columns/bar-columns.ts';

type Grid = { hours: MarketHours; resolution: Resolution };

/** A read's knowledge of the open bars among the stored ones. */
export type Knowledge = {
  /** Time of the first bar that may still change; those before are final. */
  wholeUntilMs: number;
  /** The open bars include all trades up to this moment, on the feed's clock; 0 if unknown. */
  knownUntilMs: number;
};

/** The state of one bar, which is final if and only if the feed has answered for it after its close. */
function stateAt(
  { hours, resolution }: Grid,
  columns: BarColumns,
  index: number,
  { wholeUntilMs, knownUntilMs }: Knowledge,
): KnownBar {
  const bar = barAt(columns, index);
  const closesAtMs = barClosesAtMs(hours, resolution, bar.time);
  const isFinal = bar.time < wholeUntilMs;
  return {
    ...bar,
    knownUntilMs: isFinal
      ? Math.max(knownUntilMs, closesAtMs)
      : Math.min(knownUntilMs, closesAtMs - 1),
  };
}

/** The states of a few bars, ascending. */
export function statesOf(grid: Grid, columns: BarColumns, known: Knowledge): KnownBar[] {
  return Array.from({ length: columns.length }, (_, index) => stateAt(grid, columns, index, known));
}

/** Bars that have closed without becoming final are few; after an outage the states of these suffice. */
const MOST_OPEN = 5;

/**
 * Bars read from the store, with the stream's states where these know more. States from `toMs` on, or before the first
 * bar, are left out. `knownUntilMs` holds for every open bar of the result; that of `known` if none is open.
 */
export function withLiveStates(
  grid: Grid,
  columns: BarColumns,
  known: Knowledge,
  { live, toMs }: { live: readonly KnownBar[]; toMs: number },
): { columns: BarColumns; knownUntilMs: number } {
  const closesAtMs = (time: number) => barClosesAtMs(grid.hours, grid.resolution, time);
  const first = positionOf(columns, known.wholeUntilMs);
  const states = new Map<number, KnownBar>();
  for (let index = first; index < columns.length; index++) {
    if (index > first && index < columns.length - MOST_OPEN) continue;
    const state = stateAt(grid, columns, index, known);
    states.set(state.time, state);
  }
  const [oldestMs = Number.POSITIVE_INFINITY] = columns.time.subarray(0, columns.length);
  const fromMs = Math.max(oldestMs, known.wholeUntilMs);
  for (const state of live) {
    if (state.time < fromMs || state.time >= toMs) continue;
    const stored = states.get(state.time);
    states.set(state.time, stored ? mergeStates(state, stored, closesAtMs(state.time)) : state);
  }
  const merged = [...states.values()].sort((a, b) => a.time - b.time);
  const open = merged.filter((state) => !isFinalState(state, closesAtMs(state.time)));
  return {
    columns: live.length === 0 ? columns : mergeColumns(columns, columnsOf(merged)).columns,
    knownUntilMs:
      open.length === 0
        ? known.knownUntilMs
        : Math.min(...open.map(({ knownUntilMs }) => knownUntilMs)),
  };
}
