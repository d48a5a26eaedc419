export { liveJobs } from './jobs.ts';
export { createLive, type Live } from './live.ts';
export { type KnownQuote, quoteRoutes, type ReadQuotes } from './quotes/routes.ts';
export type { StreamLimits } from './stream/connection-limits.ts';
export { type LiveStreams, liveRoutes } from './stream/routes.ts';
