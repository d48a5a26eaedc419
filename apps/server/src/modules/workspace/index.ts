import { CHARTS_STORAGE_PATHS } from './charts-storage/routes.ts';
import { UDF_PATHS } from './udf/routes.ts';

export { workspaceRoutes } from './routes.ts';
export { describeShared } from './shares/share-layout.ts';
/** Paths of foreign protocols, which are not part of the contract. */
export const PROTOCOL_PATHS = [...CHARTS_STORAGE_PATHS, ...UDF_PATHS];
