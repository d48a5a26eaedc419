import type { Bar } from '@moneytrail/contract';

/** A chart on the page, empty at first: the library alone, or the product's chart. */
export type DrawnChart = {
  /** Hands over all bars. */
  load: (bars: Bar[]) => void;
  /** A new state of the last bar, or the bar after it. */
  tick: (bar: Bar) => void;
};

export const BAR_SPACE_PX = 8;
export const RIGHT_ROOM_PX = 72;
