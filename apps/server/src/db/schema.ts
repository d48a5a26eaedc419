import type { MarketHoursId, StoredResolution } from '@moneytrail/calendar';
import type { ExchangeName, InstrumentType } from '@moneytrail/contract';
import type { ColumnType, Generated, Kysely } from 'kysely';
import type { AccountTables } from './account-tables.ts';
import type { BillingTables } from './billing-tables.ts';
import type { LiveTables } from './live-tables.ts';
import type { MarkTables } from './mark-tables.ts';
import type { WorkspaceTables } from './workspace-tables.ts';

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
  /** Whether simulators alone have listed it: no vendor has. */
  is_listed_by_simulator: Generated<boolean>;
};

/** When a vendor's list of instruments, or its simulator's, was stored whole the last time. */
export type InstrumentSyncsTable = {
  exchange: ExchangeName;
  is_simulated: boolean;
  synced_at_ms: number;
};

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
  /** Why; null before, and where that was not kept. */
  reason: string | null;
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

/** How the history of an instrument is read. Between the slices of a run that has begun nobody holds its lease. */
export type BackfillRunsTable = {
  instrument_id: number;
  is_simulated: boolean;
  state: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** Of a contract, `YYYY-MM-DD`, both inclusive: what was asked for; null for the usual span. */
  start_date: string | null;
  end_date: string | null;
  requested_at_ms: number;
  /** When the run began; null while it waits for its first turn. */
  running_since_ms: number | null;
  /** Who works on it now. */
  lease_token: string | null;
  heartbeat_at_ms: number | null;
  /** When it had its turn last: others come first. */
  served_at_ms: Generated<number>;
  /** Not before this moment. */
  due_ms: Generated<number>;
  /** Failures in a row. */
  attempts: Generated<number>;
  done: Generated<number>;
  total: number | null;
  bars_read: Generated<number>;
  /** Time of the bars that were read last. */
  position_ms: number | null;
  /** When a run ended the last time, however it did. */
  last_run_ms: number | null;
  /** Up to where the last whole run has read. */
  backfill_end_ms: number | null;
  error: string | null;
};

/** The one moment from which simulated history is laid out. */
export type DemoAnchorTable = { id: number; anchor_ms: number };

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

/** What went wrong, a row for each kind of failure; `context` is JSON. */
export type ErrorLogTable = {
  fingerprint: string;
  source: string;
  level: 'warning' | 'error' | 'fatal';
  message: string;
  context: string;
  count: number;
  first_seen_ms: number;
  last_seen_ms: number;
};

/** Messages of the contact form. */
export type ContactMessagesTable = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  message: string;
  created_at_ms: number;
};

/** Every table of the product, as kysely types them; both databases answer the same JavaScript values. */
export type Database = AccountTables &
  BillingTables &
  LiveTables &
  MarkTables &
  WorkspaceTables & {
    demo_anchor: DemoAnchorTable;
    contact_messages: ContactMessagesTable;
    error_log: ErrorLogTable;
    job_progress: JobProgressTable;
    instruments: InstrumentsTable;
    instrument_syncs: InstrumentSyncsTable;
    backfill_runs: BackfillRunsTable;
    bar_series: BarSeriesTable;
    bar_chunks: BarChunksTable;
    quarantined_bars: QuarantinedBarsTable;
    bar_imports: BarImportsTable;
    bar_checks: BarChecksTable;
  };

/** The database, or a transaction in it. */
export type Db = Kysely<Database>;
/** As far as it is read. */
export type Reader = Pick<Db, 'selectFrom'>;
/** As far as rows are added and changed. */
export type Writer = Pick<Db, 'insertInto' | 'updateTable'>;
