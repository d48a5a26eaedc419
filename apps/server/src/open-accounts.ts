import { AppError } from '@moneytrail/contract';
import type { Logger } from 'pino';
import { ACCESS_CHANGED, type TickBus } from './bus/index.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';
import type { Db } from './db/index.ts';
import {
  type Accounts,
  createAccounts,
  createAdminAccount,
  type GuessCost,
} from './modules/accounts/index.ts';
import type { Audit } from './modules/audit/index.ts';
import { createSeatPort } from './modules/seats/index.ts';
import type { Outbox } from './outbox/index.ts';
import type { Waits } from './waits.ts';

export type OpenAccounts = Awaited<ReturnType<typeof openAccounts>>;

type Dependencies = {
  config: Config;
  db: Db;
  log: Logger;
  clock: { now: () => number };
  bus: TickBus;
  outbox: Outbox;
  audit: Audit;
  /** The installation's secret, which signs sessions and links. */
  secret: string;
  guessCost: GuessCost;
  waits: Waits;
};

async function seedAccounts({ config, db, clock }: Dependencies, accounts: Accounts) {
  const { hasher, audit } = accounts.services;
  const { firstAdmin, demoPassword } = config.accounts;
  if (firstAdmin) {
    await createAdminAccount({ db, clock, audit }, firstAdmin).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      throw new ConfigError(`ADMIN_EMAIL and ADMIN_PASSWORD do not fit: ${error.message}`);
    });
  }
  if (!config.isDemo) return [];
  const { seedDemoAccounts } = await import('./modules/accounts/demo/demo-accounts.ts');
  return seedDemoAccounts({ db, clock, hasher, audit }, demoPassword);
}

/** Base of links in mails, without a trailing slash. */
export function linkBase(config: Pick<Config, 'publicUrl' | 'port'>): string {
  return (config.publicUrl ?? `http://localhost:${config.port}`).replace(/\/$/, '');
}

/** Notifies every process of users whose rights or sessions changed. */
export function tellAccessChanged(bus: TickBus, userIds: readonly string[]): void {
  for (const userId of userIds) bus.publish(ACCESS_CHANGED, { userId });
}

/** Opens the accounts module, connects it to the bus and creates the first admin and the demo accounts. */
export async function openAccounts(dependencies: Dependencies) {
  const { config, db, log, clock, bus, outbox, audit, secret, guessCost, waits } = dependencies;
  const { breachUrl, adminAddresses } = config.accounts;
  const accounts = createAccounts({
    ...guessCost,
    waits,
    ...(breachUrl === null ? {} : { breachUrl }),
    ...(adminAddresses.length === 0 ? {} : { adminAddresses }),
    db,
    log,
    clock,
    audit,
    outbox,
    seats: createSeatPort({ clock, settings: config.accounts }),
    tellAccessChanged: (userIds) => tellAccessChanged(bus, userIds),
    settings: {
      secret,
      isHttps: config.publicUrl?.startsWith('https:') ?? false,
      publicUrl: linkBase(config),
      isDemo: config.isDemo,
      homeCountry: config.accounts.homeCountry,
    },
  });
  const stopListening = bus.subscribe(ACCESS_CHANGED, ({ userId }) => {
    accounts.accessChanges.announce([userId]);
    accounts.accessChanges.read().catch((error: unknown) => {
      log.warn({ err: error }, 'changes of access are not read');
    });
  });
  await accounts.accessChanges.start();
  const demoAccounts = await seedAccounts(dependencies, accounts);
  return {
    accounts,
    /** Demo accounts with their purpose; none in production. */
    demoAccounts,
    close: async (): Promise<void> => {
      stopListening();
      await accounts.close();
    },
  };
}
