export type { Lease } from './lease.ts';
export { isNewestLease } from './lease-store.ts';
export { createLive, type Live } from './live.ts';
export { type KnownQuote, quoteRoutes, type ReadQuotes } from './quotes.ts';
export { type LiveStreams, liveRoutes, SOCKET_LIMITS, type StreamLimits } from './stream/routes.ts';
export { liveJobs } from './stream/tickets.ts';
