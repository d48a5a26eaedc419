import type { Db } from '../db/index.ts';
import { createDemoMailbox, type DemoMailbox } from '../outside/demo-mailbox.ts';
import type { Mailer } from '../outside/mail.ts';
import { createTwilioSms, type SmsSender } from '../outside/sms.ts';

/** What stands in for the services that carry messages, where no real ones are configured. */
export type DemoMessages = {
  demoMailbox: DemoMailbox;
  mail: Mailer;
  sms: SmsSender;
  close: () => Promise<void>;
};

/**
 * Mail goes to the demo mailbox directly, SMS through Twilio's wire format to its simulator, which is loaded only then.
 * Everything that was sent can be read there.
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
