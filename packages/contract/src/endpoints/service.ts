import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** Whether the process serves; nothing about its insides. */
export const getHealth = endpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/api/health',
  access: 'public',
  response: z.strictObject({ status: z.literal('ok') }),
});

/** A ticket for one stream connection: used once, 30 s. */
export const createStreamTicket = endpoint({
  name: 'createStreamTicket',
  method: 'POST',
  path: '/api/stream/ticket',
  access: 'public',
  isMetered: true,
  response: z.strictObject({ ticket: z.string(), expiresAtMs: z.int() }),
});
