export type { BarDeps } from './bar-deps.ts';
export { type BarService, type BarWriteRequest, createBars } from './bar-service.ts';
export { type BarColumns, barAt } from './columns/bar-columns.ts';
export type { History, HistoryRequest } from './history/history-request.ts';
export { type BarRouteDeps, barRoutes } from './routes.ts';
