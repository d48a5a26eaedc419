import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/index.ts';

// The queues go by the clock of the database, which no test can move: the moments of their jobs are moved instead.

/** Lets the time pass until jobs that failed are due again. */
export async function passRetryDelays(db: Kysely<Database>): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(db);
}

/** Lets so much time pass without a sign of life from who runs jobs that others take these over. */
export async function passHeartbeats(db: Kysely<Database>): Promise<void> {
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour'
    where state = 'active'`.execute(db);
}

/** Lets the time pass until jobs that were planned for later are due. */
export async function passStartDelays(db: Kysely<Database>): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'created'`.execute(db);
}
