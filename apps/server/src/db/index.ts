export { DATABASE_NOW_MS } from './database-now.ts';
export { DatabaseOpenError } from './database-open-error.ts';
export { lockDataDir } from './embedded/data-lock.ts';
export { containing } from './like-pattern.ts';
export { lockByName } from './lock-by-name.ts';
export { pendingMigrations } from './migrate.ts';
export {
  type DatabaseHandle,
  type DatabaseShare,
  openDatabase,
  openUnmigrated,
  reachDatabase,
} from './open-database.ts';
export { createPool } from './pool.ts';
export { openReadReplica, type ReadReplica } from './read-replica.ts';
export type {
  CheckOutcome,
  ContactMessagesTable,
  Database,
  Db,
  Reader,
  Trx,
  Writer,
} from './schema.ts';
export { isStorageError, isStorageUnavailable } from './storage-error.ts';
