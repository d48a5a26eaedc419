export { createLive, type Live, type LiveDeps } from './live.ts';
export { type LiveRoutesDeps, liveRoutes } from './stream/routes.ts';
export { LIVE_TIMING, type LiveTiming } from './timing.ts';
