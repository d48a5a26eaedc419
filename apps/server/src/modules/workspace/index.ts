import { CHARTS_STORAGE_PATHS } from './charts-storage/routes.ts';
import { UDF_PATHS } from './udf/routes.ts';

export { workspaceRoutes } from './routes.ts';
/** Where protocols of others are spoken, which are no endpoints of the contract. */
export const PROTOCOL_PATHS = [...CHARTS_STORAGE_PATHS, ...UDF_PATHS];
