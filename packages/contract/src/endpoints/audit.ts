import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { pageOf, pageQuery } from './query-fields.ts';

/**
 * Kinds of damage to the audit log. `changed`: an entry differs from what was written. `removed`: entries before it are
 * missing. `replaced`: the entry before it was exchanged. `start-removed`, `end-removed`: the oldest or newest entries
 * are missing. `end-added`: entries that the head does not know. `head-missing`, `head-changed`: the head itself.
 * `disputed`: head and entries disagreed when this entry was written.
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

/** `at` is an ISO 8601 moment in UTC; fields that do not apply are null. */
export const auditEntry = z.strictObject({
  seq: z.int(),
  at: z.string(),
  action: z.string(),
  actorId: z.nullable(z.string()),
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

export const listAudit = endpoint({
  name: 'listAudit',
  summary: 'Lists the audit log, newest first.',
  method: 'GET',
  path: '/api/audit',
  access: 'superAdmin',
  query: z.strictObject({
    actorId: optionalId,
    subjectId: optionalId,
    action: optionalId,
    instrument: optionalId,
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
  damages: z.array(z.strictObject({ kind: z.enum(AUDIT_DAMAGES), seq: z.int() })),
});
export type AuditCheck = z.infer<typeof auditCheck>;

export const getAuditCheck = endpoint({
  name: 'getAuditCheck',
  summary: 'Returns the result of the last check of the audit log.',
  method: 'GET',
  path: '/api/audit/check',
  access: 'superAdmin',
  response: z.nullable(auditCheck),
});

export const checkAudit = endpoint({
  name: 'checkAudit',
  summary: 'Checks the audit log now.',
  method: 'POST',
  path: '/api/audit/check',
  access: 'superAdmin',
  response: auditCheck,
});
