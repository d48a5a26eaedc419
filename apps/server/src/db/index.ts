export { DatabaseOpenError } from './database-open-error.ts';
export { type DatabaseHandle, openDatabase } from './open-database.ts';
export type { CheckOutcome, Database } from './schema.ts';
