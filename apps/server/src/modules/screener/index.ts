export { figureValue, isFound } from './find-rows.ts';
export { screenerRoutes } from './routes.ts';
export { findScreen, findScreenIds, findScreensById } from './screen-store.ts';
export { createScreenTable, type ScreenTable, type TableRow } from './screen-table.ts';
export type { ScreenFollower } from './screens.ts';
