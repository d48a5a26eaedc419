import type { Resolution } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import type { BarColumns } from '../columns/bar-columns.ts';

/** Which bars are wanted, `[fromMs, toMs)`. */
export type HistoryRequest = {
  instrument: Instrument;
  resolution: Resolution;
  fromMs: number;
  toMs: number;
  /** At most the newest so many bars of the window. */
  limit: number;
  /** Above 0: at least so many bars before `toMs`, whatever `fromMs` says. */
  countBack: number;
};

export type History = {
  columns: BarColumns;
  /** Time of the newest bar older than the first one answered, without bars older than `fromMs`; null where none exists. */
  nextTime: number | null;
  /** Neither a bar in the window nor an older one exists. */
  noData: boolean;
  /** Names the feed whose failure leaves the newest bars out. */
  warning: string | null;
  /** The stretch of the store it was made from, and the versions of that: while they last, it would be made again. */
  stored: { fromMs: number; toMs: number; stamp: string };
};
