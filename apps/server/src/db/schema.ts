import type { MarketHoursId, StoredResolution } from '@moneytrail/calendar';
import type { ExchangeName, InstrumentType } from '@moneytrail/contract';
import type { ColumnType, Generated } from 'kysely';
import type { AccountTables } from './account-tables.ts';
import type { BillingTables } from './billing-tables.ts';
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
  /** Since when its vendor does not list it any more; null while it does. */
  vanished_at_ms: Generated<number | null>;
};

/** When a vendor's list of instruments was stored whole the last time. */
export type InstrumentSyncsTable = { exchange: ExchangeName; synced_at_ms: number };

/** What names a series: bars of a simulator and of the vendor never share one. */
type SeriesColumns = { instrument_id: number; resolution: StoredResolution; is_simulated: boolean };

/** One row a series: what writers lock, and where its history begins. */
export type BarSeriesTable = SeriesColumns & {
  /** No bar exists before this moment; null while unknown. */
  beginning_ms: number | null;
};

/** Packed bars of one calendar chunk. `[covered_from, covered_to)` has been asked of the feed and answered. */
export type BarChunksTable = SeriesColumns & {
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

/** Outliers that wait for corroboration. */
export type QuarantinedBarsTable = SeriesColumns & {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | null;
  /** When corroboration is tried next; 0 for at once. */
  due_ms: Generated<number>;
  /** When it was tried first; null before. */
  asked_at_ms: number | null;
  /** Whether nothing corroborated it: it stays hidden unless its vendor changes it. */
  is_rejected: Generated<boolean>;
};

/** A stretch `[from_ms, to_ms)` of bars that an operator has brought. */
export type BarImportsTable = SeriesColumns & {
  from_ms: number;
  to_ms: number;
};

/** What came of comparing a day with its vendor: `open` until that is known. */
export type CheckOutcome = 'open' | 'same' | 'corrected' | 'unclear';

/** Days of series that are compared with their vendor in a night, both as 00:00 UTC of the date. */
export type BarChecksTable = SeriesColumns & {
  night_ms: number;
  day_ms: number;
  /** When the vendor is asked, or asked again. */
  due_ms: number;
  /** Fingerprint of what it answered when it differed last. */
  answer: string | null;
  /** How often it has differed. */
  tries: Generated<number>;
  outcome: Generated<CheckOutcome>;
};

/** The one moment from which simulated history is laid out. */
export type DemoAnchorTable = { id: number; anchor_ms: number };

/** What the simulator of a provider of payments knows. */
export type DemoPaymentsTable = { provider: 'paypal' | 'lemon'; state: string };

/** How far a job is that tells so. */
export type JobProgressTable = {
  job_id: string;
  name: string;
  state: 'running' | 'completed' | 'failed';
  done: number;
  /** Null while unknown. */
  total: number | null;
  heartbeat_at_ms: number;
  /** Message of the failure, of the last run. */
  error: string | null;
};

/** Every table of the product, as kysely types them; both databases answer the same JavaScript values. */
export type Database = AccountTables &
  BillingTables &
  LiveTables &
  MarkTables & {
    demo_anchor: DemoAnchorTable;
    demo_payments: DemoPaymentsTable;
    job_progress: JobProgressTable;
    instruments: InstrumentsTable;
    instrument_syncs: InstrumentSyncsTable;
    bar_series: BarSeriesTable;
    bar_chunks: BarChunksTable;
    quarantined_bars: QuarantinedBarsTable;
    bar_imports: BarImportsTable;
    bar_checks: BarChecksTable;
  };
