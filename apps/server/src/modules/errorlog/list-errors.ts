import type { ErrorPage, listErrors as listEndpoint, RequestOf } from '@moneytrail/contract';
import * as z from 'zod/mini';
import type { Db } from '../../db/index.ts';
import { readPage } from '../../http/page.ts';
import type { ErrorRow } from './entry.ts';
import { findErrors } from './store.ts';

export type ErrorQuestion = RequestOf<typeof listEndpoint>['query'];

const context = z.record(z.string(), z.unknown());
const place = z.strictObject({
  lastSeenMs: z.int(),
  fingerprint: z.string().check(z.regex(/^[\da-f]{24}$/)),
});
const momentOf = (ms: number) => new Date(ms).toISOString();

const present = (row: ErrorRow): ErrorPage['entries'][number] => ({
  _id: row.fingerprint,
  timestamp: momentOf(row.last_seen_ms),
  source: row.source,
  message: row.message,
  context: context.parse(JSON.parse(row.context)),
  level: row.level,
  count: row.count,
  firstSeen: momentOf(row.first_seen_ms),
});

/** One page of failures that fit, the newest first. */
export async function listErrors(db: Db, question: ErrorQuestion): Promise<ErrorPage> {
  const { rows, nextCursor } = await readPage(question, {
    place,
    placeOf: (row: ErrorRow) => ({ lastSeenMs: row.last_seen_ms, fingerprint: row.fingerprint }),
    read: (after, most) => findErrors(db, question, after, most),
  });
  return { entries: rows.map(present), nextCursor };
}
