import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { ErrorRow } from './entry.ts';

const COLUMNS = [
  'fingerprint',
  'source',
  'level',
  'message',
  'context',
  'count',
  'first_seen_ms',
  'last_seen_ms',
] as const satisfies readonly (keyof ErrorRow)[];

/** Where a page begins: after this row, in the order of the list. */
export type ErrorPlace = { lastSeenMs: number; fingerprint: string };

/** Adds failures to what is known: those seen before are counted, and keep their newest context. */
export async function addErrors(db: Db, rows: readonly ErrorRow[]): Promise<void> {
  await db
    .insertInto('error_log')
    // In one order, so that processes that write at once wait for one another.
    .values(rows.toSorted((one, other) => (one.fingerprint < other.fingerprint ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet((row) => ({
        message: row.ref('excluded.message'),
        context: row.ref('excluded.context'),
        count: sql<number>`error_log.count + excluded.count`,
        first_seen_ms: sql<number>`least(error_log.first_seen_ms, excluded.first_seen_ms)`,
        last_seen_ms: sql<number>`greatest(error_log.last_seen_ms, excluded.last_seen_ms)`,
      })),
    )
    .execute();
}

/** Keeps so many rows of a source, those seen last. */
export async function keepNewest(db: Db, source: string, most: number): Promise<void> {
  await db
    .deleteFrom('error_log')
    .where('fingerprint', 'in', (rows) =>
      rows
        .selectFrom('error_log')
        .select('fingerprint')
        .where('source', '=', source)
        .orderBy('last_seen_ms', 'desc')
        .orderBy('fingerprint', 'desc')
        .offset(most),
    )
    .execute();
}

export async function removeErrorsBefore(db: Db, edgeMs: number): Promise<void> {
  await db.deleteFrom('error_log').where('last_seen_ms', '<', edgeMs).execute();
}

/** Rows that fit, the newest first. */
export function findErrors(
  db: Db,
  filter: { source?: string | undefined; text?: string | undefined },
  after: ErrorPlace | null,
  most: number,
): Promise<ErrorRow[]> {
  let query = db.selectFrom('error_log').select(COLUMNS);
  if (filter.source !== undefined) query = query.where('source', '=', filter.source);
  if (filter.text) {
    const pattern = `%${filter.text.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((row) =>
      row.or([row('message', 'ilike', pattern), row('context', 'ilike', pattern)]),
    );
  }
  if (after) {
    query = query.where(
      sql<boolean>`(last_seen_ms, fingerprint) < (${after.lastSeenMs}, ${after.fingerprint})`,
    );
  }
  return query.orderBy('last_seen_ms', 'desc').orderBy('fingerprint', 'desc').limit(most).execute();
}
