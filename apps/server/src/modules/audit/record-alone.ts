import type { Kysely } from 'kysely';
import type { Database } from '../../db/index.ts';
import { type AuditEntry, appendAudit } from './append-audit.ts';

/** Adds an entry about something that changed nothing, in a transaction of its own. */
export async function recordAlone(
  deps: { db: Kysely<Database>; clock: { now: () => number } },
  entry: AuditEntry,
): Promise<void> {
  const nowMs = deps.clock.now();
  await deps.db.transaction().execute((trx) => appendAudit({ trx, nowMs }, entry));
}
