import type { Kysely } from 'kysely';
import type { Database } from '../../db/index.ts';
import { entryHash, type StoredEntry } from './entry-hash.ts';
import { readEntriesAfter } from './store.ts';

export type ChainCheck = {
  isIntact: boolean;
  checkedEntries: number;
  /** Sequence number of the first entry that does not follow from the one before it. */
  brokenAt: number | null;
};

const PAGE = 1_000;

function follows(entry: StoredEntry, previous: StoredEntry | null): boolean {
  if (entry.hash !== entryHash(entry)) return false;
  // The oldest entry kept follows from one that has reached its age and gone.
  if (previous === null) return true;
  return entry.seq === previous.seq + 1 && entry.previous_hash === previous.hash;
}

/** Walks the whole chain and finds the first entry that was changed, removed or slipped in. */
export async function checkAuditChain(db: Kysely<Database>): Promise<ChainCheck> {
  let previous: StoredEntry | null = null;
  let checkedEntries = 0;
  for (;;) {
    const page: StoredEntry[] = await readEntriesAfter(db, previous?.seq ?? 0, PAGE);
    for (const entry of page) {
      if (!follows(entry, previous))
        return { isIntact: false, checkedEntries, brokenAt: entry.seq };
      previous = entry;
      checkedEntries += 1;
    }
    if (page.length < PAGE) return { isIntact: true, checkedEntries, brokenAt: null };
  }
}
