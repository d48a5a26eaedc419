export { watchlistRoutes } from './routes.ts';
export type { ListFollower } from './save-watchlist.ts';
export { findWatchlist } from './watchlist-store.ts';
