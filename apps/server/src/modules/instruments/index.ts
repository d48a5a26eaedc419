export { importJobs } from './imports/run-import.ts';
export {
  type ImportedInstrument,
  SIMULATED_REFUSAL,
  storeAsImported,
} from './imports/store-imported.ts';
export { instrumentJobs } from './jobs.ts';
export { instrumentRoutes } from './routes.ts';
