import * as z from 'zod';

/** A message that a transaction causes. All but the channel is secret: codes, links and addresses stand in it. */
export const outgoingMessage = z.discriminatedUnion('channel', [
  z.object({
    channel: z.literal('email'),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string().optional(),
  }),
  z.object({ channel: z.literal('sms'), to: z.string(), text: z.string() }),
  z.object({
    channel: z.literal('event'),
    /** Subject of the bus. */
    topic: z.string(),
    payload: z.json(),
  }),
]);
export type OutgoingMessage = z.infer<typeof outgoingMessage>;
