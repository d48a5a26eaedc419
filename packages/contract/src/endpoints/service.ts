import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { exchangeName } from '../market/instrument.ts';

const ok = z.strictObject({ status: z.literal('ok') });

/** Whether the process runs; nothing about what it needs. */
export const getLiveness = endpoint({
  name: 'getLiveness',
  summary: 'Tells whether the process runs.',
  method: 'GET',
  path: '/api/health/live',
  access: 'public',
  response: ok,
});

/** Whether the process can serve; 503 with the names of what does not work. */
export const getReadiness = endpoint({
  name: 'getReadiness',
  summary: 'Tells whether the process can serve, and names what does not work.',
  method: 'GET',
  path: '/api/health/ready',
  access: 'public',
  response: ok,
});

/** Whether each feed answers, and whether it is simulated. */
export const getFeedHealth = endpoint({
  name: 'getFeedHealth',
  summary: 'Tells of each feed whether it is offline or simulated.',
  method: 'GET',
  path: '/api/health/feeds',
  access: 'public',
  response: z.record(
    exchangeName,
    z.strictObject({ isOffline: z.boolean(), isSimulated: z.boolean() }),
  ),
});

/** A ticket for one stream connection: used once, 30 s. */
export const createStreamTicket = endpoint({
  name: 'createStreamTicket',
  summary: 'Issues a ticket that opens one live stream within 30 seconds.',
  method: 'POST',
  path: '/api/stream/ticket',
  access: 'public',
  isMetered: true,
  response: z.strictObject({ ticket: z.string(), expiresAtMs: z.int() }),
});

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
