import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { pageOf, pageQuery } from './query-fields.ts';

/**
 * What can be wrong with the record. `changed`: an entry is not what was written. `removed`: entries are missing before
 * it. `replaced`: the entry before it was exchanged for another. `start-removed` and `end-removed`: the oldest or newest
 * are gone. `end-added`: entries that the head does not know. `head-missing`, `head-changed`: the head itself.
 * `disputed`: head and entries did not agree when this entry was written.
 */
export const AUDIT_DAMAGES = [
  'changed',
  'removed',
  'replaced',
  'start-removed',
  'end-removed',
  'end-added',
  'head-missing',
  'head-changed',
  'disputed',
] as const;

const details = z.nullable(z.record(z.string(), z.unknown()));
const optionalId = z.optional(text().check(z.minLength(1), z.maxLength(100)));
const moment = z.optional(z.iso.datetime({ error: 'must be an ISO 8601 moment in UTC' }));

/** Who did what to whom; `at` is an ISO 8601 moment in UTC. Null where something does not apply. */
export const auditEntry = z.strictObject({
  seq: z.int(),
  at: z.string(),
  action: z.string(),
  actorId: z.nullable(z.string()),
  /** The e-mail address of the actor's account, where there is one. */
  actorName: z.nullable(z.string()),
  subjectId: z.nullable(z.string()),
  subjectName: z.nullable(z.string()),
  before: details,
  after: details,
  reason: z.nullable(z.string()),
  address: z.nullable(z.string()),
  deviceId: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
});

const auditPage = pageOf(auditEntry);
export type AuditPage = z.infer<typeof auditPage>;
export type AuditEntryShown = AuditPage['entries'][number];

/**
 * The record of who did what, the newest first; parts of the filter that are absent do not count. Actor and subject are
 * named by id or by e-mail address.
 */
export const listAudit = endpoint({
  name: 'listAudit',
  summary: 'The record of who did what, the newest first.',
  method: 'GET',
  path: '/api/audit',
  access: 'superAdmin',
  query: z.strictObject({
    actorId: optionalId,
    subjectId: optionalId,
    action: optionalId,
    from: moment,
    to: moment,
    ...pageQuery,
  }),
  response: auditPage,
});

const auditCheck = z.strictObject({
  checkedAt: z.string(),
  isIntact: z.boolean(),
  checkedEntries: z.int(),
  /** The first of each kind, with the number of the entry where it shows. */
  damages: z.array(z.strictObject({ kind: z.enum(AUDIT_DAMAGES), seq: z.int() })),
});
/** What came of checking the record. */
export type AuditCheck = z.infer<typeof auditCheck>;

/** What came of checking the record in the last night; null where it was never checked. */
export const getAuditCheck = endpoint({
  name: 'getAuditCheck',
  summary: 'What came of checking the record the last time.',
  method: 'GET',
  path: '/api/audit/check',
  access: 'superAdmin',
  response: z.nullable(auditCheck),
});
