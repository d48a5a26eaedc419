import type { Resolution } from '@moneytrail/calendar';

/** What one ledger is kept for; simulated prices never share one with real ones. */
type LedgerColumns = {
  instrument_id: number;
  resolution: Resolution;
  formula_version: number;
  is_simulated: boolean;
};

/** A published buy or sell mark, with its bar as it was then. Rows are added, never changed. */
export type MarksTable = LedgerColumns & {
  /** Time of its bar. */
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

/** Bars with `from_ms` ≤ time < `to_ms` have been looked at. */
export type MarkRangesTable = LedgerColumns & { from_ms: number; to_ms: number };

/** What was learnt of a mark after it was published. */
export type MarkNotesTable = {
  instrument_id: number;
  mark_id: string;
  is_simulated: boolean;
  text: string;
  noted_at_ms: number;
};

export type MarkTables = {
  marks: MarksTable;
  mark_ranges: MarkRangesTable;
  mark_notes: MarkNotesTable;
};
