export { createLive, type Live } from './live.ts';
export type { StreamLimits } from './stream/connection-limits.ts';
export { liveRoutes } from './stream/routes.ts';
