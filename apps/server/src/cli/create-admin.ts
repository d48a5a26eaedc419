import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { AppError } from '@moneytrail/contract';
import { ConfigError, readConfig } from '../config.ts';
import { DatabaseOpenError, openDatabase } from '../db/index.ts';
import { installationSecret } from '../installation-secret.ts';
import { createAdminAccount, type NewAdmin } from '../modules/accounts/index.ts';
import { createAudit } from '../modules/audit/index.ts';

const USAGE = `Makes a super admin.

  npm run create-admin -- --email ada@example.com --phone "+27 82 123 4567" --country ZA

The password is asked for, or read from ADMIN_PASSWORD; the address may come from ADMIN_EMAIL.
Without a phone the administrator signs in by recovery codes, which come by e-mail.`;

/** Reads a line without showing it. */
async function askSecret(question: string): Promise<string> {
  const { stdin, stdout } = process;
  if (!stdin.isTTY) throw new Error('Set ADMIN_PASSWORD: there is no terminal to ask for it.');
  stdout.write(question);
  const lines = createInterface({ input: stdin, terminal: true });
  const answer = await lines.question('');
  lines.close();
  stdout.write('\n');
  return answer;
}

async function readAdmin(): Promise<NewAdmin | null> {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      phone: { type: 'string' },
      country: { type: 'string', default: 'ZA' },
      help: { type: 'boolean', default: false },
    },
  });
  const email = values.email ?? process.env.ADMIN_EMAIL;
  if (values.help || !email) return null;
  const password = process.env.ADMIN_PASSWORD ?? (await askSecret('Password: '));
  const { phone, country } = values;
  return { email, password, ...(phone ? { phone: { number: phone, country } } : {}) };
}

async function main(): Promise<void> {
  const admin = await readAdmin();
  if (!admin) {
    console.log(USAGE);
    return;
  }
  // The two are this command's own here, and may come one without the other.
  const environment = { ...process.env, ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined };
  const config = readConfig(environment);
  const { databaseUrl, dataDir } = config;
  const log = { error: (detail: object, message: string) => console.error(message, detail) };
  const database = await openDatabase({ databaseUrl, dataDir, log });
  try {
    const deps = { db: database.db, clock: { now: Date.now } };
    const audit = createAudit({ ...deps, log, secret: await installationSecret(config) });
    const isNew = await createAdminAccount({ ...deps, audit }, admin);
    console.log(isNew ? `${admin.email} can sign in.` : `${admin.email} has an account already.`);
    if (!isNew) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  const isExpected =
    error instanceof AppError || error instanceof ConfigError || error instanceof DatabaseOpenError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
});
