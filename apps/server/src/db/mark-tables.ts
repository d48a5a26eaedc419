import type { Resolution } from '@moneytrail/calendar';

/** The key of one ledger; simulated and real prices never share one. */
type LedgerColumns = {
  instrument_id: number;
  resolution: Resolution;
  formula_version: number;
  is_simulated: boolean;
};

/** A published buy or sell mark with its bar at that time. Rows are added, never changed. */
export type MarksTable = LedgerColumns & {
  time: number;
  side: 'buy' | 'sell';
  id: string;
  is_strong: boolean;
  price: number;
  text: string;
  bar_open: number;
  bar_high: number;
  bar_low: number;
  bar_close: number;
  bar_volume: number | null;
  recorded_at_ms: number;
};

/** Bars with `from_ms` ≤ time < `to_ms` have been evaluated. */
export type MarkRangesTable = LedgerColumns & { from_ms: number; to_ms: number };

/** Notes on a mark added after its publication. */
export type MarkNotesTable = {
  instrument_id: number;
  mark_id: string;
  is_simulated: boolean;
  text: string;
  noted_at_ms: number;
};

/** The record of all published signals that Home tells; at most one row, of real prices or of simulated ones. */
export type PublicRecordTable = {
  id: 1;
  is_simulated: boolean;
  heading: string;
  text: string;
  computed_at_ms: number;
};

export type MarkTables = {
  marks: MarksTable;
  mark_ranges: MarkRangesTable;
  mark_notes: MarkNotesTable;
  public_record: PublicRecordTable;
};
