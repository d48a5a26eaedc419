export { type ImportWork, importWork } from './imports/execute-import.ts';
export { importInThread, importJobs } from './imports/run-import.ts';
export {
  type ImportedInstrument,
  keptLine,
  SIMULATED_REFUSAL,
  storeAsImported,
} from './imports/store-imported.ts';
export { instrumentJobs } from './jobs.ts';
export { instrumentRoutes } from './routes.ts';
