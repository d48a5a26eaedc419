import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import type { Log } from '../../../log.ts';

/** Every transaction before this one has been committed or rolled back. */
async function readOldestOpenTransaction(db: Db): Promise<number> {
  const { rows } = await sql<{ tx: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as tx`.execute(db);
  return rows[0]?.tx ?? 0;
}

/** Changes written by this transaction or a later one. */
async function readAccessChanges(
  db: Db,
  fromTx: number,
): Promise<{ seq: number; user_id: string; tx: number }[]> {
  return db
    .selectFrom('access_changes')
    .select(['seq', 'user_id', 'tx'])
    .where('tx', '>=', fromTx)
    .orderBy('seq')
    .execute();
}

/** Removes changes that every process has read long ago. */
export async function removeStaleAccessChanges(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('access_changes').where('at_ms', '<', beforeMs).execute();
}

/** Polling interval for changes by other processes, in case no notice of them arrives: a revoked key ends within a second. */
export const READ_EVERY_MS = 800;

type Deps = { db: Db; log: Log; forget: (userIds: readonly string[]) => void };

/**
 * Follows changes of users' rights and sessions across all processes. Rows are numbered when written but become visible
 * when committed, in another order. Each read therefore starts at the oldest transaction that was open during the previous
 * read and skips the rows already seen.
 */
export function createAccessChanges({ db, log, forget }: Deps) {
  const listeners = new Set<(userIds: readonly string[]) => void>();
  const seen = new Map<number, number>();
  let fromTx: number | null = null;
  let reading: Promise<void> | null = null;
  let isAskedAgain = false;
  let timer: NodeJS.Timeout | null = null;

  function announce(userIds: readonly string[]): void {
    forget(userIds);
    for (const listener of listeners) listener(userIds);
  }
  async function readOnce(): Promise<void> {
    const oldestTx = await readOldestOpenTransaction(db);
    const rows = fromTx === null ? [] : await readAccessChanges(db, fromTx);
    const fresh = rows.filter(({ seq }) => !seen.has(seq));
    for (const { seq, tx } of fresh) seen.set(seq, tx);
    for (const [seq, tx] of seen) if (tx < oldestTx) seen.delete(seq);
    fromTx = oldestTx;
    const userIds = [...new Set(fresh.map((row) => row.user_id))];
    if (userIds.length > 0) announce(userIds);
  }
  async function readUntilQuiet(): Promise<void> {
    do {
      isAskedAgain = false;
      await readOnce();
    } while (isAskedAgain);
  }
  const read = () => {
    isAskedAgain = reading !== null;
    reading ??= readUntilQuiet().finally(() => {
      reading = null;
    });
    return reading;
  };
  const readOrLog = () =>
    read().catch((error: unknown) => log.warn({ err: error }, 'changes of access are not read'));

  return {
    /** Reads the changes committed since the last read; concurrent calls share one read. */
    read,
    /** Acts on a notice from another process: cached sessions are dropped before anything is read. */
    announce,
    /** Calls the listener once per read with all users found; returns the unsubscribe function. */
    onChange: (listener: (userIds: readonly string[]) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Starts polling; resolves once every later commit is sure to be found. */
    start: async (): Promise<void> => {
      timer ??= setInterval(readOrLog, READ_EVERY_MS).unref();
      await read();
    },
    stop: (): void => {
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
}
