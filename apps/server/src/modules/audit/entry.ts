import { createHash, createHmac } from 'node:crypto';
import { storable } from '@moneytrail/contract';
import type { Selectable } from 'kysely';
import type { Database } from '../../db/index.ts';

/** Who did what to whom, from where; never a password, code or token. */
export type AuditEntry = {
  action: string;
  /** Null where nobody is signed in, or the program itself acts. */
  actorId: string | null;
  subjectId: string | null;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string;
  address?: string;
  deviceId?: string;
  requestId?: string;
};

export type StoredEntry = Selectable<Database['audit_entries']>;
export type StoredHead = Selectable<Database['audit_head']>;

/** What the first entry names as the one before it. */
export const CHAIN_START = '0'.repeat(64);

/** A text as the database keeps it: what is hashed is what is stored. */
const kept = (text: string | undefined) => (text === undefined ? null : storable(text));

const json = (value: Record<string, unknown> | undefined) =>
  value === undefined ? null : JSON.stringify(value);

/** The columns of an entry but its hash. */
export function columnsOf(
  entry: AuditEntry,
  place: { seq: number; atMs: number; previousHash: string },
): Omit<StoredEntry, 'hash'> {
  return {
    seq: place.seq,
    at_ms: place.atMs,
    actor_id: entry.actorId,
    subject_id: entry.subjectId,
    action: entry.action,
    before: json(entry.before),
    after: json(entry.after),
    reason: kept(entry.reason),
    address: kept(entry.address),
    device_id: kept(entry.deviceId),
    request_id: kept(entry.requestId),
    previous_hash: place.previousHash,
    is_keyed: true,
  };
}

/**
 * HMAC over an entry and the hash of the one before it, in a form that does not depend on the order of columns.
 * Entries from before the chain had a key carry a plain hash.
 */
export function entryHash(key: Uint8Array, entry: Omit<StoredEntry, 'hash'>): string {
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
  const hash = entry.is_keyed ? createHmac('sha256', key) : createHash('sha256');
  return hash.update(JSON.stringify(parts)).digest('hex');
}

/** HMAC over what the head says of the chain. */
export function headMac(key: Uint8Array, head: Omit<StoredHead, 'id' | 'mac'>): string {
  const parts = ['head', head.first_seq, head.last_seq, head.last_hash, head.disputed_seq];
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
}
