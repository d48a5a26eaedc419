import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { exchangeName } from '../market/instrument.ts';

const ok = z.strictObject({ status: z.literal('ok') });

export const getLiveness = endpoint({
  name: 'getLiveness',
  summary: 'Checks that the process runs.',
  method: 'GET',
  path: '/api/health/live',
  access: 'public',
  response: ok,
});

export const getReadiness = endpoint({
  name: 'getReadiness',
  summary: 'Checks that the process can serve requests, and names failing dependencies.',
  method: 'GET',
  path: '/api/health/ready',
  access: 'public',
  response: z.strictObject({
    /** `degraded`: requests are served, while something is missing that every process shares. */
    status: z.enum(['ok', 'degraded']),
    failing: z.optional(z.array(z.string())),
  }),
});

export const getFeedHealth = endpoint({
  name: 'getFeedHealth',
  summary: 'Returns whether each feed is offline or simulated.',
  method: 'GET',
  path: '/api/health/feeds',
  access: 'public',
  response: z.record(
    exchangeName,
    z.strictObject({ isOffline: z.boolean(), isSimulated: z.boolean() }),
  ),
});

export const createStreamTicket = endpoint({
  name: 'createStreamTicket',
  summary: 'Issues a ticket that opens one live stream within 30 seconds.',
  method: 'POST',
  path: '/api/stream/ticket',
  access: 'public',
  scope: 'prices:read',
  isForPartners: true,
  isMetered: true,
  response: z.strictObject({ ticket: z.string(), expiresAtMs: z.int() }),
});

/** A message that demo mode would have sent. */
export const demoMessage = z.strictObject({
  id: z.int(),
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  subject: z.optional(z.string()),
  text: z.string(),
  hasHtml: z.boolean(),
  sentAtMs: z.int(),
});
export type DemoMessage = z.infer<typeof demoMessage>;

export const getDemoMailbox = endpoint({
  name: 'getDemoMailbox',
  summary: 'Lists the messages of demo mode, newest first.',
  method: 'GET',
  path: '/api/demo/outbox',
  access: 'public',
  response: z.array(demoMessage),
});
