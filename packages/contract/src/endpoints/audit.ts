import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { pageOf, pageQuery } from './page.ts';

const details = z.nullable(z.record(z.string(), z.unknown()));
const optionalId = z.optional(text().check(z.minLength(1), z.maxLength(100)));
const moment = z.optional(z.iso.datetime({ error: 'must be an ISO 8601 moment in UTC' }));

/** Who did what to whom; `at` is an ISO 8601 moment in UTC. Null where something does not apply. */
export const auditEntry = z.strictObject({
  seq: z.int(),
  at: z.string(),
  action: z.string(),
  actorId: z.nullable(z.string()),
  subjectId: z.nullable(z.string()),
  before: details,
  after: details,
  reason: z.nullable(z.string()),
  address: z.nullable(z.string()),
  deviceId: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
});

const auditPage = pageOf(auditEntry);
export type AuditPage = z.infer<typeof auditPage>;

/** The record of who did what, the newest first; parts of the filter that are absent do not count. */
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
