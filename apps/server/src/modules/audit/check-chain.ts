import type { AUDIT_DAMAGES } from '@moneytrail/contract';
import type { Db } from '../../db/index.ts';
import { entryHash, headMac, type StoredEntry } from './entry.ts';
import { findHead, type Head, readEntriesAfter } from './store.ts';

/** What can be wrong with the chain. */
export type DamageKind = (typeof AUDIT_DAMAGES)[number];

/** `seq` is the entry where it shows. */
export type Damage = { kind: DamageKind; seq: number };

export type ChainCheck = {
  isIntact: boolean;
  checkedEntries: number;
  /** The newest entry: noted elsewhere, it proves later that nothing before it was exchanged. */
  lastSeq: number;
  lastHash: string | null;
  /** The first of each kind, by sequence number. */
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
  // The oldest entry kept follows from one that has reached its age and gone.
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

/** Walks the whole chain, as it stands at one moment, and names everything that is wrong with it. */
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
