import type { ExchangeName } from '@moneytrail/contract';

/** Tickets for stream connections that were not used yet; `session_id` null for an anonymous visitor. */
export type StreamTicketsTable = {
  /** SHA-256 of the ticket, hexadecimal. */
  hash: string;
  session_id: string | null;
  expires_at_ms: number;
};

/** Which process reads the live prices of a feed. */
export type FeedLeasesTable = {
  exchange: ExchangeName;
  owner: string;
  expires_at_ms: number;
  /** Grows with every change of the owner: what carries a smaller one comes from a former owner. */
  token: number;
};

/** The tokens of a vendor's limits, a row each; whoever sets `free_at_ms` into the future may make one call. */
type VendorTokensTable = {
  exchange: ExchangeName;
  limit_name: string;
  slot: number;
  free_at_ms: number;
};

/** The circuit breakers, shared by all processes; times by the database's clock. */
type FeedBreakersTable = {
  exchange: ExchangeName;
  /** When the calls of the last 30 s ended; negative where the vendor failed. */
  recent: number[];
  open_until_ms: number | null;
  probe_until_ms: number | null;
  rest_until_ms: number;
};

/** Open streams of all processes, by whose they are; a row that is not prolonged counts no more. */
export type StreamSlotsTable = { id: string; holder: string; expires_at_ms: number };

export type LiveTables = {
  vendor_tokens: VendorTokensTable;
  feed_breakers: FeedBreakersTable;
  stream_tickets: StreamTicketsTable;
  feed_leases: FeedLeasesTable;
  stream_slots: StreamSlotsTable;
};
