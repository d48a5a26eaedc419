import type { ExchangeName } from '@moneytrail/contract';

/** Unused tickets for stream connections; `session_id` is null for an anonymous visitor. */
export type StreamTicketsTable = {
  /** SHA-256 of the ticket, hexadecimal. */
  hash: string;
  session_id: string | null;
  expires_at_ms: number;
};

/** The process that reads the live prices of a feed. */
export type FeedLeasesTable = {
  exchange: ExchangeName;
  owner: string;
  expires_at_ms: number;
  /** Fencing token, incremented with every change of owner: a smaller one belongs to a former owner. */
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
  /** When a limit of the vendor was reached, and the last call that it held back; null before. */
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
  stream_slots: StreamSlotsTable;
};
