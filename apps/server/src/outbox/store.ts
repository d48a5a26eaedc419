import type { Transaction } from 'kysely';
import type { Database, Db } from '../db/index.ts';
import type { OutgoingMessage } from './message.ts';

export type OutboxRow = {
  id: string;
  payload: Buffer | null;
  created_at_ms: number;
  last_error: string | null;
};

export async function insertMessage(
  trx: Transaction<Database>,
  row: { id: string; channel: OutgoingMessage['channel']; payload: Buffer; created_at_ms: number },
): Promise<void> {
  await trx.insertInto('outbox').values(row).execute();
}

/** A message that still has to be sent; undefined where it was sent or given up. */
export function readWaiting(db: Db, id: string): Promise<OutboxRow | undefined> {
  return db
    .selectFrom('outbox')
    .select(['id', 'payload', 'created_at_ms', 'last_error'])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

/** A message that was sent leaves nothing behind. */
export async function deleteSent(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
}

export async function noteFailure(db: Db, id: string, error: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set((row) => ({ attempts: row('attempts', '+', 1), last_error: error }))
    .where('id', '=', id)
    .execute();
}

/** Keeps that a message was given up, and nothing of its content; those older than `forgetBeforeMs` go. */
export async function giveUp(
  db: Db,
  id: string,
  { reason, forgetBeforeMs }: { reason: string; forgetBeforeMs: number },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'dead', payload: null, last_error: reason })
    .where('id', '=', id)
    .execute();
  await db
    .deleteFrom('outbox')
    .where('state', '=', 'dead')
    .where('created_at_ms', '<', forgetBeforeMs)
    .execute();
}

const MOST_LISTED = 200;

/** Messages that were given up, the newest first. */
export function findDead(db: Db) {
  return db
    .selectFrom('outbox')
    .select(['id', 'channel', 'attempts', 'last_error', 'created_at_ms'])
    .where('state', '=', 'dead')
    .orderBy('created_at_ms', 'desc')
    .limit(MOST_LISTED)
    .execute();
}

/** How many messages wait, and how many were given up, by channel. */
export function countMessages(
  db: Db,
): Promise<{ channel: OutgoingMessage['channel']; state: 'waiting' | 'dead'; count: number }[]> {
  return db
    .selectFrom('outbox')
    .select(['channel', 'state', (row) => row.fn.countAll<number>().as('count')])
    .groupBy(['channel', 'state'])
    .execute();
}
