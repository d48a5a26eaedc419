import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { ACCESS_CHANGED, type TickBus } from './bus/index.ts';
import type { Config } from './config.ts';
import type { Database } from './db/index.ts';
import { type Accounts, createAccounts, createAdminAccount } from './modules/accounts/index.ts';
import { createSmtpMailer, type Mailer } from './outside/mail/index.ts';
import type { Outbox } from './outside/outbox/index.ts';
import { createTwilioSms, type SmsSender, TWILIO_URL } from './outside/sms/index.ts';

/** Accounts and what they need to reach people. */
export type AccountServices = {
  accounts: Accounts;
  /** What was sent in demo mode; null where every message really goes out. */
  outbox: Outbox | null;
  /** Demo accounts with what each is for; none in production. */
  demoAccounts: { email: string; role: string }[];
  close: () => Promise<void>;
};

type Dependencies = {
  config: Config;
  db: Kysely<Database>;
  log: Logger;
  clock: { now: () => number };
  bus: TickBus;
};

type Messages = {
  mail: Mailer;
  sms: SmsSender;
  outbox: Outbox | null;
  close: () => Promise<void>;
};

/** Real services where they are configured, the outbox for each that is not. */
async function openMessages(dependencies: Dependencies): Promise<Messages> {
  const { mail, sms } = dependencies.config;
  const realMail = mail && createSmtpMailer(mail);
  const realSms = sms && createTwilioSms({ ...sms, baseUrl: sms.baseUrl ?? TWILIO_URL });
  if (realMail && realSms) {
    return { mail: realMail, sms: realSms, outbox: null, close: async () => {} };
  }
  const { startDemoMessages } = await import('./demo/demo-messages.ts');
  const demo = await startDemoMessages(dependencies);
  return { ...demo, mail: realMail ?? demo.mail, sms: realSms ?? demo.sms };
}

async function secretOf({ config }: Dependencies): Promise<string> {
  if (config.accounts.secret !== null) return config.accounts.secret;
  const { demoSecret } = await import('./modules/accounts/demo/index.ts');
  return demoSecret(config.dataDir);
}

async function seedAccounts({ config, db, clock }: Dependencies, accounts: Accounts) {
  const { hasher } = accounts.core;
  const { firstAdmin, demoPassword } = config.accounts;
  if (firstAdmin) await createAdminAccount({ db, clock }, firstAdmin);
  if (config.isProduction) return [];
  const { seedDemoAccounts } = await import('./modules/accounts/demo/index.ts');
  return seedDemoAccounts({ db, clock, hasher }, demoPassword);
}

/** Opens the module of accounts with its messages; rights that change are told to every process. */
export async function openAccountServices(dependencies: Dependencies): Promise<AccountServices> {
  const { config, db, log, clock, bus } = dependencies;
  const messages = await openMessages(dependencies);
  const { breachUrl, adminAddresses } = config.accounts;
  const accounts = createAccounts({
    ...(breachUrl === null ? {} : { breachUrl }),
    ...(adminAddresses.length === 0 ? {} : { adminAddresses }),
    db,
    log,
    clock,
    mail: messages.mail,
    sms: messages.sms,
    settings: {
      secret: await secretOf(dependencies),
      isHttps: config.publicUrl?.startsWith('https:') ?? false,
      publicUrl: (config.publicUrl ?? `http://localhost:${config.port}`).replace(/\/$/, ''),
      isDemo: !config.isProduction,
    },
  });
  const stopTelling = accounts.onChange((userId) => bus.publish(ACCESS_CHANGED, { userId }));
  const demoAccounts = await seedAccounts(dependencies, accounts);
  const stopUpkeep = accounts.startUpkeep();
  return {
    accounts,
    outbox: messages.outbox,
    demoAccounts,
    close: async () => {
      stopTelling();
      stopUpkeep();
      await accounts.close();
      await messages.close();
    },
  };
}
