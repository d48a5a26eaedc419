import type { Kysely } from 'kysely';
import type { Database } from '../db/index.ts';
import type { Mailer } from '../outside/mail/index.ts';
import { createOutbox, createOutboxMailer, type Outbox } from '../outside/outbox/index.ts';
import { createTwilioSms, type SmsSender } from '../outside/sms/index.ts';

/** What stands in for the services that carry messages, where no real ones are configured. */
export type DemoMessages = {
  outbox: Outbox;
  mail: Mailer;
  sms: SmsSender;
  close: () => Promise<void>;
};

/**
 * Mail goes to the outbox directly, SMS through Twilio's wire format to its simulator, which is loaded only then.
 * Everything that was sent can be read in the outbox.
 */
export async function startDemoMessages(deps: {
  db: Kysely<Database>;
  clock: { now: () => number };
}): Promise<DemoMessages> {
  const { startTwilioSimulator } = await import('@moneytrail/simulators');
  const outbox = createOutbox(deps);
  const twilio = await startTwilioSimulator({
    now: deps.clock.now,
    onMessage: ({ to, body }) => outbox.add({ channel: 'sms', to, text: body }),
  });
  return {
    outbox,
    mail: createOutboxMailer(outbox),
    sms: createTwilioSms(twilio),
    close: twilio.close,
  };
}
