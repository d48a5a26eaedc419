import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from '../../db/index.ts';

/** An entry as it is stored. */
export type StoredEntry = Selectable<Database['audit_entries']>;

/** What the first entry names as the one before it. */
export const CHAIN_START = '0'.repeat(64);

/** Hash over an entry and the one before it, in a form that does not depend on the order of columns. */
export function entryHash(entry: Omit<StoredEntry, 'hash'>): string {
  const parts = [
    entry.previous_hash,
    entry.seq,
    entry.at_ms,
    entry.actor_id,
    entry.subject_id,
    entry.action,
    entry.before,
    entry.after,
    entry.reason,
    entry.address,
    entry.device_id,
    entry.request_id,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
