import { SECOND_MS } from '@moneytrail/calendar';
import type { Db } from '../../../db/index.ts';
import type { Log } from '../core.ts';
import { readAccessChanges, readOldestOpenTransaction } from './access-change-store.ts';

/** Changes that other processes made are read this often, also where no notice of them arrives. */
export const READ_EVERY_MS = 2 * SECOND_MS;

/** Follows whose rights or sessions changed, whichever process changed them. */
export type AccessChanges = {
  /** Reads what has been committed since the last time; calls at the same time share one reading. */
  read: () => Promise<void>;
  /** Takes a notice of another process at its word: what is known of users is forgotten before anything is read. */
  announce: (userIds: readonly string[]) => void;
  /** Told once a reading with everybody it found. */
  onChange: (listener: (userIds: readonly string[]) => void) => () => void;
  /** Begins to read every 2 s; resolves when everything committed from now on will be found. */
  start: () => Promise<void>;
  stop: () => void;
};

type Deps = { db: Db; log: Log; forget: (userIds: readonly string[]) => void };

/**
 * Rows are numbered when they are written and seen when they are committed, in another order. So each reading begins
 * at the oldest transaction that was open at the one before, and what is known from then is left out.
 */
export function createAccessChanges({ db, log, forget }: Deps): AccessChanges {
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
    read,
    announce,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async () => {
      timer ??= setInterval(readOrLog, READ_EVERY_MS).unref();
      await read();
    },
    stop: () => {
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
}
