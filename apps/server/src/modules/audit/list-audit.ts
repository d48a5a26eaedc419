import type { AuditPage } from '@moneytrail/contract';
import * as z from 'zod/mini';
import type { Db } from '../../db/index.ts';
import { readPage } from '../../http/page.ts';
import { type AuditQuestion, listEntries, type NamedEntry } from './store.ts';

const details = z.record(z.string(), z.unknown());

const detailsOf = (column: string | null) =>
  column === null ? null : details.parse(JSON.parse(column));

function present(entry: NamedEntry): AuditPage['entries'][number] {
  return {
    seq: entry.seq,
    at: new Date(entry.at_ms).toISOString(),
    action: entry.action,
    actorId: entry.actor_id,
    actorName: entry.actor_name,
    subjectId: entry.subject_id,
    subjectName: entry.subject_name,
    before: detailsOf(entry.before),
    after: detailsOf(entry.after),
    reason: entry.reason,
    address: entry.address,
    deviceId: entry.device_id,
    requestId: entry.request_id,
  };
}

/** One page of entries that fit, the newest first. */
export async function listAudit(db: Db, question: AuditQuestion): Promise<AuditPage> {
  const { rows, nextCursor } = await readPage(question, {
    place: z.int(),
    placeOf: ({ seq }: NamedEntry) => seq,
    read: (after, most) => listEntries(db, question, after, most),
  });
  return { entries: rows.map(present), nextCursor };
}
