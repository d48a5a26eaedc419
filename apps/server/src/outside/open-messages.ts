import type { Config } from '../config.ts';
import type { Db } from '../db/index.ts';
import { clearDemoMailbox, createDemoMailbox, type DemoMailbox } from './demo-mailbox.ts';
import { createSmtpMailer, type Mailer } from './mail.ts';
import { createTwilioSms, type SmsSender, TWILIO_URL } from './sms.ts';

/** The message services. */
export type Messages = {
  mail: Mailer;
  sms: SmsSender;
  /** The messages "sent" in demo mode; null if every message is really sent. */
  demoMailbox: DemoMailbox | null;
  close: () => Promise<void>;
};

const UNOPENED = {
  send: () => Promise.reject(new Error('only a worker sends messages')),
  close: async () => undefined,
};

/** Opens a worker's message services: real ones where configured, the demo mailbox for the others. */
export async function openMessages(deps: {
  config: Config;
  db: Db;
  clock: { now: () => number };
}): Promise<Messages> {
  const { mail, sms } = deps.config;
  // Outside of demo mode nothing of it is kept.
  if (!deps.config.isDemo) await clearDemoMailbox(deps.db);
  if (!deps.config.roles.includes('worker')) {
    const isShown = deps.config.isDemo && !(mail && sms);
    const demoMailbox = isShown ? createDemoMailbox(deps) : null;
    return { mail: UNOPENED, sms: UNOPENED, demoMailbox, close: UNOPENED.close };
  }
  const realMail = mail && (await createSmtpMailer(mail));
  const realSms = sms && createTwilioSms({ ...sms, baseUrl: sms.baseUrl ?? TWILIO_URL });
  if (realMail && realSms) {
    return { mail: realMail, sms: realSms, demoMailbox: null, close: realMail.close };
  }
  const { startDemoMessages } = await import('../demo/demo-messages.ts');
  const demo = await startDemoMessages(deps);
  const mailer = realMail ?? demo.mail;
  const close = async () => {
    await mailer.close();
    await demo.close();
  };
  return { ...demo, mail: mailer, sms: realSms ?? demo.sms, close };
}
