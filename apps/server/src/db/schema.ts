import type { ImportedResolution, MarketHoursId, StoredResolution } from '@moneytrail/calendar';
import type { ExchangeName, ImportAccess, InstrumentType } from '@moneytrail/contract';
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { AccountTables } from './account-tables.ts';
import type { AlertTables } from './alert-tables.ts';
import type { BillingTables } from './billing-tables.ts';
import type { JournalTables } from './journal-tables.ts';
import type { LiveTables } from './live-tables.ts';
import type { MarkTables } from './mark-tables.ts';
import type { RuleTestTables } from './rule-test-tables.ts';
import type { ScreenTables } from './screen-tables.ts';
import type { WatchlistTables } from './watchlist-tables.ts';
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
  /** Time at which its vendor stopped listing it; null while listed. */
  vanished_at_ms: Generated<number | null>;
  /** True if only simulators have listed it. */
  is_listed_by_simulator: Generated<boolean>;
  /** The revision of the exchange at which it was last toggled; 0 if never. */
  revision: Generated<number>;
  /** The access rule and the finest resolution of an instrument made from files; null for a vendor's. */
  import_access: Generated<ImportAccess | null>;
  finest_resolution: Generated<ImportedResolution | null>;
};

/** A file that an administrator imports, and the outcome. */
export type ImportFilesTable = {
  id: string;
  name: string;
  size_bytes: number;
  created_at_ms: number;
  state: Generated<
    'receiving' | 'reading' | 'planned' | 'refused' | 'storing' | 'stored' | 'failed'
  >;
  /** Bytes read or stored by the current step. */
  done_bytes: Generated<number>;
  /** JSON of the contract's `ImportRequest`, and of its `ImportOutcome`; null before. */
  request: ColumnType<unknown, string | null | undefined, string | null>;
  outcome: ColumnType<unknown, string | null | undefined, string | null>;
};

/** A part of such a file, counted from 0. */
export type ImportFilePartsTable = {
  file_id: string;
  part: number;
  data: ColumnType<Buffer, Buffer, Buffer>;
};

/** The last complete sync of a vendor's list of instruments, or of its simulator's. */
export type InstrumentSyncsTable = {
  exchange: ExchangeName;
  is_simulated: boolean;
  synced_at_ms: number;
};

/** The key of a series; bars of a simulator and of the vendor never share one. */
type SeriesColumns = { instrument_id: number; resolution: StoredResolution; is_simulated: boolean };

/** One row per series: the writers' lock, and the beginning of its history. */
export type BarSeriesTable = SeriesColumns & {
  /** No bar exists before this time; null while unknown. */
  beginning_ms: number | null;
};

/** Packed bars of one calendar chunk. `[covered_from, covered_to)` has been read from the feed. */
export type BarChunksTable = SeriesColumns & {
  chunk_start: number;
  covered_from: number;
  covered_to: number;
  /** The bars after `covered_to` include all trades up to this moment, on the feed's clock; 0 if unknown. */
  known_until: number;
  bar_count: number;
  /** Times of the first and last bar; null in a chunk without bars. */
  first_time: number | null;
  last_time: number | null;
  /** Incremented with every change of the data. */
  version: number;
  data: ColumnType<Buffer, Buffer, Buffer>;
};

/** Outliers awaiting corroboration. */
export type QuarantinedBarsTable = SeriesColumns & {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | null;
  /** Next attempt at corroboration; 0 for at once. */
  due_ms: Generated<number>;
  /** First attempt; null before. */
  asked_at_ms: number | null;
  /** Not corroborated: it stays hidden unless its vendor changes it. */
  is_rejected: Generated<boolean>;
  /** Reason of the rejection; null before, or if not recorded. */
  reason: string | null;
  /** Time of the rejection; null before, or if not recorded. */
  decided_at_ms: number | null;
};

/** Bars that were taken out of quarantine on evidence or by an administrator. */
export type AcceptedBarsTable = SeriesColumns & {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | null;
  /** The evidence. */
  reason: string;
  decided_at_ms: number;
  /** The stored bar that it replaced, as JSON; null if there was none. */
  replaced: string | null;
};

/** A range `[from_ms, to_ms)` of bars imported by an operator. */
export type BarImportsTable = SeriesColumns & {
  from_ms: number;
  to_ms: number;
};

/** The result of comparing a day with its vendor; `open` until known. */
export type CheckOutcome = 'open' | 'same' | 'corrected' | 'unclear';

/** Days of series to compare with their vendor in a night; both dates as 00:00 UTC. */
export type BarChecksTable = SeriesColumns & {
  night_ms: number;
  day_ms: number;
  /** Next request to the vendor. */
  due_ms: number;
  /** Fingerprint of the last differing answer. */
  answer: string | null;
  /** Number of differing answers. */
  tries: Generated<number>;
  outcome: Generated<CheckOutcome>;
};

/** The backfill of an instrument's history. Its lease is free between the slices of a run. */
export type BackfillRunsTable = {
  instrument_id: number;
  is_simulated: boolean;
  state: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** Requested range of a contract, `YYYY-MM-DD`, both inclusive; null for the default. */
  start_date: string | null;
  end_date: string | null;
  requested_at_ms: number;
  /** Start of the run; null before its first slice. */
  running_since_ms: number | null;
  /** The current worker's lease. */
  lease_token: string | null;
  heartbeat_at_ms: number | null;
  /** Its last slice: runs served earlier come first. */
  served_at_ms: Generated<number>;
  /** Earliest time of the next slice. */
  due_ms: Generated<number>;
  /** Consecutive failures. */
  attempts: Generated<number>;
  done: Generated<number>;
  total: number | null;
  bars_read: Generated<number>;
  /** Time of the last bars read. */
  position_ms: number | null;
  /** End of the last run, whatever its result. */
  last_run_ms: number | null;
  /** End of the range covered by the last complete run. */
  backfill_end_ms: number | null;
  error: string | null;
};

/** The anchor time of simulated history. */
export type DemoAnchorTable = { id: number; anchor_ms: number };

/** Progress of jobs that report it. */
export type JobProgressTable = {
  job_id: string;
  name: string;
  state: 'running' | 'completed' | 'failed';
  done: number;
  /** Null while unknown. */
  total: number | null;
  heartbeat_at_ms: number;
  /** Error message of the last run. */
  error: string | null;
};

/** Failures, one row per kind; `context` is JSON. */
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

export type ContactMessagesTable = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  message: string;
  created_at_ms: number;
  read_at_ms: Generated<number | null>;
  answered_at_ms: Generated<number | null>;
};

/** All tables; both databases return the same JavaScript values. */
export type Database = AccountTables &
  AlertTables &
  BillingTables &
  JournalTables &
  LiveTables &
  MarkTables &
  RuleTestTables &
  ScreenTables &
  WatchlistTables &
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
    accepted_bars: AcceptedBarsTable;
    bar_imports: BarImportsTable;
    bar_checks: BarChecksTable;
    import_files: ImportFilesTable;
    import_file_parts: ImportFilePartsTable;
  };

/** The database, or a transaction in it. */
export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;
export type Reader = Pick<Db, 'selectFrom'>;
export type Writer = Pick<Db, 'insertInto' | 'updateTable'>;
