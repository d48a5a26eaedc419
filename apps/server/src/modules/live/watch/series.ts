import { barClosesAtMs, type Resolution } from '@moneytrail/calendar';
import type { Bar, Quote } from '@moneytrail/contract';
import type { InstrumentTick } from '../../../bus/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import {
  type BarGrid,
  closeByClock,
  type FormingState,
  foldTick,
  NOTHING_YET,
} from '../forming/forming-bar.ts';
import { mergeStoredTail } from '../forming/stored-tail.ts';

/** What a channel shows at a moment; another object as soon as anything differs. */
export type Snapshot = { bar: Bar | null; closed: Bar | null; quote: Quote };

/** The forming bar of one instrument in one resolution, and who looks at it. */
export type Series = {
  resolution: Resolution;
  listeners: Set<() => void>;
  fold: (tick: InstrumentTick) => void;
  mergeTail: (tail: readonly Bar[], nowMs: number) => void;
  /** Ends the bar whose time is over; whether there was one. */
  closeByClock: (nowMs: number) => boolean;
  snapshot: (quote: Quote | null) => Snapshot | null;
};

export function createSeries(instrument: Instrument, resolution: Resolution): Series {
  const grid: BarGrid = { hours: instrument.hours, resolution };
  let state: FormingState = NOTHING_YET;
  /** Before the stored bars are read a bar made of ticks alone would have a wrong open. */
  let isLoaded = false;
  let shown: Snapshot | null = null;
  /** No bar ends before; saves asking the calendar every second. */
  let closesAtMs = 0;

  function become(next: FormingState): void {
    if (next.bar && next.bar.time !== state.bar?.time) {
      closesAtMs = barClosesAtMs(grid.hours, resolution, next.bar.time);
    }
    state = next;
  }

  return {
    resolution,
    listeners: new Set(),
    fold: (tick) => become(foldTick(grid, state, tick)),
    mergeTail(tail, nowMs) {
      isLoaded = true;
      become(mergeStoredTail(grid, state, tail, nowMs));
    },
    closeByClock(nowMs) {
      if (!state.bar || nowMs < closesAtMs) return false;
      const before = state;
      become(closeByClock(grid, state, nowMs));
      return state !== before;
    },
    snapshot(quote) {
      if (!quote) return null;
      const { bar, closed } = isLoaded ? state : NOTHING_YET;
      if (shown?.bar === bar && shown.closed === closed && shown.quote === quote) return shown;
      shown = { bar, closed, quote };
      return shown;
    },
  };
}
