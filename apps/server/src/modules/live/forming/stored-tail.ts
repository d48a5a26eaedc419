import { isBarClosed } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { BarGrid, FormingState } from './forming-bar.ts';

function isSameBar(a: Bar, b: Bar): boolean {
  return (
    a.time === b.time &&
    a.open === b.open &&
    a.high === b.high &&
    a.low === b.low &&
    a.close === b.close &&
    a.volume === b.volume
  );
}

function greaterVolume(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** The stored bar knows what was missed, the live one what came since. */
function mergeForming(stored: Bar, live: Bar, hasTicks: boolean): Bar {
  return {
    time: stored.time,
    open: stored.open,
    high: Math.max(stored.high, live.high),
    low: Math.min(stored.low, live.low),
    close: hasTicks ? live.close : stored.close,
    volume: greaterVolume(stored.volume, live.volume),
  };
}

function newestClosed(state: FormingState, stored: Bar | undefined): Bar | null {
  const { closed } = state;
  if (!stored || (closed && closed.time > stored.time)) return closed;
  return closed && isSameBar(closed, stored) ? closed : stored;
}

function newestForming(
  state: FormingState,
  stored: Bar | undefined,
  closed: Bar | null,
): Bar | null {
  const live = state.bar && (!closed || state.bar.time > closed.time) ? state.bar : null;
  if (!stored || (live && live.time > stored.time)) return live;
  if (!live || live.time < stored.time) return stored;
  const merged = mergeForming(stored, live, state.lastTickMs > 0);
  return isSameBar(merged, live) ? live : merged;
}

/**
 * Brings the newest stored bars and what live ticks made together: the start of a watch, and what repairs it after
 * something was missed. A stored closed bar is the vendor's last word and replaces ours. The same state where
 * nothing new was stored.
 */
export function mergeStoredTail(
  grid: BarGrid,
  state: FormingState,
  tail: readonly Bar[],
  nowMs: number,
): FormingState {
  const isClosed = ({ time }: Bar) => isBarClosed(grid.hours, grid.resolution, time, nowMs);
  const closed = newestClosed(state, tail.findLast(isClosed));
  const bar = newestForming(
    state,
    tail.findLast((stored) => !isClosed(stored)),
    closed,
  );
  if (bar === state.bar && closed === state.closed) return state;
  return { bar, closed, lastTickMs: bar?.time === state.bar?.time ? state.lastTickMs : 0 };
}
