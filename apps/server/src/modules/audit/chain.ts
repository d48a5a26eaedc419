import type { Transaction } from 'kysely';
import type { Database } from '../../db/index.ts';
import { type AuditEntry, CHAIN_START, columnsOf, entryHash, headMac } from './entry.ts';
import {
  type ChainEnd,
  deleteAgedEntries,
  findChainEnd,
  findFirstSeq,
  findHead,
  type Head,
  insertEntry,
  insertHead,
  saveHead,
} from './store.ts';

type Facts = Omit<Head, 'mac'>;
const withMac = (key: Uint8Array, head: Facts): Head => ({ ...head, mac: headMac(key, head) });

/** The head of a chain that has none: entries from before it had a key are taken as they are. */
async function adopt(trx: Transaction<Database>, key: Uint8Array): Promise<Head | null> {
  const end = await findChainEnd(trx);
  const head = {
    first_seq: (await findFirstSeq(trx)) ?? 1,
    last_seq: end?.seq ?? 0,
    last_hash: end?.hash ?? CHAIN_START,
    // A chain with a key had a head: somebody took it away.
    disputed_seq: end?.is_keyed ? end.seq + 1 : null,
  };
  await insertHead(trx, withMac(key, head));
  return findHead(trx, 'for update');
}

/** From where on the chain cannot vouch for what stood before; null where head and entries agree. */
function disputeOf(key: Uint8Array, head: Head, end: ChainEnd | null): number | null {
  const isGenuine = headMac(key, head) === head.mac;
  const isSameEnd =
    end === null
      ? head.last_seq < head.first_seq
      : end.seq === head.last_seq && end.hash === head.last_hash;
  if (isGenuine && isSameEnd) return head.disputed_seq;
  return (isGenuine ? head.disputed_seq : null) ?? Math.max(head.last_seq, end?.seq ?? 0) + 1;
}

async function lockHead(trx: Transaction<Database>, key: Uint8Array): Promise<Head> {
  const head = (await findHead(trx, 'for update')) ?? (await adopt(trx, key));
  if (!head) throw new Error('the head of the audit chain is missing');
  return head;
}

/** Adds an entry to the chain and moves its head, in the caller's transaction; writers wait for one another. */
export async function appendToChain(
  trx: Transaction<Database>,
  key: Uint8Array,
  given: { entry: AuditEntry; atMs: number },
): Promise<void> {
  const head = await lockHead(trx, key);
  const end = await findChainEnd(trx);
  const seq = Math.max(head.last_seq, end?.seq ?? 0) + 1;
  const columns = columnsOf(given.entry, {
    seq,
    atMs: given.atMs,
    previousHash: end?.hash ?? head.last_hash,
  });
  const hash = entryHash(key, columns);
  await insertEntry(trx, { ...columns, hash });
  const { first_seq } = head;
  const disputed_seq = disputeOf(key, head, end);
  await saveHead(trx, withMac(key, { first_seq, last_seq: seq, last_hash: hash, disputed_seq }));
}

/** Removes what has reached its age and tells the head where the chain begins now. */
export async function removeAgedFromChain(
  trx: Transaction<Database>,
  key: Uint8Array,
): Promise<void> {
  const head = await lockHead(trx, key);
  const disputed_seq = disputeOf(key, head, await findChainEnd(trx));
  await deleteAgedEntries(trx);
  const first_seq = (await findFirstSeq(trx)) ?? head.last_seq + 1;
  const { last_seq, last_hash } = head;
  await saveHead(trx, withMac(key, { first_seq, last_seq, last_hash, disputed_seq }));
}
