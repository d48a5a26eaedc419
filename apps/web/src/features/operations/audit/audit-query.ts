import {
  type AuditEntryShown,
  type AuditPage,
  getAuditCheck,
  listAudit,
} from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import type { AuditSearch } from '../../../lib/operations-search.ts';
import { type Chunk, chunkAt, listQuery } from '../use-listed.ts';

/** Days begin and end on the device's clock. */
const beginOf = (day: string) => new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string) => new Date(`${day}T23:59:59.999`).toISOString();

function readChunk(
  { actor, subject, action, from, to }: AuditSearch,
  chunk: Chunk,
  signal: AbortSignal,
): Promise<AuditPage> {
  const query = {
    ...chunk,
    ...(actor === undefined ? {} : { actorId: actor }),
    ...(subject === undefined ? {} : { subjectId: subject }),
    ...(action === undefined ? {} : { action }),
    ...(from === undefined ? {} : { from: beginOf(from) }),
    ...(to === undefined ? {} : { to: endOf(to) }),
  };
  return authorizedRequest(listAudit, { query }, { signal });
}

/** Newest first. */
export const auditQuery = (search: AuditSearch) =>
  listQuery(['audit', search], (chunk, signal) => readChunk(search, chunk, signal));

/** Result of last night's check of the audit chain. */
export const auditCheckQuery = queryOptions({
  queryKey: ['audit-check'],
  queryFn: ({ signal }) => authorizedRequest(getAuditCheck, {}, { signal }),
  meta: { failure: 'in-place' },
});

/** Every matching entry, for an export. */
export async function readAllEntries(
  search: AuditSearch,
  signal: AbortSignal,
): Promise<AuditEntryShown[]> {
  const all: AuditEntryShown[] = [];
  let cursor: string | null = null;
  do {
    const chunk: AuditPage = await readChunk(search, chunkAt(cursor), signal);
    all.push(...chunk.entries);
    cursor = chunk.nextCursor;
  } while (cursor !== null);
  return all;
}
