import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '@moneytrail/calendar';
import { type Db, lockByName } from '../../../db/index.ts';
import { subscriberOf } from '../../../http/network.ts';
import type { AccountServices } from '../account-services.ts';
import { limitKey } from './limiter.ts';

/** A slot held by an open connection. */
export type Slot = { release: () => Promise<void> };

type Holder =
  | { kind: 'visitor'; address: string }
  | { kind: 'account'; userId: string }
  /** The pages of all customers of an account. */
  | { kind: 'customers'; userId: string };

/** The slots of a process that dies are freed after this time. */
const LIFE_MS = 90 * SECOND_MS;
const RENEWAL_MS = 30 * SECOND_MS;

const ROWS_A_STATEMENT = 1_000;

/** Takes a slot for one more stream of a holder; false if it has `max` unexpired ones. */
async function insertStreamSlot(
  db: Db,
  slot: { id: string; holder: string; expiresAtMs: number },
  { max, nowMs }: { max: number; nowMs: number },
): Promise<boolean> {
  const { id, holder, expiresAtMs } = slot;
  return db.transaction().execute(async (trx) => {
    await lockByName(trx, holder);
    await trx
      .deleteFrom('stream_slots')
      .where('holder', '=', holder)
      .where('expires_at_ms', '<=', nowMs)
      .execute();
    const held = await trx
      .selectFrom('stream_slots')
      .select('id')
      .where('holder', '=', holder)
      .limit(max)
      .execute();
    if (held.length >= max) return false;
    const row = { id, holder, expires_at_ms: expiresAtMs };
    await trx.insertInto('stream_slots').values(row).execute();
    return true;
  });
}

/** Prolongs slots, given as id → holder; re-inserts slots that have expired. */
async function keepStreamSlots(
  db: Db,
  slots: ReadonlyMap<string, string>,
  expiresAtMs: number,
): Promise<void> {
  const rows = [...slots].map(([id, holder]) => ({ id, holder, expires_at_ms: expiresAtMs }));
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    await db
      .insertInto('stream_slots')
      .values(rows.slice(from, from + ROWS_A_STATEMENT))
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ expires_at_ms: expiresAtMs }))
      .execute();
  }
}

async function deleteStreamSlots(db: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += ROWS_A_STATEMENT) {
    const some = ids.slice(from, from + ROWS_A_STATEMENT);
    await db.deleteFrom('stream_slots').where('id', 'in', some).execute();
  }
}

type Deps = Pick<AccountServices, 'db' | 'log' | 'clock' | 'keys' | 'limits'>;

/**
 * Open streams of a visitor's network or of an account, counted across all processes. Fails open: while the shared count
 * is unreachable, connections are accepted; each process also has its own limit.
 */
export function createStreamSlots(deps: Deps) {
  const { db, log, clock, keys, limits } = deps;
  /** Slot id → holder, of this process. */
  const mine = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;
  const warn = (error: unknown) => log.warn({ err: error }, 'open streams are not counted');

  async function renew(): Promise<void> {
    const held = new Map(mine);
    await keepStreamSlots(db, held, clock.now() + LIFE_MS);
    // A slot released during the update may have been re-inserted after its deletion.
    const released = [...held.keys()].filter((id) => !mine.has(id));
    await deleteStreamSlots(db, released);
  }

  async function release(id: string): Promise<void> {
    if (mine.delete(id)) await deleteStreamSlots(db, [id]).catch(warn);
  }

  return {
    /** Prolongs this process's slots; due at least twice in their lifetime of 90 s. */
    renew,
    /** A slot for one more connection; null if the holder is at its limit. */
    acquire: async (asked: Holder): Promise<Slot | null> => {
      timer ??= setInterval(() => renew().catch(warn), RENEWAL_MS).unref();
      const [holder, max] =
        asked.kind === 'visitor'
          ? [
              limitKey(keys.limits, 'anonymous-stream', subscriberOf(asked.address)),
              limits.anonymousStreams,
            ]
          : [
              limitKey(keys.limits, `${asked.kind}-stream`, asked.userId),
              asked.kind === 'account' ? limits.accountStreams : limits.customerStreams,
            ];
      const id = randomUUID();
      const nowMs = clock.now();
      const hasRoom = await insertStreamSlot(
        db,
        { id, holder, expiresAtMs: nowMs + LIFE_MS },
        { max, nowMs },
      ).catch((error: unknown) => {
        warn(error);
        return true;
      });
      if (!hasRoom) return null;
      mine.set(id, holder);
      return { release: () => release(id) };
    },
    /** Releases every slot of this process. */
    close: async (): Promise<void> => {
      if (timer) clearInterval(timer);
      await deleteStreamSlots(db, [...mine.keys()]).catch(warn);
      mine.clear();
    },
  };
}
