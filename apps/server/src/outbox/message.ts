import * as z from 'zod';

/** When it is worth nothing any more, as a code after its life: it is not sent then. */
const expiresAtMs = z.number().optional();

/** A message that a transaction causes. All but the channel is secret: codes, links and addresses stand in it. */
export const outgoingMessage = z.discriminatedUnion('channel', [
  z.object({
    channel: z.literal('email'),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string().optional(),
    /** Where an answer goes, if not to the address that sends. */
    replyTo: z.string().optional(),
    expiresAtMs,
  }),
  z.object({ channel: z.literal('sms'), to: z.string(), text: z.string(), expiresAtMs }),
]);
export type OutgoingMessage = z.infer<typeof outgoingMessage>;
