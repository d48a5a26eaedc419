import { createHash, createHmac } from 'node:crypto';
import { storable } from '@moneytrail/contract';
import type { Selectable } from 'kysely';
import type { Database } from '../../db/index.ts';

/** Actor, action, subject and origin; never a password, code or token. */
export type AuditEntry = {
  action: string;
  /** Null if nobody is signed in, or for the program itself. */
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

/** The first entry's `previous_hash`. */
export const CHAIN_START = '0'.repeat(64);

/** Text in its stored form, since the hash must cover exactly what is stored. */
const kept = (text: string | undefined) => (text === undefined ? null : storable(text));

const json = (value: Record<string, unknown> | undefined) =>
  value === undefined ? null : JSON.stringify(value);

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
 * HMAC over an entry and its predecessor's hash, independent of the order of columns. Entries from before the chain had a
 * key have a plain hash.
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

export function headMac(key: Uint8Array, head: Omit<StoredHead, 'id' | 'mac'>): string {
  const parts = ['head', head.first_seq, head.last_seq, head.last_hash, head.disputed_seq];
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
}
