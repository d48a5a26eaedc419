import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '../backup/backup-folder.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { readConfig } from '../config.ts';
import { commandLog, openAudit } from './open-store.ts';
import { EXIT, runCommand, UsageError } from './run-command.ts';

const HELP = `Restores a backup that "npm run backup" has made, and checks what was restored.

  npm run restore -- --from FOLDER/moneytrail-… [--replace]

The place is named by DATABASE_URL or DATA_DIR, as for the server, and no process may use it. One that is not empty is
refused; with --replace what PostgreSQL holds is lost once everything is restored, and the files of an embedded database are kept
beside the new ones. A restore that fails changes nothing. For PostgreSQL pg_restore and psql have to be installed.
The rows of every table are compared with the backup, all sessions are ended, the tables are brought to the newest form, and the
record of who did what is checked, for which AUTH_SECRET must be the one it was written with. docs/operations.md says what else
comes back as it was: links, waiting messages, accounts that were revoked since.`;

async function restore(): Promise<number> {
  const options = {
    from: { type: 'string' },
    replace: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ options });
  if (!values.from) throw new UsageError('Say what with --from FOLDER.');
  const { databaseDirectUrl: databaseUrl, dataDir } = readConfig(process.env);
  const place = { databaseUrl, dataDir, log: commandLog };
  const how = { isReplacing: values.replace, nowMs: Date.now() };
  const { createdAt, rows } = await restoreBackup(place, resolve(values.from), how);
  console.log(
    `Restored what was there at ${createdAt}: all ${Object.keys(rows).length} tables have the rows of the backup. All sessions are ended.`,
  );
  const { audit, close } = await openAudit(process.env);
  try {
    const { isIntact, checkedEntries } = await audit.check();
    if (isIntact) {
      console.log(`The record of who did what is whole: ${checkedEntries} entries.`);
      return EXIT.done;
    }
    console.error(
      'The record of who did what is broken, or AUTH_SECRET is another than it was written with: see npm run check-audit.',
    );
    return EXIT.refused;
  } finally {
    await close();
  }
}

await runCommand(HELP, restore, (error): error is Error => error instanceof BackupError);
