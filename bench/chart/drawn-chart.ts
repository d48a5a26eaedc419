import type { Bar } from '@moneytrail/contract';

/** A chart on the page, empty at first: the bare library or the product's chart. */
export type DrawnChart = {
  /** Sets all bars. */
  load: (bars: Bar[]) => void;
  /** Sends a new state of the last bar, or the next bar. */
  tick: (bar: Bar) => void;
};

export const BAR_SPACE_PX = 8;
export const RIGHT_ROOM_PX = 72;
