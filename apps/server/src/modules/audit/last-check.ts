import { AUDIT_DAMAGES, type AuditCheck } from '@moneytrail/contract';
import * as z from 'zod/mini';
import type { Db } from '../../db/index.ts';
import type { ChainCheck } from './check-chain.ts';
import { findCheck, saveCheck } from './store.ts';

const damages = z.array(z.strictObject({ kind: z.enum(AUDIT_DAMAGES), seq: z.int() }));

/** Keeps what came of a check, for who looks at the record. */
export function keepCheck(db: Db, check: ChainCheck, nowMs: number): Promise<void> {
  const { checkedEntries, damages } = check;
  return saveCheck(db, {
    checked_at_ms: nowMs,
    checked_entries: checkedEntries,
    damages: JSON.stringify(damages),
  });
}

/** What came of the last check that was kept; null before the first. */
export async function readLastCheck(db: Db): Promise<AuditCheck | null> {
  const stored = await findCheck(db);
  if (!stored) return null;
  const found = damages.parse(JSON.parse(stored.damages));
  return {
    checkedAt: new Date(stored.checked_at_ms).toISOString(),
    isIntact: found.length === 0,
    checkedEntries: stored.checked_entries,
    damages: found,
  };
}
