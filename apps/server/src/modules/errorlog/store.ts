import { createHash } from 'node:crypto';
import type { ErrorSource } from '@moneytrail/contract';
import { sql } from 'kysely';
import { containing, type Database, type Db, isStorageError } from '../../db/index.ts';
import type { Log } from '../../log.ts';

/** A failure before redaction. */
export type NewError = {
  source: ErrorSource;
  level: Database['error_log']['level'];
  message: string;
  context: Record<string, unknown>;
  atMs: number;
};

export type ErrorRow = Database['error_log'];

/** Messages that differ only in numbers and ids count as the same failure. */
const kindOfText = (text: string) =>
  text
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, '#')
    .replace(/\d+/g, '#')
    .slice(0, 300);

/** Failures with the same source, level and kind of message share a fingerprint and are counted as one. */
export function fingerprintOf({
  source,
  level,
  message,
}: Pick<ErrorRow, 'source' | 'level' | 'message'>): string {
  const parts = JSON.stringify([source, level, kindOfText(message)]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 24);
}

type Deps = {
  db: Db;
  log: Pick<Log, 'warn'>;
};

/**
 * SQLSTATE classes that concern the database rather than the row: connection, transaction, names and rights, resources,
 * operator, system.
 */
const NOT_OF_THE_ROW = ['08', '25', '28', '40', '42', '53', '55', '57', '58', '3D', '3F'];

function isOfTheRow(error: unknown): boolean {
  if (!(error instanceof Error && isStorageError(error))) return false;
  const code = 'code' in error ? String(error.code) : '';
  return code.length === 5 && !NOT_OF_THE_ROW.includes(code.slice(0, 2));
}

/** Stores row by row; a refused row is logged and dropped. Returns the rows still to be stored, with the error. */
async function storeEach(
  { db, log }: Deps,
  rows: readonly ErrorRow[],
): Promise<{ left: readonly ErrorRow[]; cause: unknown }> {
  for (const [index, row] of rows.entries()) {
    try {
      await addErrors(db, [row]);
    } catch (error) {
      if (!isOfTheRow(error)) return { left: rows.slice(index), cause: error };
      const { source, fingerprint } = row;
      log.warn({ err: error, of: source, fingerprint }, 'a failure was refused and is lost');
    }
  }
  return { left: [], cause: null };
}

/**
 * Stores rows in one statement if possible; a row that the database refuses does not prevent the others. Returns the rows
 * to retry later, with the error; normally none.
 */
export async function storeRows(
  deps: Deps,
  rows: readonly ErrorRow[],
): Promise<{ left: readonly ErrorRow[]; cause: unknown }> {
  try {
    await addErrors(deps.db, rows);
    return { left: [], cause: null };
  } catch (error) {
    return isOfTheRow(error) ? storeEach(deps, rows) : { left: rows, cause: error };
  }
}

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

/** The sort key of the last row of a page. */
type ErrorPlace = { lastSeenMs: number; fingerprint: string };

/** Adds failures; a known one is counted and takes the newest context. */
async function addErrors(db: Db, rows: readonly ErrorRow[]): Promise<void> {
  await db
    .insertInto('error_log')
    // Sorted, so that concurrent writers do not deadlock.
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

/** Keeps the `most` rows of a source that were seen last. */
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

/** Matching rows, newest first. */
export function findErrors(
  db: Db,
  filter: { source?: string | undefined; text?: string | undefined },
  after: ErrorPlace | null,
  most: number,
): Promise<ErrorRow[]> {
  let query = db.selectFrom('error_log').select(COLUMNS);
  if (filter.source !== undefined) query = query.where('source', '=', filter.source);
  if (filter.text) {
    const pattern = containing(filter.text);
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
