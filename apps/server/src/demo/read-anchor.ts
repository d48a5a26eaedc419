import type { Kysely } from 'kysely';
import type { Database } from '../db/index.ts';

const ONLY_ROW = 1;

/**
 * The moment this installation first simulated prices, kept with its bars: simulated history is laid out backwards
 * from there, so that what a simulator tells after a restart agrees with what was stored before it.
 */
export async function readAnchor(dependencies: {
  db: Kysely<Database>;
  now: () => number;
}): Promise<number> {
  const { db, now } = dependencies;
  await db
    .insertInto('demo_anchor')
    .values({ id: ONLY_ROW, anchor_ms: now() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const { anchor_ms } = await db
    .selectFrom('demo_anchor')
    .select('anchor_ms')
    .where('id', '=', ONLY_ROW)
    .executeTakeFirstOrThrow();
  return anchor_ms;
}
