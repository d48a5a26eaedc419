import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** A message that the product sent while it is only tried out. */
export const outboxMessage = z.strictObject({
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  subject: z.optional(z.string()),
  text: z.string(),
  sentAtMs: z.int(),
});
export type OutboxMessage = z.infer<typeof outboxMessage>;

/** What was sent in demo mode, the newest first; elsewhere the path does not exist. */
export const getOutbox = endpoint({
  name: 'getOutbox',
  summary: 'Lists what was sent in demo mode, the newest first.',
  method: 'GET',
  path: '/api/demo/outbox',
  access: 'public',
  response: z.array(outboxMessage),
});
