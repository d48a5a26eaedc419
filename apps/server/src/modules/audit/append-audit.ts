import type { Transaction } from 'kysely';
import type { Database } from '../../db/index.ts';
import { CHAIN_START, entryHash } from './entry-hash.ts';
import { insertEntry, lockChainEnd } from './store.ts';

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

const textOf = (value: Record<string, unknown> | undefined) =>
  value === undefined ? null : JSON.stringify(value);

/**
 * Adds an entry to the chain in the transaction of the change it tells of: both stay or neither does.
 * Call it last in the transaction, as every other writer of the chain waits for its end.
 */
export async function appendAudit(
  deps: { trx: Transaction<Database>; nowMs: number },
  entry: AuditEntry,
): Promise<void> {
  const end = await lockChainEnd(deps.trx);
  const unsealed = {
    seq: (end?.seq ?? 0) + 1,
    at_ms: deps.nowMs,
    actor_id: entry.actorId,
    subject_id: entry.subjectId,
    action: entry.action,
    before: textOf(entry.before),
    after: textOf(entry.after),
    reason: entry.reason ?? null,
    address: entry.address ?? null,
    device_id: entry.deviceId ?? null,
    request_id: entry.requestId ?? null,
    previous_hash: end?.hash ?? CHAIN_START,
  };
  await insertEntry(deps.trx, { ...unsealed, hash: entryHash(unsealed) });
}
