export type { BarDeps } from './bar-deps.ts';
export { type BarService, type BarWriteRequest, createBars } from './bar-service.ts';
export { type BarColumns, barAt, columnsOf } from './columns/bar-columns.ts';
export { reasonAgainst } from './door/refuse-bars.ts';
export { readStoredBars, type StoredBars } from './export-bars.ts';
export type { History, HistoryRequest } from './history/history-request.ts';
export { importBars } from './import-bars.ts';
export { type BarRouteDeps, barRoutes } from './routes.ts';
