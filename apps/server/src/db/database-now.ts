import { sql } from 'kysely';

/** The database's clock in whole milliseconds, the same for every process; it moves on within a transaction. */
export const DATABASE_NOW_MS = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
