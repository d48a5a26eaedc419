export { watchlistRoutes } from './routes.ts';
export type { ListFollower } from './save-watchlist.ts';
export { findWatchlist, findWatchlistIds } from './watchlist-store.ts';
