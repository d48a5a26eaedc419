import type { FlagColour, SnapshotResolution } from '@moneytrail/contract';
import type { GeneratedAlways } from 'kysely';

/** Watchlists; `entries` is JSON. */
export type WatchlistsTable = {
  id: GeneratedAlways<number>;
  user_id: string;
  /** Chosen by the creating client, so that a repeated request creates no second list. */
  create_key: string;
  name: string;
  colour: FlagColour | null;
  entries: string;
  /** Ascending from the first list on; not without gaps. */
  place: number;
  /** Incremented with every save. */
  revision: number;
  changed_at_ms: number;
};

/** Figures at the last closed bar of an instrument, by one version of the formulas. */
export type InstrumentSnapshotsTable = {
  instrument_id: number;
  resolution: SnapshotResolution;
  is_simulated: boolean;
  formula_version: number;
  bar_time: number;
  closed_at_ms: number;
  close: number;
  long_term_resistance: number | null;
  short_term_resistance: number | null;
  short_term_support: number | null;
  long_term_support: number | null;
  long_term_tightness: number | null;
  short_term_tightness: number | null;
  distance_to_long_term_min: number | null;
  distance_to_short_term_min: number | null;
  long_short_percentage: number | null;
  deployment: number | null;
  liquidity_spread: number | null;
  mark_side: 'buy' | 'sell' | null;
  mark_is_strong: boolean | null;
  mark_time: number | null;
  /** The bar and the close of the figures below; others than those above if a release wrote the row that does not know them. */
  studies_time: number | null;
  studies_close: number | null;
  change_1: number | null;
  change_5: number | null;
  change_20: number | null;
  change_60: number | null;
  volume: number | null;
  volume_ratio: number | null;
  rsi: number | null;
  to_sma_50: number | null;
  to_sma_200: number | null;
  atr_percent: number | null;
  long_short_change_5: number | null;
};

export type WatchlistTables = {
  watchlists: WatchlistsTable;
  instrument_snapshots: InstrumentSnapshotsTable;
};
