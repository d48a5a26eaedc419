import type { MarketHoursId, StoredResolution } from '@moneytrail/calendar';
import type { ExchangeName, InstrumentType } from '@moneytrail/contract';
import type { ColumnType, Generated } from 'kysely';
import type { AccountTables } from './account-tables.ts';
import type { LiveTables } from './live-tables.ts';
import type { MarkTables } from './mark-tables.ts';

export type InstrumentsTable = {
  id: Generated<number>;
  exchange: ExchangeName;
  code: string;
  base: string | null;
  quote: string | null;
  description: string;
  listed_name: string;
  listed_value: string;
  type: InstrumentType;
  market_hours: MarketHoursId;
  price_scale: Generated<number>;
  is_enabled: Generated<boolean>;
  /** Contract life as `YYYY-MM-DD`. */
  start_date: string | null;
  end_date: string | null;
};

/** One row an instrument and stored resolution: what writers lock, and where its history begins. */
export type BarSeriesTable = {
  instrument_id: number;
  resolution: StoredResolution;
  /** No bar exists before this moment; null while unknown. */
  beginning_ms: number | null;
  /** Whether a simulator told the bars; null before a feed did. */
  is_simulated: boolean | null;
};

/** Packed bars of one calendar chunk. `[covered_from, covered_to)` has been asked of the feed and answered. */
export type BarChunksTable = {
  instrument_id: number;
  resolution: StoredResolution;
  chunk_start: number;
  covered_from: number;
  covered_to: number;
  bar_count: number;
  /** Times of the first and last bar; null in a chunk without bars. */
  first_time: number | null;
  last_time: number | null;
  /** Grows with every change of the data. */
  version: number;
  data: ColumnType<Buffer, Buffer, Buffer>;
};

/** Bars that jump too far to be believed before another bar confirms them. */
export type QuarantinedBarsTable = {
  instrument_id: number;
  resolution: StoredResolution;
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | null;
  /** When witnesses are asked next; 0 for at once. */
  due_ms: Generated<number>;
  /** When they were asked first; null before. */
  asked_at_ms: number | null;
  /** Whether nobody confirmed it: it stays hidden unless its vendor changes it. */
  is_refuted: Generated<boolean>;
};

/** A stretch `[from_ms, to_ms)` of bars that an operator has brought. */
export type BarImportsTable = {
  instrument_id: number;
  resolution: StoredResolution;
  from_ms: number;
  to_ms: number;
};

/** What came of comparing a day with its vendor: `open` until that is known. */
export type CheckOutcome = 'open' | 'same' | 'corrected' | 'unclear';

/** Days of series that are compared with their vendor in a night, both as 00:00 UTC of the date. */
export type BarChecksTable = {
  night_ms: number;
  instrument_id: number;
  resolution: StoredResolution;
  day_ms: number;
  /** When the vendor is asked, or asked again. */
  due_ms: number;
  /** Fingerprint of what it answered when it differed last. */
  answer: string | null;
  /** How often it has differed. */
  tries: Generated<number>;
  outcome: Generated<CheckOutcome>;
};

/** Every table of the product, as kysely types them; both databases answer the same JavaScript values. */
/** The one moment from which simulated history is laid out. */
export type DemoAnchorTable = { id: number; anchor_ms: number };

export type Database = AccountTables &
  LiveTables &
  MarkTables & {
    demo_anchor: DemoAnchorTable;
    instruments: InstrumentsTable;
    bar_series: BarSeriesTable;
    bar_chunks: BarChunksTable;
    quarantined_bars: QuarantinedBarsTable;
    bar_imports: BarImportsTable;
    bar_checks: BarChecksTable;
  };
