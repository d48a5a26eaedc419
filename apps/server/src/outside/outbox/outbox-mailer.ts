import type { Mailer } from '../mail/index.ts';
import type { Outbox } from './outbox.ts';

/** A mailer whose messages stay in the outbox. */
export function createOutboxMailer(outbox: Outbox): Mailer {
  return {
    send: ({ to, subject, text }) => outbox.add({ channel: 'email', to, subject, text }),
    close: async () => undefined,
  };
}
