import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { createAdminAccount, type NewAdmin } from '../modules/accounts/index.ts';
import { type Environment, readSettingFiles } from '../read-setting-files.ts';
import { openAudit } from './open-store.ts';
import { EXIT, runCommand, UsageError } from './run-command.ts';

const USAGE = `Makes a super admin.

  npm run create-admin -- --email ada@example.com --phone "+27 82 123 4567" --country ZA

The password is asked for, or read from ADMIN_PASSWORD or ADMIN_PASSWORD_FILE; the address may come from ADMIN_EMAIL.
Without a phone the administrator signs in by recovery codes, which come by e-mail.`;

/** Reads a line without showing it. */
async function askSecret(question: string): Promise<string> {
  const { stdin, stdout } = process;
  if (!stdin.isTTY) {
    throw new UsageError('Set ADMIN_PASSWORD_FILE: there is no terminal to ask for the password.');
  }
  stdout.write(question);
  const lines = createInterface({ input: stdin, terminal: true });
  const answer = await lines.question('');
  lines.close();
  stdout.write('\n');
  return answer;
}

/** Here the two belong to this command, and one may be set without the other. */
function withoutAdmin(environment: Environment): Environment {
  return { ...environment, ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined };
}

async function readAdmin(environment: Environment): Promise<NewAdmin | null> {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      phone: { type: 'string' },
      country: { type: 'string', default: 'ZA' },
    },
  });
  const email = values.email ?? environment.ADMIN_EMAIL;
  if (!email) return null;
  // Faults are told before anything is asked.
  readConfig(withoutAdmin(environment));
  const password = environment.ADMIN_PASSWORD ?? (await askSecret('Password: '));
  const { phone, country } = values;
  return { email, password, ...(phone ? { phone: { number: phone, country } } : {}) };
}

async function run(): Promise<number> {
  const { environment, faults } = readSettingFiles(process.env);
  // Tells these faults with all others.
  if (faults.length > 0) readConfig(process.env);
  const admin = await readAdmin(environment);
  if (!admin) {
    console.log(USAGE);
    return EXIT.done;
  }
  const { close, ...deps } = await openAudit(withoutAdmin(environment));
  try {
    const isNew = await createAdminAccount(deps, admin);
    console.log(isNew ? `${admin.email} can sign in.` : `${admin.email} has an account already.`);
    return isNew ? EXIT.done : EXIT.refused;
  } finally {
    await close();
  }
}

await runCommand(USAGE, run);
