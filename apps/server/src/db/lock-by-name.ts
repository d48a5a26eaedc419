import { sql } from 'kysely';
import type { Trx } from './schema.ts';

/** Makes transactions that name the same thing wait for each other, over all processes, until they end. */
export async function lockByName(trx: Trx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
