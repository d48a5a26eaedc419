import type { ExchangeName, FeedExchange } from '@moneytrail/contract';
import type { Generated } from 'kysely';

/** Unused tickets for stream connections; session and grant are null for an anonymous visitor. */
export type StreamTicketsTable = {
  /** SHA-256 of the ticket, hexadecimal. */
  hash: string;
  session_id: string | null;
  /** An API key, or a token made with one, by the name of its grant. */
  grant_id: Generated<string | null>;
  expires_at_ms: number;
};

/**
 * The lease of a whole feed: by a process of a release before groups, or on behalf of all processes that lease groups.
 */
export type FeedLeasesTable = {
  exchange: ExchangeName;
  owner: string;
  expires_at_ms: number;
  /** Fencing token, incremented with every change of owner: a smaller one belongs to a former owner. */
  token: number;
};

/** A process that may read feeds, until nobody has renewed it; its end frees its groups. */
type IngestProcessesTable = {
  /** The registration; a process that was cut off gets another. */
  id: string;
  process_id: string;
  expires_at_ms: number;
};

/** The process that reads the live prices of a group of a feed's instruments. */
type FeedGroupLeasesTable = {
  exchange: FeedExchange;
  group_number: number;
  /** The id in `ingest_processes`; null if the group is free. */
  owner: string | null;
  /** Fencing token, incremented with every owner. */
  token: number;
};

/** The tokens of a vendor's limits, a row each; setting `free_at_ms` into the future grants one call. */
type VendorTokensTable = {
  exchange: ExchangeName;
  limit_name: string;
  slot: number;
  free_at_ms: number;
};

/** Circuit breakers shared by all processes; times by the database's clock. */
type FeedBreakersTable = {
  exchange: ExchangeName;
  /** End times of the calls of the last 30 s; negative for failures. */
  recent: number[];
  open_until_ms: number | null;
  probe_until_ms: number | null;
  rest_until_ms: number;
  /** The first and the last call that a limit of the vendor held back; null before. */
  limit_since_ms: number | null;
  limit_reached_ms: number | null;
  /** Calls held back since then. */
  held_back_calls: number;
};

/** Open streams of all processes by holder; a row that is not prolonged expires. */
export type StreamSlotsTable = { id: string; holder: string; expires_at_ms: number };

export type LiveTables = {
  vendor_tokens: VendorTokensTable;
  feed_breakers: FeedBreakersTable;
  stream_tickets: StreamTicketsTable;
  feed_leases: FeedLeasesTable;
  ingest_processes: IngestProcessesTable;
  feed_group_leases: FeedGroupLeasesTable;
  stream_slots: StreamSlotsTable;
};
