import { readConfig } from '../config.ts';
import { ConfigError } from '../config-error.ts';
import { type DatabaseHandle, openDatabase } from '../db/index.ts';
import { createAudit } from '../modules/audit/index.ts';
import { type Catalogue, createCatalogue } from '../modules/catalogue/index.ts';
import type { Environment } from '../read-setting-files.ts';
import { installationSecret } from '../secrets.ts';

export type Store = {
  db: DatabaseHandle['db'];
  catalogue: Catalogue;
  clock: { now: () => number };
  log: typeof commandLog;
  isDemo: boolean;
  close: () => Promise<void>;
};

/** Logs a command's warnings and errors to the console. */
export const commandLog = {
  warn: (detail: object, message: string) => console.error(message, detail),
  error: (detail: object, message: string) => console.error(message, detail),
};

const WRONG_SECRET =
  'AUTH_SECRET is not the secret of this installation: neither the head of the audit log nor any of its newest entries was written with it.';

/** Throws a `ConfigError` if the secret is not the one that wrote the audit log. */
export async function openAudit(environment: Environment) {
  const config = readConfig(environment);
  const { databaseDirectUrl: databaseUrl, dataDir } = config;
  const secret = await installationSecret(config);
  const { db, close } = await openDatabase({ databaseUrl, dataDir, log: commandLog });
  const clock = { now: Date.now };
  const audit = createAudit({ db, clock, log: commandLog, secret });
  try {
    if (!(await audit.isOwnSecret())) throw new ConfigError(WRONG_SECRET);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, clock, audit, close };
}

/** Opens the server's database with its instruments; contacts no feed. */
export async function openStore(environment: Environment): Promise<Store> {
  const { databaseDirectUrl: databaseUrl, dataDir, isDemo } = readConfig(environment);
  const { db, close } = await openDatabase({ databaseUrl, dataDir, log: commandLog });
  const clock = { now: Date.now };
  try {
    const catalogue = await createCatalogue({ db, clock, log: commandLog });
    if (isDemo) await catalogue.seedDemo();
    return { db, catalogue, clock, log: commandLog, isDemo, close };
  } catch (error) {
    await close();
    throw error;
  }
}
