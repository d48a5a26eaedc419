import type { AuditPage } from '@moneytrail/contract';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../db/index.ts';
import { readPage } from '../../http/page.ts';
import type { StoredEntry } from './entry.ts';
import { type AuditQuestion, listEntries } from './store.ts';

const details = z.record(z.string(), z.unknown());

const detailsOf = (column: string | null) =>
  column === null ? null : details.parse(JSON.parse(column));

function present(entry: StoredEntry): AuditPage['entries'][number] {
  return {
    seq: entry.seq,
    at: new Date(entry.at_ms).toISOString(),
    action: entry.action,
    actorId: entry.actor_id,
    subjectId: entry.subject_id,
    before: detailsOf(entry.before),
    after: detailsOf(entry.after),
    reason: entry.reason,
    address: entry.address,
    deviceId: entry.device_id,
    requestId: entry.request_id,
  };
}

/** One page of entries that fit, the newest first. */
export async function listAudit(db: Kysely<Database>, question: AuditQuestion): Promise<AuditPage> {
  const { rows, nextCursor } = await readPage(question, {
    place: z.int(),
    placeOf: ({ seq }: StoredEntry) => seq,
    read: (after, most) => listEntries(db, question, after, most),
  });
  return { entries: rows.map(present), nextCursor };
}
