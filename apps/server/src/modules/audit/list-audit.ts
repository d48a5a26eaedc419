import type { AuditPage, listAudit as listAuditEndpoint, RequestOf } from '@moneytrail/contract';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Database } from '../../db/index.ts';
import type { StoredEntry } from './entry.ts';
import { listEntries } from './store.ts';

export type AuditQuestion = RequestOf<typeof listAuditEndpoint>['query'];

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

/** One page of entries, the newest first; `nextCursor` leads to older ones. */
export async function listAudit(db: Kysely<Database>, question: AuditQuestion): Promise<AuditPage> {
  const { actorId, subjectId, action, from, to, cursor, limit } = question;
  const filter = {
    actorId,
    subjectId,
    action,
    fromMs: from === undefined ? undefined : Date.parse(from),
    toMs: to === undefined ? undefined : Date.parse(to),
    beforeSeq: cursor,
  };
  const rows = await listEntries(db, filter, limit + 1);
  const entries = rows.slice(0, limit).map(present);
  const isLast = rows.length <= limit;
  return { entries, nextCursor: isLast ? null : String(entries.at(-1)?.seq ?? '') };
}
