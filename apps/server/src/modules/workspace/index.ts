import { chartsStorageOperations } from './charts-storage/describe-charts-storage.ts';
import { CHARTS_STORAGE_PATHS } from './charts-storage/routes.ts';
import { udfOperations } from './udf/describe-udf.ts';
import { UDF_PATHS } from './udf/routes.ts';

export { FORM_LIMIT_BYTES } from './charts-storage/routes.ts';
export { workspaceRoutes } from './routes.ts';
export { describeShared } from './shares/share-layout.ts';
/** Paths of foreign protocols, which are not part of the contract. */
export const PROTOCOL_PATHS = [...CHARTS_STORAGE_PATHS, ...UDF_PATHS];
/** Their operations for the API documents. */
export const protocolOperations = () => [...udfOperations(), ...chartsStorageOperations()];
