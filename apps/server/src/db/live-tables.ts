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
};

export type LiveTables = {
  stream_tickets: StreamTicketsTable;
  feed_leases: FeedLeasesTable;
};
