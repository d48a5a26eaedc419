import type { AUDIT_DAMAGES } from '@moneytrail/contract';
import type { Db, Trx } from '../../db/index.ts';
import {
  type AuditEntry,
  CHAIN_START,
  columnsOf,
  entryHash,
  headMac,
  type StoredEntry,
} from './entry.ts';
import {
  type ChainEnd,
  deleteAgedEntries,
  findChainEnd,
  findFirstSeq,
  findHead,
  type Head,
  insertEntry,
  insertHead,
  readEntriesAfter,
  saveHead,
} from './store.ts';

type Facts = Omit<Head, 'mac'>;
const withMac = (key: Uint8Array, head: Facts): Head => ({ ...head, mac: headMac(key, head) });

/** Creates the missing head of a chain: entries from before the chain had a key are accepted as they are. */
async function adopt(trx: Trx, key: Uint8Array): Promise<Head | null> {
  const end = await findChainEnd(trx);
  const head = {
    first_seq: (await findFirstSeq(trx)) ?? 1,
    last_seq: end?.seq ?? 0,
    last_hash: end?.hash ?? CHAIN_START,
    // A keyed chain always has a head, so this one was removed.
    disputed_seq: end?.is_keyed ? end.seq + 1 : null,
  };
  await insertHead(trx, withMac(key, head));
  return findHead(trx, 'for update');
}

/** The sequence number before which the chain proves nothing; null if head and entries agree. */
function disputeOf(key: Uint8Array, head: Head, end: ChainEnd | null): number | null {
  const isGenuine = headMac(key, head) === head.mac;
  const isSameEnd =
    end === null
      ? head.last_seq < head.first_seq
      : end.seq === head.last_seq && end.hash === head.last_hash;
  if (isGenuine && isSameEnd) return head.disputed_seq;
  return (isGenuine ? head.disputed_seq : null) ?? Math.max(head.last_seq, end?.seq ?? 0) + 1;
}

async function lockHead(trx: Trx, key: Uint8Array): Promise<Head> {
  const head = (await findHead(trx, 'for update')) ?? (await adopt(trx, key));
  if (!head) throw new Error('the head of the audit chain is missing');
  return head;
}

/** Adds an entry and moves the head, in the caller's transaction; writers are serialised. */
export async function appendToChain(
  trx: Trx,
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

/** Removes aged entries and updates the head's first sequence number. */
export async function removeAgedFromChain(trx: Trx, key: Uint8Array): Promise<void> {
  const head = await lockHead(trx, key);
  const disputed_seq = disputeOf(key, head, await findChainEnd(trx));
  await deleteAgedEntries(trx);
  const first_seq = (await findFirstSeq(trx)) ?? head.last_seq + 1;
  const { last_seq, last_hash } = head;
  await saveHead(trx, withMac(key, { first_seq, last_seq, last_hash, disputed_seq }));
}

export type DamageKind = (typeof AUDIT_DAMAGES)[number];

/** `seq` is the entry at which the damage shows. */
type Damage = { kind: DamageKind; seq: number };

export type ChainCheck = {
  isIntact: boolean;
  checkedEntries: number;
  /** The newest entry; a copy stored outside the database later proves that no earlier entry was replaced. */
  lastSeq: number;
  lastHash: string | null;
  /** The first damage of each kind, by sequence number. */
  damages: Damage[];
};

const PAGE = 1_000;

function damageOfEntry(
  key: Uint8Array,
  entry: StoredEntry,
  previous: StoredEntry | null,
): DamageKind | null {
  const isDowngraded = previous?.is_keyed && !entry.is_keyed;
  if (isDowngraded || entry.hash !== entryHash(key, entry)) return 'changed';
  // The predecessor of the oldest entry has been removed by age.
  if (previous === null) return null;
  if (entry.seq !== previous.seq + 1) return 'removed';
  return entry.previous_hash === previous.hash ? null : 'replaced';
}

function damagesOfHead(
  key: Uint8Array,
  head: Head | null,
  ends: { first: StoredEntry | null; last: StoredEntry | null },
): Damage[] {
  const { first, last } = ends;
  if (!head) return last?.is_keyed ? [{ kind: 'head-missing', seq: last.seq }] : [];
  if (headMac(key, head) !== head.mac) return [{ kind: 'head-changed', seq: head.last_seq }];
  const damages: Damage[] = [];
  const lastSeq = last?.seq ?? 0;
  const isEmpty = head.last_seq < head.first_seq;
  if (first && first.seq > head.first_seq)
    damages.push({ kind: 'start-removed', seq: head.first_seq });
  if (!isEmpty && lastSeq < head.last_seq) damages.push({ kind: 'end-removed', seq: lastSeq + 1 });
  if (lastSeq > head.last_seq) damages.push({ kind: 'end-added', seq: head.last_seq + 1 });
  if (last?.seq === head.last_seq && last.hash !== head.last_hash) {
    damages.push({ kind: 'replaced', seq: last.seq });
  }
  if (head.disputed_seq !== null) damages.push({ kind: 'disputed', seq: head.disputed_seq });
  return damages;
}

/** Entries by which a secret is recognised. */
const RECOGNISED_BY = 20;

/** Whether this key wrote the log: false if neither the head nor any of the newest entries is its own. */
export async function isWrittenWith(db: Db, key: Uint8Array): Promise<boolean> {
  const head = await findHead(db);
  if (!head || headMac(key, head) === head.mac) return true;
  const newest = await readEntriesAfter(db, head.last_seq - RECOGNISED_BY, RECOGNISED_BY);
  return newest.some((entry) => entry.is_keyed && entry.hash === entryHash(key, entry));
}

/** Checks the whole chain in one snapshot and reports all damage. */
export function checkChain(db: Db, key: Uint8Array): Promise<ChainCheck> {
  const atOneMoment = db.transaction().setIsolationLevel('repeatable read');
  return atOneMoment.execute(async (trx) => {
    const found = new Map<DamageKind, Damage>();
    const note = (damage: Damage) => found.has(damage.kind) || found.set(damage.kind, damage);
    const head = await findHead(trx);
    let first: StoredEntry | null = null;
    let last: StoredEntry | null = null;
    let checkedEntries = 0;
    for (;;) {
      const page: StoredEntry[] = await readEntriesAfter(trx, last?.seq ?? 0, PAGE);
      for (const entry of page) {
        const kind = damageOfEntry(key, entry, last);
        if (kind) note({ kind, seq: entry.seq });
        first ??= entry;
        last = entry;
        checkedEntries += 1;
      }
      if (page.length < PAGE) break;
    }
    for (const damage of damagesOfHead(key, head, { first, last })) note(damage);
    const damages = [...found.values()].sort((a, b) => a.seq - b.seq);
    const isIntact = damages.length === 0;
    return {
      isIntact,
      checkedEntries,
      lastSeq: last?.seq ?? 0,
      lastHash: last?.hash ?? null,
      damages,
    };
  });
}
