import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** A message that the product sent while it is only tried out. */
export const demoMessage = z.strictObject({
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  subject: z.optional(z.string()),
  text: z.string(),
  sentAtMs: z.int(),
});
export type DemoMessage = z.infer<typeof demoMessage>;

/** What was sent in demo mode, the newest first; elsewhere the path does not exist. */
export const getDemoMailbox = endpoint({
  name: 'getDemoMailbox',
  summary: 'Lists what was sent in demo mode, the newest first.',
  method: 'GET',
  path: '/api/demo/outbox',
  access: 'public',
  response: z.array(demoMessage),
});
