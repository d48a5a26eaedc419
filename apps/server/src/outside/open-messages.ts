import type { Config } from '../config.ts';
import type { Db } from '../db/index.ts';
import { clearDemoMailbox, createDemoMailbox, type DemoMailbox } from './demo-mailbox.ts';
import { createSmtpMailer, type Mailer } from './mail.ts';
import { createTwilioSms, type SmsSender, TWILIO_URL } from './sms.ts';

/** The services that carry messages to people. */
export type Messages = {
  mail: Mailer;
  sms: SmsSender;
  /** What demo mode "sent"; null where every message really goes out. */
  demoMailbox: DemoMailbox | null;
  close: () => Promise<void>;
};

const UNOPENED = {
  send: () => Promise.reject(new Error('only a worker sends messages')),
  close: async () => undefined,
};

/** What a worker sends with: real services where they are configured, the demo mailbox for each that is not. */
export async function openMessages(deps: {
  config: Config;
  db: Db;
  clock: { now: () => number };
}): Promise<Messages> {
  const { mail, sms } = deps.config;
  // Nothing that demo mode showed is kept where it is not shown.
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
