export { type BarService, createBars } from './bar-service.ts';
export { type BarColumns, barAt, columnsOf } from './columns/bar-columns.ts';
export { reasonAgainst } from './door/refuse-bars.ts';
export { findGaps } from './gaps/find-gaps.ts';
export { importBars } from './import-bars.ts';
export { barRoutes } from './routes.ts';
export { readStoredBars, type StoredBars } from './stored-bars.ts';
