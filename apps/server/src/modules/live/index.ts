export { createLive, type Live } from './live.ts';
export { liveRoutes } from './stream/routes.ts';
