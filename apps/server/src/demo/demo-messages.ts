import type { Db } from '../db/index.ts';
import { createDemoMailbox, type DemoMailbox } from '../outside/demo-mailbox.ts';
import type { Mailer } from '../outside/mail.ts';
import { createTwilioSms, type SmsSender } from '../outside/sms.ts';

/** Replacements for message services that are not configured. */
export type DemoMessages = {
  demoMailbox: DemoMailbox;
  mail: Mailer;
  sms: SmsSender;
  close: () => Promise<void>;
};

/**
 * Mail goes directly to the demo mailbox; SMS get there through Twilio's wire format and its simulator, which is loaded
 * on demand.
 */
export async function startDemoMessages(deps: {
  db: Db;
  clock: { now: () => number };
}): Promise<DemoMessages> {
  const { startTwilioSimulator } = await import('@moneytrail/simulators');
  const demoMailbox = createDemoMailbox(deps);
  const twilio = await startTwilioSimulator({
    now: deps.clock.now,
    onMessage: ({ to, body }) => demoMailbox.add({ channel: 'sms', to, text: body }),
  });
  return {
    demoMailbox,
    mail: demoMailbox.mailer,
    sms: createTwilioSms(twilio),
    close: twilio.close,
  };
}
